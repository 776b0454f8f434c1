// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Resolving` {
    private protocol Voice: Sendable { var text: String { get } }
    private struct Bark: Voice { var text = "woof" }

    private let container = Container {
        $0.register { Bark() as any Voice }
        $0.register(tag: "small") { Bark(text: "yip") as any Voice }
        $0.register(.singleton) { 42 }
    }

    @Test func `infers the type`() throws {
        let voice: any Voice = try container.resolve()
        let small: any Voice = try container.resolve(tag: "small")

        #expect(voice.text == "woof")
        #expect(small.text == "yip")
    }

    @Test func `takes the type`() throws {
        #expect(try container.resolve((any Voice).self).text == "woof")
        #expect(try container.resolve((any Voice).self, tag: "small").text == "yip")
    }

    @Test func `takes a type that is known at run time only`() throws {
        let types: [Any.Type] = [(any Voice).self, Int.self]

        let instances = try types.map { try container.resolve(dynamically: $0) }

        #expect((instances[0] as? any Voice)?.text == "woof")
        #expect(instances[1] as? Int == 42)
    }

    @Test func `takes a type that is known at run time only, with a tag`() throws {
        let type: Any.Type = (any Voice).self

        let voice = try container.resolve(dynamically: type, tag: "small")

        #expect((voice as? any Voice)?.text == "yip")
    }

    @Test func `by a dynamic type throws for a missing definition`() {
        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(dynamically: String.self)
        }

        #expect(error?.code == .missingBinding)
        #expect(error?.key == Key("Swift.String"))
    }

    @Test func `by a dynamic type works in factories`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register { resolver in
                let type: Any.Type = Int.self
                return try "\(resolver.resolve(dynamically: type))"
            }
        }

        #expect(try container.resolve(String.self) == "1")
    }

    @Test func `of a missing definition throws`() {
        let error = #expect(throws: ResolutionError.self) {
            try container.resolve(String.self)
        }

        #expect(error?.code == .missingBinding)
        #expect(error?.path.map(\.key) == [Key("Swift.String")])
    }

    @Test func `can be caught by code`() throws {
        var caught = ""
        do {
            _ = try container.resolve(String.self)
        } catch ResolutionError.Code.cycle {
            caught = "cycle"
        } catch ResolutionError.Code.missingBinding {
            caught = "missing"
        }

        #expect(caught == "missing")
    }

    @Test func `goes on working after an error`() throws {
        struct Jammed: Error {}
        let attempts = Tally()
        let container = Container {
            $0.register { () throws -> Int in
                if attempts.next() == 1 { throw Jammed() }
                return attempts.count
            }
            $0.register { "\(try $0.resolve(Int.self))" }
        }

        #expect(throws: ResolutionError.self) { try container.resolve(String.self) }
        #expect(try container.resolve(String.self) == "2")
    }

    @Test func `succeeds if a factory handles an error`() throws {
        let container = Container {
            $0.register { resolver in (try? resolver.resolve(Int.self)) == nil ? "no" : "yes" }
        }

        #expect(try container.resolve(String.self) == "no")
    }

    @Test func `works the same three times`() throws {
        let made = Tally()
        let container = Container {
            $0.register { made.next() }
            $0.register(.shared) { "\(try $0.resolve(Int.self))" }
            $0.register { [try $0.resolve(String.self), try $0.resolve(String.self)] }
        }

        #expect(try container.resolve([String].self) == ["1", "1"])
        #expect(try container.resolve([String].self) == ["2", "2"])
        #expect(try container.resolve([String].self) == ["3", "3"])
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A factory` {
    private protocol Greeting: Sendable { var text: String { get } }
    private struct Hello: Greeting { var text = "hello" }
    private struct Card { let greeting: any Greeting }

    private struct Broken: Error, Equatable { let reason: String }

    @Test func `without parameters makes the instance`() throws {
        let container = Container { $0.register { Hello(text: "made") } }

        #expect(try container.resolve(Hello.self).text == "made")
    }

    @Test func `with the resolver resolves its dependencies`() throws {
        let container = Container {
            $0.register { Hello() as any Greeting }
            $0.register { try Card(greeting: $0.resolve()) }
        }

        #expect(try container.resolve(Card.self).greeting.text == "hello")
    }

    @Test func `may use the resolver more than once`() throws {
        let container = Container {
            $0.register { 1 }
            $0.register { "a" }
            $0.register { resolver in
                let number: Int = try resolver.resolve()
                let text = try resolver.resolve(String.self)
                return [text: number]
            }
        }

        #expect(try container.resolve([String: Int].self) == ["a": 1])
    }

    @Test func `runs on resolving and not before`() throws {
        let calls = Tally()

        let container = Container {
            $0.register {
                calls.next()
                return Hello()
            }
        }

        #expect(calls.count == 0)
        _ = try container.resolve(Hello.self)
        #expect(calls.count == 1)
    }

    @Test func `is registered as a protocol with as`() throws {
        let container = Container {
            $0.register(as: (any Greeting).self) { Hello(text: "unique") }
            $0.register(.singleton, as: (any Greeting).self, tag: "kept") { Hello(text: "kept") }
        }

        #expect(try container.resolve((any Greeting).self).text == "unique")
        #expect(try container.resolve((any Greeting).self, tag: "kept").text == "kept")
        #expect(throws: ResolutionError.self) { try container.resolve(Hello.self) }
    }

    @Test func `registered as a protocol with the resolver or with arguments converts its result`()
        throws
    {
        let container = Container {
            $0.register { "text" }
            $0.register(as: (any Greeting).self) { Hello(text: try $0.resolve()) }
            $0.register(as: (any Greeting).self, tag: 1) { (text: String) in Hello(text: text) }
        }

        #expect(try container.resolve((any Greeting).self).text == "text")
        #expect(
            try container.resolve((any Greeting).self, tag: 1, arguments: "given").text == "given"
        )
    }

    @Test func `that throws has its unchanged error under the resolution error`() throws {
        let container = Container {
            $0.register { () throws -> Hello in throw Broken(reason: "no paper") }
        }

        let error = try #require(throws: ResolutionError.self) {
            try container.resolve(Hello.self)
        }

        #expect(error.code == .factoryThrew)
        #expect(error.underlying as? Broken == Broken(reason: "no paper"))
    }

    @Test func `may be a reference to a function`() throws {
        @Sendable func makeHello() -> Hello { Hello(text: "function") }
        let container = Container {
            $0.register(factory: makeHello)
            $0.register(autowiring: Card.init)
            $0.register(autowiring: { (hello: Hello) in hello as any Greeting })
        }

        #expect(try container.resolve(Card.self).greeting.text == "function")
    }

    @Test func `can be registered for a tuple, a function and a generic type`() throws {
        let container = Container {
            $0.register { (1, "a") }
            $0.register { { @Sendable (number: Int) in number + 1 } }
            $0.register { Set([1]) }
        }

        #expect(try container.resolve((Int, String).self) == (1, "a"))
        #expect(try container.resolve((@Sendable (Int) -> Int).self)(1) == 2)
        #expect(try container.resolve(Set<Int>.self) == [1])
    }

    @Test func `returns a definition with its key, scope and source site`() {
        let container = Container()

        let definition = container.register(
            .singleton,
            tag: "x",
            file: "App/Wiring.swift",
            line: 12
        ) { 1 }

        #expect(definition.key == Key("Swift.Int", tag: "x"))
        #expect(definition.description == #"Int "x", singleton at App/Wiring.swift:12"#)
    }

    @Test func `can register and resolve in a factory`() throws {
        let container = Container()
        container.register { [unowned container] (resolver: inout Resolver) in
            container.register { "late" }
            return Hello(text: try resolver.resolve())
        }

        #expect(try container.resolve(Hello.self).text == "late")
    }
}

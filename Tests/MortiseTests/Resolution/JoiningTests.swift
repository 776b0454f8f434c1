// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `A factory that captured the container` {
    private final class Core {}
    private final class Pair {
        let first: Core
        let second: Core
        init(_ first: Core, _ second: Core) {
            self.first = first
            self.second = second
        }
    }

    private final class Owner: Sendable {
        let part: Part
        init(part: Part) { self.part = part }
    }
    private final class Part: Sendable {
        let owner = WeakPocket<Owner>()
    }

    @Test func `shares the shared instances of the running resolve`() throws {
        let container = Container { $0.register(.shared) { Core() } }
        container.register { [unowned container] in
            Pair(try container.resolve(), try container.resolve())
        }
        container.register { [unowned container] (resolver: inout Resolver) in
            [try resolver.resolve(Core.self), try container.resolve(Core.self)]
        }

        let pair = try container.resolve(Pair.self)
        let cores = try container.resolve([Core].self)

        #expect(pair.first === pair.second)
        #expect(cores[0] === cores[1])
        #expect(pair.first !== cores[0])
    }

    @Test func `does so the second time as well`() throws {
        let container = Container { $0.register(.shared) { Core() } }
        container.register { [unowned container] in
            Pair(try container.resolve(), try container.resolve())
        }
        _ = try container.resolve(Pair.self)

        let pair = try container.resolve(Pair.self)

        #expect(pair.first === pair.second)
    }

    @Test func `does so with a weak capture`() throws {
        let container = Container { $0.register(.shared) { Core() } }
        container.register { [weak container] in
            let container = try #require(container)
            return Pair(try container.resolve(), try container.resolve())
        }

        let pair = try container.resolve(Pair.self)

        #expect(pair.first === pair.second)
    }

    @Test func `shares the instances of another container's resolve`() throws {
        let parent = Container { $0.register(.shared) { Core() } }
        let child = Container(parent: parent) { _ in }
        child.register { [unowned child] in Pair(try child.resolve(), try child.resolve()) }
        let other = Container { other in
            other.register { try child.resolve(Pair.self) }
        }

        let pair = try other.resolve(Pair.self)

        #expect(pair.first === pair.second)
    }

    @Test func `is part of the error path`() throws {
        let container = Container()
        container.register { [unowned container] in try [container.resolve(String.self)] }
        container.register { [unowned container] in try Set(container.resolve([String].self)) }

        let error = try #require(throws: ResolutionError.self) {
            try container.resolve(Set<String>.self)
        }

        #expect(error.code == .missingBinding)
        #expect(error.underlying == nil)
        #expect(
            error.path.map(\.key.description) == ["Set<String>", "Array<String>", "String"]
                || error.path.map(\.key.description) == ["Set<String>", "[String]", "String"]
        )
    }

    @Test func `has its cycles detected`() throws {
        let container = Container()
        container.register { [unowned container] in try [container.resolve(String.self)] }
        container.register { [unowned container] in try container.resolve([String].self)[0] }

        let error = try #require(throws: ResolutionError.self) {
            try container.resolve(String.self)
        }

        #expect(error.code == .cycle)
    }

    @Test func `has a singleton's cycle detected instead of waiting for itself`() throws {
        let container = Container()
        container.register(.singleton) { [unowned container] in
            Owner(part: try container.resolve())
        }
        container.register(.singleton) { [unowned container] in
            let part = Part()
            part.owner.value = try container.resolve(Owner.self)
            return part
        }

        let error = try #require(throws: ResolutionError.self) {
            try container.resolve(Owner.self)
        }

        #expect(error.code == .cycle)
    }

    @Test func `may close a property cycle through a step`() throws {
        let container = Container()
        container.register(.singleton) { [unowned container] in
            Owner(part: try container.resolve())
        }
        container.register(.singleton) { Part() }
            .injecting { [unowned container] _, part in
                part.owner.value = try container.resolve(Owner.self)
            }

        let owner = try container.resolve(Owner.self)

        #expect(owner.part.owner.value === owner)
        #expect(owner.part === (try container.resolve(Part.self)))
    }

    @Test func `gets the instance of a complete singleton`() throws {
        let container = Container { $0.register(.singleton) { Part() } }
        container.register(.singleton) { [unowned container] in
            Owner(part: try container.resolve())
        }
        let part = try container.resolve(Part.self)

        #expect(try container.resolve(Owner.self).part === part)
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@Suite struct `Registering a key again` {
    private final class Service: Sendable {
        let name: String
        init(_ name: String) { self.name = name }
    }

    @Test func `replaces the definition`() throws {
        let container = Container {
            $0.register { "first" }
            $0.register { "second" }
        }

        #expect(try container.resolve(String.self) == "second")
        #expect(container.graph.nodes.count == 1)
    }

    @Test func `replaces it after any number of instances`() throws {
        let container = Container { $0.register { "first" } }
        _ = try container.resolve(String.self)

        container.register { "second" }

        #expect(try container.resolve(String.self) == "second")
    }

    @Test(arguments: [Lifetime.Caching.singleton, .eagerSingleton, .weakSingleton])
    func `drops the old one's cached instance immediately`(scope: Lifetime.Caching) throws {
        let container = Container { $0.register(scope) { Service("old") } }
        weak let old = try container.resolve(Service.self)

        container.register(scope) { Service("new") }

        #expect(old == nil)
        #expect(try container.resolve(Service.self).name == "new")
    }

    @Test func `drops every instance kept for arguments`() throws {
        let container = Container {
            $0.register(.singleton) { (_: inout Resolver, name: String) in Service(name) }
        }
        weak let first = try container.resolve(Service.self, arguments: "a")
        weak let second = try container.resolve(Service.self, arguments: "b")
        #expect(first != nil && second != nil)

        container.register(.singleton) { (_: inout Resolver, name: String) in Service(name) }

        #expect(first == nil && second == nil)
    }

    @Test func `leaves other tags, arguments and types alone`() throws {
        let container = Container {
            $0.register(.singleton) { Service("plain") }
            $0.register(.singleton, tag: "a") { Service("tagged") }
            $0.register(.singleton) { (_: inout Resolver, name: String) in Service(name) }
        }
        let tagged = try container.resolve(Service.self, tag: "a")
        let given = try container.resolve(Service.self, arguments: "given")

        container.register(.singleton) { Service("new") }

        #expect(try container.resolve(Service.self, tag: "a") === tagged)
        #expect(try container.resolve(Service.self, arguments: "given") === given)
    }

    @Test func `is a duplicate in the validation`() {
        let container = Container {
            $0.register { "first" }
            $0.register { "second" }
        }

        #expect(container.validate().errors.map(\.code) == [.duplicateBinding])
    }

    @Test func `is no duplicate if it is marked as replacing`() throws {
        let container = Container {
            $0.register { "first" }
            $0.register { "second" }.replacing()
        }

        #expect(container.validate().isValid)
        #expect(try container.resolve(String.self) == "second")
    }

    @Test func `is a duplicate if an unmarked definition follows a marked one`() {
        let container = Container {
            $0.register { "first" }
            $0.register { "second" }.replacing()
            $0.register { "third" }
        }

        #expect(container.validate().errors.map(\.code) == [.duplicateBinding])
    }

    @Test func `changes the scope too`() throws {
        let container = Container { $0.register(.singleton) { Service("old") } }
        _ = try container.resolve(Service.self)

        container.register { Service("new") }

        let first = try container.resolve(Service.self)
        #expect(first !== (try container.resolve(Service.self)))
    }

    @Test func `during a resolve does not affect that resolve`() throws {
        let container = Container()
        container.register(tag: "part") { "old" }
        container.register { [unowned container] (resolver: inout Resolver) in
            container.register(tag: "part") { "new" }
            return [try resolver.resolve(String.self, tag: "part")]
        }

        let during = try container.resolve([String].self)

        #expect(during == ["old"])
        #expect(try container.resolve(String.self, tag: "part") == "new")
    }

    @Test func `during its own factory caches nothing for the old definition`() throws {
        let container = Container()
        container.register(.singleton) { [unowned container] in
            container.register(.singleton) { Service("new") }
            return Service("old")
        }

        let first = try container.resolve(Service.self)

        #expect(first.name == "old")
        #expect(try container.resolve(Service.self).name == "new")
    }
}

// SPDX-License-Identifier: MIT

import MortiseDip
import Testing

// Rules D-80 to D-85.
@Suite(.quiet) struct `Dip, collaborating` {
    private let first = DependencyContainer()
    private let second = DependencyContainer()

    final class Server {
        weak var client: Peer?
    }

    final class Peer {
        let server: Server
        init(server: Server) { self.server = server }
    }

    @Test func `D-80: one call links both directions, and keeps nothing alive`() throws {
        first.register { "first" }
        second.register { 2 }
        first.collaborate(with: first, second)
        first.collaborate(with: [second])
        #expect(try first.resolve() == 2)
        #expect(try second.resolve() == "first")
        do {
            let third = DependencyContainer { $0.register { 3.0 } }
            first.collaborate(with: third)
            #expect(try second.resolve() == 3.0)
        }
        #expect(throws: DipError.self) { try first.resolve() as Double }
    }

    @Test func `D-80: others are searched in the order linked`() throws {
        let third = DependencyContainer { $0.register { "third" } }
        second.register { "second" }
        first.collaborate(with: third, second)
        #expect(try first.resolve() == "third")
    }

    @Test func `D-81: a singleton belongs to the container that defines it`() throws {
        second.register(.singleton) { ServiceImp() }
        first.collaborate(with: second)
        let instance: ServiceImp = try first.resolve()
        #expect(try second.resolve() as ServiceImp === instance)
    }

    @Test func `D-82: singletons of one key in two containers stay apart, and survive a reset`()
        throws
    {
        for container in [first, second] {
            container.register(.singleton) { ServiceImp() }
            _ = try container.resolve() as ServiceImp
        }
        let third = DependencyContainer()
        third.collaborate(with: first)
        first.collaborate(with: second)
        let instance: ServiceImp = try first.resolve()
        #expect(try third.resolve() as ServiceImp === instance)
        #expect(try second.resolve() as ServiceImp !== instance)
        second.reset()
        #expect(try third.resolve() as ServiceImp === instance)
    }

    @Test
    func `D-83: the own definition and own wiring come first; arguments and tags are passed on`()
        throws
    {
        first.register { (number: Int) in "wired \(number)" }
        first.register { 1 }
        second.register { "second" }
        second.register(tag: "tag") { (number: Double) in "\(number)" }
        first.collaborate(with: second)
        #expect(try first.resolve() == "wired 1")
        #expect(try first.resolve(tag: "tag", arguments: 2.5) == "2.5")
        let error = thrown { _ = try first.resolve() as ServiceImp }
        #expect(missingKey(error) == DefinitionKey(type: ServiceImp.self))
    }

    @Test func `D-83: the own definition comes first, even without the tag`() throws {
        first.register { "own" }
        first.register { (_: Int) in 5.5 }
        first.register { 1 }
        second.register(tag: "tag") { "theirs" }
        second.register(tag: "tag") { 6.5 }
        second.register(tag: "tag") { ServiceImp(name: "theirs") }
        first.collaborate(with: second)
        #expect(try first.resolve(tag: "tag") == "own")
        #expect(try first.resolve(tag: "tag") == 5.5)
        #expect(try (first.resolve(tag: "tag") as ServiceImp).name == "theirs")
    }

    @Test func `D-83: of two linked containers, one with the tag comes before one without`()
        throws
    {
        let third = DependencyContainer { $0.register(tag: "tag") { "third, tagged" } }
        second.register { "second" }
        first.collaborate(with: second, third)
        #expect(try first.resolve(tag: "tag") == "third, tagged")
        #expect(try first.resolve(tag: "other") == "second")
    }

    final class Tagged {
        @MortiseDip.Injected(tag: "a") var first: ServiceImp?
        @MortiseDip.Injected(tag: "a") var second: ServiceImp?
        @MortiseDip.Injected(tag: "b") var other: ServiceImp?
    }

    @Test(arguments: [ComponentScope.shared, .singleton])
    func `D-24: one instance for each tag that a property requests from another container`(
        _ scope: ComponentScope
    ) throws {
        second.register(scope) { ServiceImp() }
        first.register { Tagged() }
        first.collaborate(with: second)
        let tagged: Tagged = try first.resolve()
        #expect(tagged.first != nil && tagged.first === tagged.second)
        #expect(tagged.other != nil && tagged.other !== tagged.first)
        let again: ServiceImp = try second.resolve(tag: "a")
        #expect((again === tagged.first) == (scope == .singleton))
    }

    @Test func `D-24: one instance for each tag and value, from either container`() throws {
        second.register(.singleton) { (number: Int) in ServiceImp(name: "\(number)") }
        first.collaborate(with: second)
        let instance: ServiceImp = try first.resolve(tag: "a", arguments: 1)
        for container in [first, second] {
            #expect(try container.resolve(tag: "a", arguments: 1) as ServiceImp === instance)
            #expect(try container.resolve(tag: "b", arguments: 1) as ServiceImp !== instance)
            #expect(try container.resolve(tag: "a", arguments: 2) as ServiceImp !== instance)
            #expect(try container.resolve(arguments: 1) as ServiceImp !== instance)
        }
    }

    @Test func `D-56: own wiring uses others for missing parameters, and its failure is the error`()
        throws
    {
        first.register { (name: String) in ServiceImp(name: name) }
        second.register { ServiceImp(name: "second") }
        first.collaborate(with: second)
        let error = wiring(thrown { _ = try first.resolve() as ServiceImp })
        #expect(missingKey(error?.underlying) == DefinitionKey(type: String.self))
        second.register { "from second" }
        #expect(try (first.resolve() as ServiceImp).name == "from second")
    }

    @Test func `D-83: the error of a definition elsewhere is the error`() throws {
        second.register { () -> ServiceImp in throw Refusal() }
        first.collaborate(with: second)
        #expect(throws: Refusal()) { try first.resolve() as ServiceImp }
    }

    @Test func `D-84: a graph and a cycle span containers`() throws {
        let (first, second) = (first, second)
        first.register { [unowned first] in Peer(server: try first.resolve()) }
        second.register { Server() }.resolvingProperties { $1.client = try $0.resolve() }
        first.collaborate(with: second)
        let peer: Peer = try first.resolve()
        #expect(peer.server.client === peer)
    }

    @Test func `D-79: a context spans containers`() throws {
        let (first, second) = (first, second)
        second.register { [unowned second] () -> any Service in
            #expect(second.context.injectedInType == Client.self)
            return ServiceImp()
        }
        first.register { [unowned first] in Client(service: try first.resolve()) }
        first.collaborate(with: second)
        _ = try first.resolve() as Client
        #expect(throws: DipError.self) { try first.resolve() as Int }
    }

    @Test func `D-85: threads that resolve in opposite directions do not deadlock`()
        async throws
    {
        final class A: Sendable {}
        final class B: Sendable {}
        for _ in 0..<50 {
            let (first, second) = (DependencyContainer(), DependencyContainer())
            first.register(.singleton) { A() }
            second.register(.singleton) { B() }
            first.collaborate(with: second)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { _ = (try first.resolve() as B, try second.resolve() as A) }
                group.addTask { _ = (try second.resolve() as A, try first.resolve() as B) }
                try await group.waitForAll()
            }
        }
    }
}

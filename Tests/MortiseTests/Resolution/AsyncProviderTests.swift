// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Connection: Sendable {
    let name: String
    init(_ name: String = "connection") async {
        await Task.yield()
        self.name = name
    }
}

/// Synchronous, and uses what is asynchronous.
private final class Uploads: Sendable {
    let connect: AsyncProvider<Connection>
    init(connect: AsyncProvider<Connection>) { self.connect = connect }

    func send() async throws -> String { try await connect().name }
}

private struct Plain: Sendable { var name = "plain" }

@MainActor private final class Model {
    let title = "model"
}

/// Cannot leave the main actor.
private final class Draft {}

private final class Parent: Sendable {
    let child: AsyncProvider<Child>
    init(child: AsyncProvider<Child>) async { self.child = child }
}

private final class Child: Sendable {
    let parent: Parent
    init(parent: Parent) async { self.parent = parent }
}

@Suite struct `An asynchronous provider` {
    @Test func `of an optional gives nil if nothing is registered`() async throws {
        let container = Container {
            $0.register { (connect: AsyncProvider<Connection?>) in Pocket(connect) }
        }
        let provider = container.async.provider(of: Connection?.self)

        #expect(try await provider() == nil)
        #expect(try await provider("a") == nil)
        #expect(try await container.async.provider(of: Connection?.self, tag: "a")() == nil)
        let held = try #require(container.resolve(Pocket<AsyncProvider<Connection?>>.self).value)
        #expect(try await held() == nil)

        container.register { await Connection() }
        #expect(try await provider()?.name == "connection")
    }

    @Test func `serves a synchronous singleton`() async throws {
        let connected = Tally()
        let made = Tally()
        let container = Container {
            $0.register { () async -> Connection in
                connected.next()
                return await Connection()
            }
            $0.register(.singleton) { (connect: AsyncProvider<Connection>) in
                made.next()
                return Uploads(connect: connect)
            }
        }

        let uploads = try container.resolve(Uploads.self)
        #expect(connected.count == 0)

        #expect(try await uploads.send() == "connection")
        #expect(try await uploads.send() == "connection")
        #expect(connected.count == 2)
        #expect(made.count == 1)
        #expect(container.validate().isValid)
    }

    @Test func `resolves what every lane has`() async throws {
        let container = Container {
            $0.register { Plain() }
            $0.register(.singleton) { await Connection() }
            $0.main.register { Model() }
        }

        let plain = try await container.async.provider(of: Plain.self)()
        let connection = try await container.async.provider(of: Connection.self)()
        let model = try await container.async.provider(of: Model.self)()

        #expect(plain.name == "plain")
        #expect(try container.resolve(Connection.self) === connection)
        #expect(model.title == "model")
    }

    @Test func `takes arguments when it is used`() async throws {
        let container = Container {
            $0.register { (_: inout AsyncResolver, first: String, second: Int) async in
                await Connection("\(first)\(second)")
            }
        }
        let provider = container.async.provider(of: Connection.self)

        #expect(try await provider("a", 1).name == "a1")
        #expect(try await provider("b", 2).name == "b2")
    }

    @Test func `resolves with its tag`() async throws {
        let container = Container {
            $0.register { await Connection("plain") }
            $0.register(tag: "a") { await Connection("tagged") }
            $0.async.register(tag: "a") { (number: Int) in await Connection("tagged \(number)") }
        }
        let provider = container.async.provider(of: Connection.self, tag: "a")

        #expect(try await provider().name == "tagged")
        #expect(try await provider(1).name == "tagged 1")
        let resolved = try container.resolve(AsyncProvider<Connection>.self, tag: "a")
        #expect(try await resolved().name == "tagged")
    }

    @Test func `inherits the tag of the instance it is made for`() async throws {
        let container = Container {
            $0.register { await Connection("plain") }
            $0.register(tag: "a") { await Connection("tagged") }
            $0.async.register(tag: "a") { (number: Int) in await Connection("tagged \(number)") }
            $0.register { Uploads(connect: $0.asyncProvider(tag: .inherited)) }.forAnyTag()
        }

        let tagged = try container.resolve(Uploads.self, tag: "a")
        let other = try container.resolve(Uploads.self, tag: "b")

        #expect(try await tagged.send() == "tagged")
        #expect(try await tagged.connect(2).name == "tagged 2")
        #expect(try await other.send() == "plain")
    }

    @Test func `is wired in every lane`() async throws {
        let container = Container {
            $0.register { await Connection() }
            $0.register(tag: "sync") { Uploads(connect: $0) }
            $0.async.register(tag: "async") { Uploads(connect: $0) }
            $0.main.register(tag: "main") { Uploads(connect: $0) }
            $0.register(tag: "resolver") { Uploads(connect: $0.asyncProvider()) }
            $0.register(tag: "async resolver") { resolver async in
                Uploads(connect: resolver.asyncProvider())
            }
        }

        for tag in ["sync", "async", "main", "resolver", "async resolver"] {
            let uploads = try await container.async.resolve(Uploads.self, tag: tag)
            #expect(try await uploads.send() == "connection")
        }
    }

    @Test func `makes one singleton for many tasks`() async throws {
        let made = Tally()
        let container = Container {
            $0.register(.singleton) { () async -> Connection in
                made.next()
                return await Connection()
            }
            $0.register(.singleton) { Uploads(connect: $0) }
        }
        let uploads = try container.resolve(Uploads.self)

        let names = try await withThrowingTaskGroup(of: Connection.self) { group in
            for _ in 0..<100 { group.addTask { try await uploads.connect() } }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(made.count == 1)
        #expect(names.count == 100)
        #expect(names.allSatisfy { $0 === names[0] })
    }

    @Test func `breaks a cycle of asynchronous instances`() async throws {
        let container = Container {
            $0.async.register(.singleton, autowiring: Parent.init)
            $0.async.register(.singleton, autowiring: Child.init)
        }

        let parent = try await container.async.resolve(Parent.self)

        #expect(try await parent.child().parent === parent)
        #expect(container.validate().isValid)
    }

    @Test func `used inside an asynchronous factory does not hide a cycle`() async {
        let container = Container {
            $0.register(.singleton) { resolver async throws in
                let child: AsyncProvider<Child> = resolver.asyncProvider()
                _ = try await child()
                return await Parent(child: child)
            }
            $0.async.register(.singleton, autowiring: Child.init)
        }

        let error = await #expect(throws: ResolutionError.self) {
            try await container.async.resolve(Parent.self)
        }

        #expect(error?.code == .cycle)
    }

    @Test func `does not keep its container`() async throws {
        var container: Container? = Container { $0.register { await Connection() } }
        let provider = try #require(container?.async.provider(of: Connection.self, tag: "a"))
        weak let gone = container

        container = nil

        #expect(gone == nil)
        let error = await #expect(throws: ResolutionError.self) { try await provider() }
        #expect(error?.code == .containerGone)
        #expect(error?.key.tag == "a")
        await #expect(throws: ResolutionError.self) { try await provider(1) }
    }

    @Test func `keeps its container for as long as a resolve runs`() async throws {
        let gate = Gate()
        let begun = Gate()
        var container: Container? = Container {
            $0.register { () async -> Connection in
                begun.open()
                await gate.wait()
                return await Connection()
            }
        }
        let provider = try #require(container?.async.provider(of: Connection.self))

        let task = Task { try await provider().name }
        await begun.wait()
        container = nil
        gate.open()

        #expect(try await task.value == "connection")
    }

    @Test func `throws for a cancelled task that waits`() async throws {
        let gate = Gate()
        let begun = Gate()
        let container = Container {
            $0.register(.singleton) { () async -> Connection in
                begun.open()
                await gate.wait()
                return await Connection()
            }
        }
        let provider = container.async.provider(of: Connection.self)

        let task = Task { try await provider().name }
        await begun.wait()
        task.cancel()

        await #expect(throws: CancellationError.self) { try await task.value }
        gate.open()
    }

    @Test func `is a deferred edge of the graph`() async throws {
        let container = Container {
            $0.register(.scoped(.request)) { await Connection() }
            $0.register { Uploads(connect: $0) }
            $0.register { resolver async in [resolver.asyncProvider(of: Connection.self)] }
        }
        let scope = try container.openScope(.request)
        #expect(try await scope.resolve(Uploads.self).send() == "connection")
        _ = try await container.async.resolve([AsyncProvider<Connection>].self)

        let edges = container.graph.nodes.flatMap(\.dependencies)

        #expect(edges.map(\.kind) == [.deferred, .deferred])
        #expect(edges.allSatisfy { $0.key.type.description == "Connection" })
        #expect(container.validate().errors.isEmpty)
    }

    @Test func `says to hold another one for what cannot leave the main actor`() async throws {
        let container = Container {
            $0.main.register { Draft() }
            $0.register { (draft: AsyncProvider<Draft>) in [draft] }
        }
        let warning = try #require(container.validate().warnings.first)
        #expect(warning.code == .needsMainActor)
        #expect(warning.fact.hasSuffix("cannot leave it"))
        let provider = container.async.provider(of: Draft.self)

        let error = await #expect(throws: ResolutionError.self) { _ = try await provider() }

        #expect(error?.code == .needsMainActor)
        #expect(error?.description.contains("hold a MainActorProvider of Draft") == true)
    }
}

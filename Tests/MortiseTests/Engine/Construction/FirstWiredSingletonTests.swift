// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@testable import Mortise

/// What must be the same whether the ledger tracks the first instance or not.
@Suite struct `The first singleton whose parameters are resolved by type` {
    private final class Service: Sendable {}

    private final class Client: Sendable {
        let service: Service
        let isTracked: Bool

        init(_ service: Service) {
            self.service = service
            isTracked = ThreadRecord.current?.pointee.session != nil
        }
    }

    private func makeContainer() -> Container {
        Container {
            $0.register(.singleton) { Service() }
            $0.register(.singleton) { Client($0) }
        }
    }

    /// The dependencies that a container's graph knows of all its definitions.
    private func dependencies(_ container: Container) -> [[Dependency]] {
        container.graph.nodes.map(\.dependencies)
    }

    @Test func `is not tracked`() async throws {
        let container = makeContainer()
        let client = try await onThread { try container.resolve(Client.self) }.get()
        #expect(!client.isTracked)

        let other = makeContainer()
        let child = Container(parent: other) {
            $0.register(.singleton) { [try $0.resolve(Client.self)] }
        }
        let clients = try child.resolve([Client].self)
        #expect(clients.map(\.isTracked) == [false])
        #expect(try clients.first === other.resolve(Client.self))
    }

    @Test func `is not tracked in an overlay`() throws {
        let container = makeContainer()
        let overlay = container.overriding()

        let client = try overlay.resolve(Client.self)

        #expect(!client.isTracked)
        #expect(try overlay.resolve(Client.self) === client)
        #expect(try overlay.resolve(Service.self) === client.service)
        #expect(try container.resolve(Client.self) !== client)
    }

    private final class Shop: Sendable {
        let make: Provider<Client>
        let service: Service?

        init(_ make: Provider<Client>, _ service: Service?) {
            self.make = make
            self.service = service
        }
    }

    @Test func `adds nothing to the dependencies that the graph knows`() throws {
        let container = makeContainer()
        container.register(.singleton) { Shop($0, $1) }
        let overlay = container.overriding()
        let before = dependencies(overlay)

        for asked in [container, overlay] {
            for _ in 1...2 {
                _ = try asked.resolve(Shop.self).make()
                #expect(dependencies(overlay) == before)
                asked.dropInstances()
            }
        }
    }

    @Test func `adds nothing to them either if it is made asynchronously`() async throws {
        let container = makeContainer()
        container.async.register(.singleton) { Shop($0, $1) }
        let before = dependencies(container)

        _ = try await container.async.resolve(Shop.self).make()

        #expect(dependencies(container) == before)
    }

    @Test func `is found if it holds what lives shorter`() throws {
        let container = Container {
            $0.register(.scoped("visit")) { Service() }
            $0.register(.singleton) { Client($0) }
        }
        let visit = try container.openScope("visit")
        let before = visit.validate().errors.map(\.code)

        expectRefusal(.captiveDependency) { try visit.resolve(Client.self) }

        #expect(before == [.captiveDependency])
        #expect(visit.validate().errors.map(\.code) == before)
    }

    @Test func `is made by a later request if a parameter failed`() throws {
        struct Refusal: Error {}
        let mayMake = Flag()
        let container = Container {
            $0.register(.singleton) {
                if !mayMake.isSet { throw Refusal() }
                return Service()
            }
            $0.register(.singleton) { Client($0) }
        }
        let error = #expect(throws: ResolutionError.self) { try container.resolve(Client.self) }
        #expect(error?.path.count == 2)
        #expect(error?.underlying is Refusal)
        mayMake.set()

        let client = try container.resolve(Client.self)

        #expect(try container.resolve(Client.self) === client)
        #expect(try container.resolve(Service.self) === client.service)
    }

    @Test func `is refused if a parameter needs it, and made if only a step does`() throws {
        final class Egg: @unchecked Sendable {
            let hen: Hen
            init(_ hen: Hen) { self.hen = hen }
        }
        final class Hen: @unchecked Sendable {
            var egg: Egg?
            init() {}
            init(_ egg: Egg) { self.egg = egg }
        }
        let strict = Container {
            $0.register(.singleton) { Egg($0) }
            $0.register(.singleton) { (egg: Egg) in Hen(egg) }
        }
        expectRefusal(.cycle) { try strict.resolve(Egg.self) }
        expectRefusal(.cycle) { try strict.resolve(Hen.self) }

        let lenient = Container {
            $0.register(.singleton) { Egg($0) }
            $0.register(.singleton) { Hen() }.injecting { $1.egg = try $0.resolve() }
        }
        let egg = try lenient.resolve(Egg.self)
        #expect(egg.hen.egg === egg)
        #expect(try lenient.resolve(Hen.self) === egg.hen)
    }

    @Test func `waits for a parameter that another thread makes`() async throws {
        for _ in 1...20 {
            let (made, begins, goesOn) = (Tally(), Flag(), Flag())
            let container = Container {
                $0.register(.singleton) {
                    made.next()
                    begins.set()
                    goesOn.sleepUntilSet()
                    return Service()
                }
                $0.register(.singleton) {
                    made.next()
                    return Client($0)
                }
            }
            async let service = onThread { try container.resolve(Service.self) }
            await eventually { begins.isSet }
            async let first = onThread { try container.resolve(Client.self) }
            async let second = onThread { try container.resolve(Client.self) }
            goesOn.set()

            let client = try await first.get()
            #expect(try await second.get() === client)
            #expect(try await service.get() === client.service)
            #expect(made.count == 2)
        }
    }

    @Test func `is wrapped, and is disposed of when its container closes`() async throws {
        let disposed = Tally()
        let container = Container {
            $0.register(.singleton) { Service() }
            $0.register(.singleton) { Client($0) }.onClose { _ in disposed.next() }
            $0.decorate(Client.self) { original, _ in Client(original.service) }
        }

        let client = try container.resolve(Client.self)

        #expect(try container.resolve(Client.self) === client)
        #expect(try container.resolve(Service.self) === client.service)
        try await container.close()
        #expect(disposed.count == 1)
    }

    @Test func `keeps the tag of its request for its parameters`() throws {
        struct Name: Sendable { let text: String }
        let container = Container {
            $0.register(.singleton, tag: "a") { Name(text: "a") }
            $0.register(.singleton) { Name(text: "plain") }
            $0.register(.singleton, tag: "a") { (name: Name) in [name.text] }
        }

        #expect(try container.resolve([String].self, tag: "a") == ["plain"])
    }
}

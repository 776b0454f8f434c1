// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

/// Whether the engine tracks the construction of an instance while its factory runs.
private enum Building: Equatable {
    case untracked, tracked

    static var now: Building? {
        guard let thread = ThreadRecord.current else { return nil }
        return thread.pointee.session == nil ? .untracked : .tracked
    }
}

@Suite struct `The first instance that a container keeps` {
    private final class Service: Sendable {
        let building = Building.now
    }

    private final class Client: Sendable {
        let service: Service
        let building = Building.now

        init(_ service: Service) { self.service = service }
    }

    @Test func `is not tracked on a thread that has resolved nothing before`() async throws {
        let container = Container { $0.register(.singleton) { Service() } }

        let service = try await onThread { try container.resolve(Service.self) }.get()

        #expect(service.building == .untracked)
    }

    @Test func `is not tracked, whichever request makes it`() throws {
        let container = Container {
            $0.register(.singleton) { Service() }
            $0.register(.singleton) { Client(try $0.resolve()) }
        }
        let child = Container(parent: container)

        let client = try child.resolve(Client.self)

        #expect(client.building == .untracked)
        #expect(client.service.building == .untracked)
    }

    @Test func `is not tracked inside a factory that was called before`() throws {
        let container = Container()
        let makes = Flag()
        container.register { makes.isSet ? [try $0.resolve(Service.self)] : [] }
        container.register(.singleton) { Service() }
        #expect(try container.resolve([Service].self).isEmpty)
        makes.set()

        #expect(try container.resolve([Service].self).map(\.building) == [.untracked])
    }

    @Test func `seals its definition even if its factory threw`() async {
        struct Refusal: Error {}
        await #expect(processExitsWith: .failure) {
            let container = Container()
            let definition = container.register(.singleton) { () -> Int in throw Refusal() }
            _ = try? container.resolve(Int.self)
            definition.injecting { _, _ in }
        }
    }

    @Test func `is made by a later request if its factory threw`() throws {
        struct Refusal: Error {}
        let container = Container()
        let mayMake = Flag()
        container.register(.singleton) {
            if !mayMake.isSet { throw Refusal() }
            return Service()
        }
        #expect(throws: ResolutionError.self) { try container.resolve(Service.self) }
        mayMake.set()

        let service = try container.resolve(Service.self)

        #expect(service.building == .untracked)
        #expect(try container.resolve(Service.self) === service)
    }

    @Test func `is made once by threads that ask at the same time`() async throws {
        for _ in 1...50 {
            let made = Tally()
            let container = Container {
                $0.register(.singleton) {
                    made.next()
                    return Service()
                }
            }
            async let first = onThread { try container.resolve(Service.self) }
            async let second = onThread { try container.resolve(Service.self) }

            #expect(try await first.get() === second.get())
            #expect(made.count == 1)
        }
    }
}

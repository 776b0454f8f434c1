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
}

// SPDX-License-Identifier: MIT

import Mortise
import Testing

private enum Request {
    @TaskLocal static var number: Int?
}

private final class Seen: Sendable {
    let number = Request.number
}

extension ScopeName {
    fileprivate static let taskLocals: ScopeName = "task-local request"
}

@Suite struct `The task-local values that a factory sees` {
    @Test func `are the first requester's, for scoped instances`() async throws {
        let container = Container {
            $0.register(.scoped(.taskLocals)) { (_: inout AsyncResolver) async -> Seen in Seen() }
        }
        let scope = try container.openScope(.taskLocals)

        let first = try await Request.$number.withValue(1) {
            try await scope.async.resolve(Seen.self)
        }
        let second = try await Request.$number.withValue(2) {
            try await scope.async.resolve(Seen.self)
        }

        #expect(first.number == 1)
        #expect(second === first)
        try await scope.close()
    }

    @Test func `stay the first requester's, even if that is cancelled while others wait`()
        async throws
    {
        let isInFactory = Flag()
        let goesOn = Gate()
        let container = Container {
            $0.register(.scoped(.taskLocals)) { (_: inout AsyncResolver) async -> Seen in
                isInFactory.set()
                await goesOn.wait()
                return Seen()
            }
        }
        let scope = try container.openScope(.taskLocals)
        let first = Request.$number.withValue(1) {
            Task { try await scope.async.resolve(Seen.self) }
        }
        await eventually { isInFactory.isSet }
        let second = Request.$number.withValue(2) {
            Task { try await scope.async.resolve(Seen.self) }
        }
        await eventually { waiters(of: Seen.self) >= 2 }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        goesOn.open()

        #expect(try await second.value.number == 1)
        try await scope.close()
    }

    @Test func `are empty for an asynchronous singleton, which outlives its requester`()
        async throws
    {
        let container = Container {
            $0.register(.singleton) { (_: inout AsyncResolver) async -> Seen in Seen() }
        }

        let seen = try await Request.$number.withValue(1) {
            try await container.async.resolve(Seen.self)
        }

        #expect(seen.number == nil)
    }

    @Test func `are the requester's, for unique and for synchronous instances`()
        async throws
    {
        let container = Container {
            $0.register { (_: inout AsyncResolver) async -> Seen in Seen() }
            $0.register(.scoped(.taskLocals), tag: "scoped") { Seen() }
            $0.register(.singleton, tag: "kept") { Seen() }
        }
        let scope = try container.openScope(.taskLocals)

        let all = try await Request.$number.withValue(1) {
            try await [
                scope.async.resolve(Seen.self),
                scope.async.resolve(Seen.self, tag: "scoped"),
                container.async.resolve(Seen.self, tag: "kept"),
            ]
        }
        #expect(all.map(\.number) == [1, 1, 1])
        try await scope.close()
    }

    @Test func `include the current container`() async throws {
        let app = Container(name: "app")
        let container = Container {
            $0.register(.scoped(.taskLocals)) { (_: inout AsyncResolver) async -> Names in
                Names(current: Container.currentIfAny?.name)
            }
        }
        let scope = try container.openScope(.taskLocals)

        let names = try await Container.withCurrent(app) {
            try await scope.async.resolve(Names.self)
        }

        #expect(names.current == "app")
        try await scope.close()
    }

    private final class Names: Sendable {
        let current: String?

        init(current: String?) { self.current = current }
    }
}

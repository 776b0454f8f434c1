// SPDX-License-Identifier: MIT

import Measuring
import Mortise
import Testing

extension ScopeName {
    fileprivate static let request: ScopeName = "request"
}

private final class Session: AsyncClosable, Sendable {
    private let closed: Count

    init(_ closed: Count) { self.closed = closed }

    func close() async throws {
        await Task.yield()
        closed.add()
    }
}

@Suite struct `A hundred thousand scopes` {
    /// In a process of its own: while Swift Testing runs tests it remembers the place of each thrown
    /// error, also of those that unwind synchronous attempts, and grows by some megabytes.
    @Test func `with asynchronous disposers leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            let closed = Count()
            let app = Container {
                $0.register(.scoped(.request)) { Session(closed) }
                $0.register(.scoped(.request), tag: "late") { () async -> Session in
                    await Task.yield()
                    return Session(closed)
                }
            }
            func serve(_ count: Int) async throws {
                for _ in 0..<count {
                    try await app.withScope(.request) { scope in
                        _ = try scope.resolve(Session.self)
                        _ = try await scope.async.resolve(Session.self, tag: "late")
                    }
                }
            }
            // Threads that come late have buffers of their own: they are there by then.
            try await serve(200_000)
            let before = Heap.bytesInUse

            try await serve(100_000)

            let grown = Heap.bytesInUse - before
            #expect(closed.value == 600_000)
            // Half of the smallest object for each of them.
            #expect(grown < 100_000 * 16, "the heap has grown by \(grown) bytes")
        }
    }
}

// SPDX-License-Identifier: MIT

import Measuring
import Mortise
import Synchronization

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

extension ScopeName {
    fileprivate static let request: ScopeName = "request"
}

/// Counts from any thread.
private final class Count: Sendable {
    let value = Atomic(0)
    func add() { value.add(1, ordering: .relaxed) }
}

private final class Session: AsyncClosable, Sendable {
    private let closed: Count

    init(_ closed: Count) { self.closed = closed }

    func close() async throws {
        await Task.yield()
        closed.add()
    }
}

/// A hundred thousand scopes with asynchronous disposers leave nothing behind.
///
/// It is no test: Swift Testing remembers the place of each thrown error, also of those that unwind
/// synchronous attempts, in the processes of its exit tests as well, and grows by some megabytes.
@main enum Soak {
    static func main() async throws {
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
        let count = closed.value.load(ordering: .relaxed)
        print("soak: \(count) instances are closed, the heap has grown by \(grown) bytes")
        // Half of the smallest object for each of them.
        guard count == 600_000, grown < 100_000 * 16 else {
            print("soak: 600000 have to be closed, and less than \(100_000 * 16) bytes be left")
            exit(1)
        }
    }
}

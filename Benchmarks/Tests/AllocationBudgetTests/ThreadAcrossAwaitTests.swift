// SPDX-License-Identifier: MIT

import Foundation
import Measuring
import Mortise
import Testing

private final class Part: Sendable {}

/// Two parts that are the same one if the container knows that its factory's thread is resolving.
///
/// Generic, because the resolve of a type with only one call site is inlined there.
private struct Pair<Place>: Sendable {
    let resolved: Part
    let captured: Part

    var isJoined: Bool { resolved === captured }
}

private enum First {}
private enum Second {}
private enum Third {}

/// Runs each job on the next one of three threads.
// @unchecked: guarded by the lock.
private final class Alternating: TaskExecutor, @unchecked Sendable {
    private let lock = NSLock()
    private let threads = [JobThread(), JobThread(), JobThread()]
    private var turn = 0

    deinit { for thread in threads { thread.end() } }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let thread = lock.withLock {
            turn = (turn + 1) % threads.count
            return threads[turn]
        }
        thread.run { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

private final class JobThread: Sendable {
    private let bodies = BlockingQueue<@Sendable () -> Void>()

    init() { Thread.detachNewThread { [bodies] in while let body = bodies.next() { body() } } }

    func run(_ body: @escaping @Sendable () -> Void) { bodies.add(body) }

    func end() { bodies.end() }
}

/// Here and not in the library's tests, because only optimised code keeps an address.
@Suite(.timeLimit(.minutes(1))) struct `A task that changes its thread in an await` {
    @Test func `resolves on its current thread`() async throws {
        let container = Container { $0.register(.shared) { Part() } }
        Self.register(Pair<First>.self, in: container)
        Self.register(Pair<Second>.self, in: container)
        Self.register(Pair<Third>.self, in: container)

        let rounds = try await Task(executorPreference: Alternating()) {
            var rounds: [Seen] = []
            // The first uses of a thread and a definition take another path.
            for _ in 1...20 { rounds.append(try await Self.cross(container)) }
            return rounds
        }.value

        for seen in rounds {
            #expect(seen.threads[0] != seen.threads[1])
            #expect(seen.threads[1] != seen.threads[2])
            #expect(seen.isJoined == [true, true, true])
        }
    }

    private struct Seen: Sendable {
        var threads: [ObjectIdentifier] = []
        var isJoined: [Bool] = []
    }

    @inline(never)
    private static func register<Place>(_: Pair<Place>.Type, in container: Container) {
        container.register { [unowned container] (resolver: inout Resolver) throws -> Pair<Place> in
            Pair(resolved: try resolver.resolve(), captured: try container.resolve())
        }
    }

    /// One function without a loop, so that the three calls are optimised together.
    @inline(never)
    private static func cross(_ container: Container) async throws -> Seen {
        var seen = Seen()
        seen.isJoined.append(try container.resolve(Pair<First>.self).isJoined)
        seen.threads.append(threadName())
        await leave(seen.threads[0])
        seen.isJoined.append(try container.resolve(Pair<Second>.self).isJoined)
        seen.threads.append(threadName())
        await leave(seen.threads[1])
        seen.isJoined.append(try container.resolve(Pair<Third>.self).isJoined)
        seen.threads.append(threadName())
        return seen
    }

    /// Moves the task to another thread, which may take several jobs.
    @inline(never)
    private static func leave(_ thread: ObjectIdentifier) async {
        repeat { await Task.yield() } while threadName() == thread
    }

    @inline(never)
    private static func threadName() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }
}

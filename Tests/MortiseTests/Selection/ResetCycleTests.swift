// SPDX-License-Identifier: MIT

import Mortise
import Testing

private final class Left: Sendable {
    let right = Locked<Right?>(nil)
}

private final class Right: Sendable {
    let left: Left
    init(_ left: Left) { self.left = left }
}

/// A container with a cycle whose halves are kept.
private func makeApp(isAsync: Bool) -> Container {
    Container {
        @Sendable func connect(_ resolver: inout Resolver, _ left: Left) throws {
            let right = try resolver.resolve(Right.self)
            left.right.withLock { $0 = right }
        }
        if isAsync {
            $0.register(.singleton) { () async throws -> Left in
                await Task.yield()
                return Left()
            }
            .injecting(connect)
        } else {
            $0.register(.singleton) { Left() }.injecting(connect)
        }
        $0.register(.singleton) { Right($0) }
    }
}

@Suite struct `Resetting a cycle` {
    @Test func `keeps or drops both halves while a thread builds them`() async throws {
        try await race(rounds: Rounds.many, threads: 2) { _ in
            makeApp(isAsync: false)
        } run: { app, thread, round in
            if thread == 0 { return _ = try app.resolve(Left.self) }
            for _ in 0..<round % 30 { app.dropInstances() }
        } check: { app, outcomes in
            for outcome in outcomes { try outcome.get() }
            let left = try app.resolve(Left.self)
            let right = try app.resolve(Right.self)
            #expect(left.right.withLock { $0 } === right && right.left === left)
        }
    }

    @Test func `keeps or drops both halves while tasks build them`() async throws {
        for round in 0..<Rounds.many {
            let app = makeApp(isAsync: true)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<4 {
                    group.addTask {
                        for _ in 0..<3 {
                            if number < 2 {
                                _ = try await app.async.resolve(Left.self)
                            } else {
                                _ = try await app.async.resolve(Right.self)
                            }
                        }
                    }
                }
                group.addTask {
                    for _ in 0..<round % 30 { app.dropInstances() }
                }
                try await group.waitForAll()
            }
            let left = try await app.async.resolve(Left.self)
            let right = try await app.async.resolve(Right.self)
            #expect(left.right.withLock { $0 } === right && right.left === left)
        }
    }
}

// SPDX-License-Identifier: MIT

import Foundation

/// How often a race is run.
///
/// Sanitizers make everything several times slower.
enum Rounds {
    #if MORTISE_SANITIZED
    static let many = 200
    static let some = 50
    static let operations = 3_000
    static let replacements = 3_000
    #else
    static let many = 2_000
    static let some = 400
    static let operations = 20_000
    #if DEBUG
    static let replacements = 10_000
    #else
    static let replacements = 20_000
    #endif
    #endif
}

/// What one thread of a race came back with.
typealias Outcome<Value> = Result<Value, any Error>

/// Has several threads do something at the same time with a fixture of their own, again and again.
///
/// - Parameters:
///   - rounds: How often.
///   - threads: How many threads.
///   - stackSize: The size of each thread's stack in bytes; the system's default if `nil`.
///   - make: Makes the fixture of a round.
///   - body: What each thread does. Gets the fixture, the thread's number and the round's.
///   - check: Looks at the fixture and at what the threads came back with, in their order.
///
/// One race at a time: more would only take each other's processors. Whoever waits for it keeps no
/// thread from other tests.
///
/// - Throws: What `make` and `check` throw; ``ThreadTeam/Hang`` if a thread does not come back.
func race<Fixture: Sendable, Value: Sendable>(
    rounds: Int,
    threads: Int,
    stackSize: Int? = nil,
    _ make: (_ round: Int) throws -> Fixture,
    run body: @escaping @Sendable (Fixture, _ thread: Int, _ round: Int) throws -> Value,
    check: (Fixture, [Outcome<Value>]) throws -> Void
) async throws {
    await Turnstile.races.enter()
    defer { Turnstile.races.leave() }
    let team = ThreadTeam(threads, stackSize: stackSize)
    defer { team.dismiss() }
    for round in 0..<rounds {
        let fixture = try make(round)
        let outcomes = Outcomes<Value>(threads)
        try await onThread {
            try team.run { index in
                outcomes.set(index, Result { try body(fixture, index, round) })
            }
        }.get()
        try check(fixture, outcomes.take())
    }
}

/// Collects what threads come back with.
// @unchecked: guarded by the lock.
private final class Outcomes<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Outcome<Value>?]

    init(_ count: Int) { values = Array(repeating: nil, count: count) }

    func set(_ index: Int, _ outcome: Outcome<Value>) {
        lock.withLock { values[index] = outcome }
    }

    func take() -> [Outcome<Value>] {
        lock.withLock {
            defer { values = [] }
            return values.compactMap { $0 }
        }
    }
}

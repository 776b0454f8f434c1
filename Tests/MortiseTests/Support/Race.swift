// SPDX-License-Identifier: MIT

import Foundation

/// The numbers of rounds of a race.
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

/// The result of one thread of a race.
typealias Outcome<Value> = Result<Value, any Error>

/// Runs a body on several threads at the same time, in many rounds with new fixtures.
///
/// - Parameters:
///   - rounds: The number of rounds.
///   - threads: The number of threads.
///   - stackSize: The size of each thread's stack in bytes; the system's default if `nil`.
///   - make: Makes the fixture of a round.
///   - body: The body of each thread. Gets the fixture, the thread's number and the round's.
///   - check: Checks the fixture and the threads' results, in the order of the threads.
///
/// One race runs at a time: more would compete for processors. Waiting for it does not block a thread.
///
/// - Throws: The errors of `make` and `check`; ``ThreadTeam/Hang`` if a thread does not return.
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

/// Collects the threads' results.
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

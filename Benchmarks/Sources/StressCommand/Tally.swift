// SPDX-License-Identifier: MIT

import Synchronization

/// The numbers of events.
final class Tally: Sendable {
    let rounds = Atomic<Int>(0)
    let resolves = Atomic<Int>(0)
    let made = Atomic<Int>(0)
    let closed = Atomic<Int>(0)
    let events = Atomic<Int>(0)
    let cancellations = Atomic<Int>(0)
    /// Layers that were dropped without being closed.
    let drops = Atomic<Int>(0)
    /// Definitions that were replaced, removed or reset.
    let changes = Atomic<Int>(0)
    private let errors = Guarded<[String: Int]>([:])

    func failed(_ code: String) { errors.withLock { $0[code, default: 0] += 1 } }

    func line(seconds: Double) -> String {
        let errors = errors.withLock { $0 }.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return """
            ok: \(rounds.load(ordering: .relaxed)) rounds in \(Int(seconds)) s, \
            \(resolves.load(ordering: .relaxed)) resolves, \
            \(made.load(ordering: .relaxed)) instances, \
            \(closed.load(ordering: .relaxed)) closed, \
            \(cancellations.load(ordering: .relaxed)) cancellations, \
            \(drops.load(ordering: .relaxed)) drops, \
            \(changes.load(ordering: .relaxed)) changes, \
            \(events.load(ordering: .relaxed)) events; errors: \(errors.isEmpty ? "none" : errors)
            """
    }
}

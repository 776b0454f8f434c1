// SPDX-License-Identifier: MIT

import CMortiseThread

/// What the engine is doing at the moment, in all containers of the process.
///
/// It is for tools that look for defects of the engine. It is not part of the public interface: it
/// may change with every version.
@_spi(Diagnostics) public enum EngineState: Sendable {
    /// Counts of what the engine is doing.
    @_spi(Diagnostics) public struct Summary: Hashable, Sendable, CustomStringConvertible {
        /// Instances that are being built or wait for their commit.
        public let constructions: Int
        /// Resolves that the ledger knows.
        public let sessions: Int
        /// Resolves that wait for another one.
        public let waiters: Int
        /// Tasks that build an asynchronous instance.
        public let buildTasks: Int
        /// Objects that are retired and not yet released.
        public let retired: Int
        /// Living threads that have resolved anything.
        public let threads: Int

        /// Whether nothing is being built, and no resolve is known to the ledger or waits.
        public var isIdle: Bool {
            constructions == 0 && sessions == 0 && waiters == 0 && buildTasks == 0
        }

        /// The counts in one line.
        public var description: String {
            """
            constructions \(constructions), sessions \(sessions), waiters \(waiters), \
            build tasks \(buildTasks), retired \(retired), threads \(threads)
            """
        }
    }

    /// The counts at this moment.
    public static var summary: Summary {
        let (retired, threads) = Reclaimer.census
        return ConstructionSite.locked {
            let ledger = ConstructionSite.ledger
            let records = ConstructionSite.records
            return Summary(
                constructions: max(ledger.constructions.count, records.count),
                sessions: ledger.sessions.count,
                waiters: max(
                    ledger.sessions.values.count { $0.wait != nil },
                    ConstructionSite.waiters.count
                ),
                buildTasks: records.values.count { $0.task != nil },
                retired: retired,
                threads: threads
            )
        }
    }

    /// Whether the running thread holds a lock of the engine, as no code of a user's may find it.
    ///
    /// Known in builds with `MORTISE_COUNTS_LOCKS` only, as that of `make stress`.
    public static var isLocked: Bool { mortise_count_locks(0) > 0 }

    /// The counts, then every construction and every session with what it waits for, one per line.
    public static func dump() -> String {
        let lines = ConstructionSite.locked {
            let ledger = ConstructionSite.ledger
            let (all, sessions) = (ledger.constructions, ledger.sessions)
            // Numbers are sorted elsewhere, too: sorting pairs would be code of its own.
            return all.keys.sorted().compactMap { id in all[id].map { line(of: id, $0) } }
                + sessions.keys.sorted().compactMap { id in sessions[id].map { line(of: id, $0) } }
        }
        return ([summary.description] + lines).joined(separator: "\n  ")
    }

    private static func line(
        of id: Int,
        _ construction: ConstructionSite.Ledger.TrackedConstruction
    ) -> String {
        let slot = ConstructionSite.records[id]?.slot
        var line = "construction \(id) of \(slot.map { "\($0.key.key)" } ?? "an unknown type")"
        line += ", \(slot.map { "\($0.lane)" } ?? "-"), session \(construction.session)"
        line += ": \(construction.phase)"
        if construction.isPostponed { line += ", postponed" }
        if construction.isClaim { line += ", a claim" }
        if construction.isLeftBehind { line += ", left behind" }
        if construction.pendingFailure != nil { line += ", failing" }
        if !construction.needs.isEmpty { line += ", needs \(construction.needs.sorted())" }
        if !construction.blockers.isEmpty {
            line += ", held back by \(construction.blockers.sorted())"
        }
        if !construction.waiters.isEmpty { line += ", \(construction.waiters.count) wait" }
        if ConstructionSite.records[id]?.task != nil { line += ", has a task" }
        return line
    }

    private static func line(
        of number: Int,
        _ session: ConstructionSite.Ledger.SessionState
    ) -> String {
        var line = "session \(number), \(session.waits)"
        switch session.wait {
        case .instance(let id): line += ", waits for construction \(id)"
        case .commit(let id, _): line += ", waits for the commit of \(id)"
        case nil: line += ", runs"
        }
        if !session.activities.isEmpty {
            line += ", works for \(session.activities.map(\.construction))"
        }
        if let parent = session.parent { line += ", started by \(parent)" }
        return line
    }
}

// SPDX-License-Identifier: MIT

import CMortiseThread
public import Synchronization

/// Releases what was withdrawn from readers, as soon as no thread announces to read it.
///
/// Whoever retires something has made sure that no new reader can find it. What is still announced
/// is kept aside and looked at again with the next call; there is never more of it than the threads
/// of the process can announce.
@usableFromInline enum Reclaimer: Sendable {
    // @unchecked: nobody can reach it any more but announced readers, who only read.
    enum Retired: @unchecked Sendable {
        case object(AnyObject)
        case table(Table)

        var word: UInt {
            switch self {
            case .object(let object): UInt(bitPattern: ObjectIdentifier(object))
            case .table(let table): table.word
            }
        }

        var isHeld: Bool {
            if case .table(let table) = self {
                return table.header.pointee.holds.load(ordering: .acquiring) > 0
            }
            return false
        }

        func release() {
            if case .table(let table) = self { table.destroy() }
        }
    }

    private struct State {
        var threads: Set<UInt> = []
        var kept: [Retired] = []
        /// How often anybody wanted what is kept to be looked at again.
        var sweeps = 0
    }

    private static let state = Locked(State())
    /// How much is kept aside: looked at by readers that may have been in the way.
    @usableFromInline static let keptCount = Atomic<Int>(0)

    static func enroll(_ thread: Thread) {
        state.withLock { _ = $0.threads.insert(thread.session) }
    }

    static func dismiss(_ thread: Thread) {
        state.withLock { _ = $0.threads.remove(thread.session) }
    }

    /// Releases what nobody reads, now or later.
    ///
    /// User code may run in it: the `deinit` of what is released. No lock may be held.
    static func retire(_ retired: [Retired]) {
        guard !retired.isEmpty else { return }
        var rest = retired
        mortise_heavy_barrier()
        // A reader between finding an instance and copying it needs a few instructions, unless it
        // was interrupted there.
        for attempt in 0..<8 {
            rest = releaseUnread(rest)
            if rest.isEmpty { break }
            if attempt > 2 { mortise_yield() }
        }
        let kept = rest
        if !kept.isEmpty {
            state.withLock { $0.kept += kept }
            keptCount.add(kept.count, ordering: .releasing)
        }
        sweep()
    }

    /// Looks again at what was kept aside.
    ///
    /// What another thread is looking at just now, that thread looks at once more.
    @usableFromInline @inline(never) static func sweep() {
        guard keptCount.load(ordering: .acquiring) > 0 else { return }
        var isAskedAgain = false
        repeat {
            let (kept, sweeps) = state.withLock { state in
                if !isAskedAgain { state.sweeps += 1 }
                defer { state.kept = [] }
                return (state.kept, state.sweeps)
            }
            guard !kept.isEmpty else { return }
            mortise_heavy_barrier()
            let rest = releaseUnread(kept)
            keptCount.subtract(kept.count - rest.count, ordering: .releasing)
            isAskedAgain = state.withLock { state in
                state.kept += rest
                return !state.kept.isEmpty && state.sweeps != sweeps
            }
        } while isAskedAgain
    }

    /// Releases all that no thread announces, and returns what some thread does.
    private static func releaseUnread(_ candidates: [Retired]) -> [Retired] {
        var announced: Set<UInt> = []
        state.withLock { state in
            for session in state.threads {
                Thread(bitPattern: session)?.pointee.announcements(into: &announced)
            }
        }
        var rest: [Retired] = []
        for candidate in candidates {
            if announced.contains(candidate.word) || candidate.isHeld {
                rest.append(candidate)
            } else {
                candidate.release()
            }
        }
        return rest
    }
}

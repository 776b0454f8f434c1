// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// Releases what was withdrawn from readers, as soon as no thread announces to read it.
///
/// Whoever retires something has made sure that no new reader can find it. What some thread still
/// announces is kept aside and looked at again later; there is never more of it than the threads of
/// the process can announce.
///
/// Between two announcements a thread is *reading*: for a few instructions, in which it may have
/// found anything. Those are waited for, unless the thread was stopped among them: then everything
/// is kept aside until the next call.
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
        var threads: Set<Thread> = []
        var kept: [Retired] = []
        /// How often anybody wanted what is kept to be looked at again.
        var sweeps = 0
    }

    private static let state = Locked(State())
    /// How much is kept aside, or is being looked at again.
    private static let keptCount = Atomic<Int>(0)

    static func enroll(_ thread: Thread) {
        state.withLock { _ = $0.threads.insert(thread) }
    }

    static func dismiss(_ thread: Thread) {
        state.withLock { _ = $0.threads.remove(thread) }
    }

    /// Releases what nobody reads, now or later.
    ///
    /// User code may run in it: the `deinit` of what is released. No lock may be held.
    static func retire(_ retired: [Retired]) {
        guard !retired.isEmpty else { return }
        mortise_heavy_barrier()
        let rest = releaseUnread(retired)
        guard !rest.isEmpty else { return sweep() }
        state.withLock { $0.kept += rest }
        keptCount.add(rest.count, ordering: .releasing)
        sweep()
    }

    /// Looks again at what was kept aside.
    ///
    /// What another thread is looking at just now, that thread looks at once more.
    static func sweep() {
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

    /// A thread does not use any more what was kept aside for its sake.
    @usableFromInline @inline(never) static func sweep(after thread: Thread) {
        thread.pointee.isAwaited.store(0, ordering: .relaxed)
        sweep()
    }

    /// Releases all that no thread announces, and returns what some thread does.
    ///
    /// Threads that borrow some of the rest will say when that is over.
    private static func releaseUnread(_ candidates: [Retired]) -> [Retired] {
        let rest = state.withLock { state in
            var announced: Set<UInt> = []
            for thread in state.threads {
                guard thread.finishesReading else { return candidates }
                thread.pointee.announcements(into: &announced)
            }
            let rest = candidates.filter { announced.contains($0.word) || $0.isHeld }
            guard !rest.isEmpty else { return [] }
            let words = Set(rest.map(\.word))
            for thread in state.threads {
                let borrowed = thread.pointee.borrowed.load(ordering: .acquiring)
                guard words.contains(borrowed) else { continue }
                thread.pointee.isAwaited.store(1, ordering: .relaxed)
            }
            return rest
        }
        let kept = Set(rest.map(\.word))
        for candidate in candidates where !kept.contains(candidate.word) { candidate.release() }
        return rest
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Waits until the thread is not reading: what it began before by then is over, and announced.
    ///
    /// `false` if it was stopped meanwhile.
    fileprivate var finishesReading: Bool {
        for attempt in 0..<128 {
            if pointee.isReading.load(ordering: .acquiring) == 0 { return true }
            if attempt >= 96 { mortise_yield() }
        }
        return false
    }
}

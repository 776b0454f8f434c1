// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// Releases what was unpublished, as soon as no thread can be using it.
///
/// A thread uses what it found in two ways. It *reads*, for a few instructions, in which it may have
/// found anything: its epoch is odd. Or it *pins* one thing for longer, in a word of its record.
///
/// What is retired is released immediately unless a thread is in the way of it: it was reading when the item
/// was unpublished, or it pins the item. Nobody waits for such a thread. It finds out itself, when it ends
/// the reading or gives up the pin, and whoever was the last in the way releases the item. So
/// a thread that is stopped keeps what was retired since it began to read, and what it pins.
///
/// The lock guards the bookkeeping and nothing else. What is released is a user's, and its `deinit` may
/// resolve, reset or retire. It runs outside all locks, and not in a reading, but possibly inside a resolve:
/// between two requests of a factory. What it resolves then is a part of that resolve, as with any code
/// that runs inside a factory.
@usableFromInline enum Reclaimer: Sendable {
    private static let batches = Locked(RetiredBatches())

    /// How much is kept aside, and how many threads are known.
    static var census: (retired: Int, threads: Int) {
        batches.withLock { $0.census }
    }

    static func enroll(_ thread: Thread) {
        if !mortise_has_heavy_barrier() { thread.setAwaited(Awaited.needsFence) }
        batches.withLock { $0.enroll(thread) }
    }

    /// A thread ends.
    ///
    /// - Returns: What it was the last in the way of: for ``release(_:)``, once its record is gone.
    static func dismiss(_ thread: Thread) -> [Retired] {
        batches.withLock { batches in
            batches.dismiss(thread)
            return batches.takeFree()
        }
    }

    /// Releases what nobody can find any more, now or when the last thread that uses it stops.
    ///
    /// User code may run in it: the `deinit` of what is released. No lock may be held.
    ///
    /// Why nothing is released too early. A reader counts its epoch up, which makes it odd, passes a light
    /// barrier *b*, loads what is published, stores its pin, and counts the epoch up again, releasing. This
    /// thread unpublishes, passes a heavy barrier *H*, and looks at the epoch, then at the pins. A heavy
    /// barrier is a full fence in every thread, somewhere between two of its instructions.
    ///
    /// - If *H* comes before *b* in the reader, the reader loads what is published now.
    /// - Otherwise the odd epoch was stored before *H*, so this thread sees that epoch or a later one. If it
    ///   is that one, the reading is waited for. If it is a later even one, this thread acquires what the
    ///   reader released with it, so it sees the pin, or that it was given up. A later odd one is waited
    ///   for, although it need not be.
    ///
    /// A pin of the slow path is stored without an epoch: then a fence, and the table that is published is
    /// loaded again. If that happens before *H*, the pin is seen; after *H* the other table is.
    ///
    /// Why nothing is forgotten. The thread in the way stores the end (of the reading, or of the pin), passes
    /// a light barrier, and loads ``ThreadRecord/awaited``. This thread stores `awaited`, passes a second
    /// heavy barrier *I*, and looks at the epoch and the pins again.
    ///
    /// - If the thread stores the end after *I*, it loads `awaited` after that, sees it, and takes the lock.
    /// - If it loads `awaited` before *I*, it stored the end before *I*, and this thread sees the end.
    /// - If *I* comes between the two, both see.
    ///
    /// Looking again, this thread may see an epoch that is odd, but later than the one it noted. That
    /// reading began after *H*. The one that was noted has ended, and its accesses with it: the
    /// odd epoch was stored to the same word after the even one, which was released. (C++20 does not call that
    /// a release sequence any more, C11 does, and all processors keep to it.)
    ///
    /// One heavy barrier would be enough if `awaited` were set in all threads before it. But then every
    /// thread that reads anything would take the lock each time something is retired. As it is, the
    /// second one is passed only if there is a thread in the way, other than this one.
    ///
    /// Where `mortise_heavy_barrier` is a fence of this thread alone, the others have fences where they would
    /// have light barriers: with `mortise_light_barrier` on systems that have no `membarrier`, and with
    /// ``Awaited/needsFence`` where Linux refuses it. In the latter case nobody reads without a pin.
    static func retire(_ items: [Retired]) {
        guard !items.isEmpty else { return }
        mortise_heavy_barrier()
        let this = mortise_thread_find()
        var (made, free, isBlocked) = batches.withLock { batches in
            let made = batches.add(items)
            let isBlocked = made.contains { $0.isBlocked(butBy: this) }
            return (made, batches.takeFree(), isBlocked)
        }
        if isBlocked {
            mortise_heavy_barrier()
            free += batches.withLock { batches in
                batches.reconsider(made)
                return batches.takeFree()
            }
        }
        made = []
        release(free)
    }

    /// The thread has ended something that others wait for, and releases what it was the last in the way of.
    ///
    /// User code may run in it: the `deinit` of what is released. No lock may be held, and the thread may
    /// not be reading.
    @usableFromInline @inline(never) static func ended(_ thread: Thread) {
        mortise_reader_barrier()
        let awaited = thread.pointee.awaited.load(ordering: .relaxed)
        guard awaited & ~Awaited.needsFence != 0 else { return }
        release(
            batches.withLock { batches in
                batches.reconsider(thread)
                return batches.takeFree()
            }
        )
    }

    /// The last session that held a retired table by a count has ended, on this thread, which will ask
    /// ``UnsafeMutablePointer/isAwaited(_:)`` for the end of a session.
    static func endedHold(of table: Table, _ thread: Thread) {
        batches.withLock { $0.endHold(of: table.word, thread) }
    }

    /// Releases things: outside all locks.
    static func release(_ items: consuming [Retired]) {
        for item in items { item.release() }
    }
}

extension RetiredBatch {
    /// Whether a thread is in the way, other than this one, which need not be told.
    fileprivate func isBlocked(butBy this: UnsafeMutableRawPointer?) -> Bool {
        blockers.keys.contains { UnsafeMutableRawPointer($0) != this }
    }
}

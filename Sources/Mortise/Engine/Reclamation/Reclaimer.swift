// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// Releases retired items as soon as no thread can be using them.
///
/// A thread uses a published item in one of two modes. It *reads* for a few instructions, in which
/// it may have found any item: its epoch is odd. Or it *pins* one item for longer, in a word of its
/// record (a hazard pointer).
///
/// A retired item is released immediately unless a thread blocks it: the thread was reading when
/// the item was unpublished, or it pins the item. No thread waits for a blocker. The blocker finds
/// out when it ends the read or the pin, and the last blocker releases the item. So a stopped
/// thread keeps the items that were retired since it began to read, and those that it pins.
///
/// The lock guards the bookkeeping and nothing else. An item belongs to a user, and its `deinit`
/// may resolve, reset or retire. It runs outside all locks and outside a read, but possibly inside
/// a resolve, between two requests of a factory. Its own requests are then a part of that resolve,
/// as with any code that runs inside a factory.
@usableFromInline enum Reclaimer: Sendable {
    private static let batches = Locked(RetiredBatches())

    /// The number of retired items that are not released yet, and the number of known threads.
    static var census: (retired: Int, threads: Int) {
        batches.withLock { $0.census }
    }

    static func enroll(_ thread: Thread) {
        if !mortise_has_heavy_barrier() { thread.setAwaited(Awaited.needsFence) }
        batches.withLock { $0.enroll(thread) }
    }

    /// Forgets a thread that ends.
    ///
    /// - Returns: The items of which it was the last blocker: for ``release(_:)``, once its record
    ///   is gone.
    static func dismiss(_ thread: Thread) -> [Retired] {
        batches.withLock { batches in
            batches.dismiss(thread)
            return batches.takeFree()
        }
    }

    /// Releases unpublished items, now or when the last thread that uses them stops.
    ///
    /// It may run user code: the `deinit` of an item. The caller holds no lock.
    ///
    /// **Why nothing is released too early.** A reader increments its epoch, which makes it odd,
    /// passes a light barrier *b*, loads what is published, stores its pin, and increments the
    /// epoch again with release ordering. This thread unpublishes, passes a heavy barrier *H*, and
    /// loads the epoch, then the pins. A heavy barrier is a full fence in every thread, between two
    /// of its instructions.
    ///
    /// - If *H* comes before *b* in the reader, the reader loads what is published now.
    /// - Otherwise the reader stored the odd epoch before *H*, so this thread sees that epoch or a
    ///   later one. If it sees that one, the reader is a blocker. If it sees a later even one, it
    ///   has acquired what the reader released, so it sees the pin or the end of the pin. If it
    ///   sees a later odd one, the reader is a blocker, although it need not be.
    ///
    /// The slow path stores a pin without an epoch, passes a fence, and loads the published table
    /// again. If the fence comes before *H*, this thread sees the pin. If it comes after *H*, the
    /// reader sees the other table.
    ///
    /// **Why nothing is forgotten.** The blocker stores the end of the read or of the pin, passes a
    /// light barrier, and loads ``ThreadRecord/awaited``. This thread stores `awaited`, passes a
    /// second heavy barrier *I*, and loads the epoch and the pins again.
    ///
    /// - If the blocker stores the end after *I*, it loads `awaited` later still, sees it, and
    ///   takes the lock.
    /// - If it loads `awaited` before *I*, it stored the end before *I*, and this thread sees the
    ///   end.
    /// - If *I* comes between the two, both see.
    ///
    /// The second time, this thread may see an odd epoch that is later than the one it noted. That
    /// read began after *H*. The noted read has ended, and so have its accesses: the odd epoch was
    /// stored to the same word after the even one, which had release ordering. (C++20 does not call
    /// that a release sequence any more. C11 does, and all processors keep to it.)
    ///
    /// One heavy barrier would be enough if `awaited` were set in all threads before it. But then
    /// every thread that reads would take the lock after each retirement. So the second barrier is
    /// passed only if there is a blocker other than this thread.
    ///
    /// Where `mortise_heavy_barrier` is a fence of this thread alone, the others pass fences in
    /// place of light barriers: in `mortise_light_barrier` on systems without `membarrier`, and
    /// because of ``Awaited/needsFence`` where Linux refuses it. In the latter case no thread reads
    /// without a pin.
    static func retire(_ items: [Retired]) {
        guard !items.isEmpty else { return }
        mortise_heavy_barrier()
        let this = ThreadRecord.known
        var (made, free, isBlocked) = batches.withLock { batches in
            let made = batches.add(items)
            // This thread need not be told.
            let isBlocked = made.contains { $0.blockers.keys.contains { $0 != this } }
            return (made, batches.takeFree(), isBlocked)
        }
        if isBlocked {
            mortise_heavy_barrier()
            free += batches.withLock { batches in
                batches.reconsider(made)
                return batches.takeFree()
            }
        }
        release(free)
    }

    /// Reports the end of something that others wait for, and releases the items of which the
    /// thread was the last blocker.
    ///
    /// It may run user code: the `deinit` of an item. The caller holds no lock and is not reading.
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

    /// Makes this thread a blocker of a retired table: the last session that held the table by a
    /// count has ended on it.
    ///
    /// The thread then asks ``UnsafeMutablePointer/isAwaited(_:)`` for the end of a session.
    static func endedHold(of table: Table, _ thread: Thread) {
        batches.withLock { $0.endHold(of: table.word, thread) }
    }

    /// Releases items, outside all locks.
    static func release(_ items: consuming [Retired]) {
        for item in items { item.release() }
    }
}

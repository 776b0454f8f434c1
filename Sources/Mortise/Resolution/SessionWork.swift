// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// What one resolve keeps besides its frames and shared instances.
///
/// Most never need it.
///
/// Belongs to the thread that resolves.
@usableFromInline final class SessionWork {
    /// The table of a container as the session sees it.
    private struct Pin {
        /// Kept alive: nothing else may get its address, or that of its slots, during the session.
        let container: Container
        let table: Table
        /// Which announcement it occupies; none if the table is held by its count.
        let announcement: Int?
    }

    /// An instance that will hear that it was resolved.
    struct Created {
        /// The construction it belongs to: its own, or that of who asked for it; 0 for none.
        let construction: Int
        /// Whether the session keeps it, whatever becomes of who asked for it.
        let isShared: Bool
        let notify: () -> Void
    }

    /// A step that runs again when the factory of a frame has returned.
    struct Postponed {
        let until: FramePointer
        /// The construction of the step's instance, or 0.
        let construction: Int
        /// The newest shared instance at that time: only those made later may hold the step's
        /// instance.
        let newestNode: UnsafeMutableRawPointer?
        let run: (FramePointer) throws -> Void
    }

    private var pins: [Pin] = []
    var created: [Created] = []
    var postponed: [Postponed] = []
    /// What shared instances are being made for which run-time arguments, innermost last.
    var making: [(frame: FramePointer, values: [AnyHashable])] = []
    /// Which step is being unwound, and for which frame it waits.
    var postponement: (step: FramePointer, until: FramePointer)?
    /// Whether the construction site has heard of this session.
    var usedConstructionSite = false
    /// Constructions of this session that failed.
    var failed: Set<Int> = []
    /// Instances that only the session keeps alive from now on.
    var weak: [(cell: Cell, holder: AnyObject, object: AnyObject?)] = []

    /// The caching definitions that were built from, each with the place of its instance.
    var built: [(slot: Slot, cell: Cell)] = []

    /// The definitions that were not found through a table, which would keep them.
    var slots: [Slot] = []

    // MARK: Tables

    /// The table of a container: the one the session saw first, or the newest.
    func table(of container: Unmanaged<Container>, thread: Thread, newest: Bool = false) -> Table {
        let outermost = thread.pointee.table.load(ordering: .relaxed)
        let isOutermost =
            outermost != 0 && Table(word: outermost).owner.toOpaque() == container.toOpaque()
        if isOutermost, !newest || outermost == container.publishedTable {
            return Table(word: outermost)
        }
        let published = newest ? container.publishedTable : 0
        let known = pins.first {
            ObjectIdentifier($0.container) == ObjectIdentifier(container.takeUnretainedValue())
                && (!newest || $0.table.word == published)
        }
        if let known { return known.table }
        let used = pins.count { $0.announcement != nil }
        let pin =
            used < ThreadRecord.sourceTableCount
            ? announce(container, used, thread) : hold(container)
        pins.append(pin)
        return pin.table
    }

    private func announce(
        _ container: Unmanaged<Container>,
        _ index: Int,
        _ thread: Thread
    ) -> Pin {
        var word = container.publishedTable
        while true {
            thread.pointee.storeSourceTable(index, word)
            mortise_reader_barrier()
            let again = container.publishedTable
            if again == word { break }
            word = again
        }
        return Pin(
            container: container.takeUnretainedValue(),
            table: Table(word: word),
            announcement: index
        )
    }

    private func hold(_ container: Unmanaged<Container>) -> Pin {
        let object = container.takeUnretainedValue()
        return object.state.withLock { _ in
            let table = Table(word: container.publishedTable)
            table.header.pointee.holds.add(1, ordering: .acquiringAndReleasing)
            return Pin(container: object, table: table, announcement: nil)
        }
    }

    /// Gives up the tables.
    ///
    /// The containers are let go of with this object.
    func unpin(_ thread: Thread) {
        for pin in pins {
            if let index = pin.announcement {
                thread.pointee.storeSourceTable(index, 0)
            } else {
                pin.table.header.pointee.holds.subtract(1, ordering: .acquiringAndReleasing)
            }
        }
    }

    // MARK: Callbacks

    /// Forgets the instances that were dropped with a failing frame: what was created since a mark
    /// for nobody else than the frame's own builder.
    func forgetCreated(since mark: Int, builder: Int) {
        guard mark < created.count else { return }
        let kept = created[mark...].filter {
            ($0.isShared || $0.construction != builder) && !failed.contains($0.construction)
        }
        created.replaceSubrange(mark..., with: kept)
    }

    // MARK: Postponed steps

    func takePostponed(until frame: FramePointer) -> Postponed? {
        guard let index = postponed.firstIndex(where: { $0.until == frame }) else { return nil }
        return postponed.remove(at: index)
    }

    /// A factory is unwound itself: what waited for it waits for what it is unwound for.
    func repostpone(from frame: FramePointer, until other: FramePointer) {
        for index in postponed.indices where postponed[index].until == frame {
            let step = postponed[index]
            postponed[index] = Postponed(
                until: other,
                construction: step.construction,
                newestNode: step.newestNode,
                run: step.run
            )
        }
    }
}

extension Unmanaged<Container> {
    /// The address of the table that the container publishes now.
    var publishedTable: UInt {
        _withUnsafeGuaranteedRef { $0.table.load(ordering: .acquiring) }
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension SessionWork: Sendable {}

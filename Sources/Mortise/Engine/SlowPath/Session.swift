// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// One outermost resolve: what it keeps besides its frames and its shared instances.
///
/// A thread *mounts* a session while it runs a part of it. That of a synchronous resolve is mounted
/// from its beginning to its end, and made only if it is needed. That of an asynchronous one is
/// mounted for each of its *attempts*, on whichever thread the task is.
// @unchecked: belongs to the thread that mounts it, else to its task.
@usableFromInline final class Session: @unchecked Sendable {
    /// The table of a container as the session sees it.
    private struct Pin {
        /// Kept alive: nothing else may get its address, or that of its slots, during the session.
        let container: Container
        let table: Table
        /// Which of the thread's hazard pointers it occupies; none if the table is held by its count.
        let index: Int?
    }

    /// An instance that will hear that it was resolved.
    struct Created {
        /// The construction it belongs to: its own, or that of who asked for it; 0 for none.
        var construction: Int
        /// Whether the session keeps it, whatever becomes of who asked for it: it is shared, or part
        /// of what is.
        var isKept = false
        /// Whether its callbacks belong to the main actor.
        var isOnMainActor = false
        let notify: () -> Void
    }

    /// A step that runs again when the factory of a frame has returned.
    struct Postponed {
        let until: FramePointer
        /// The construction of the step's instance.
        let construction: Int
        let run: (FramePointer) throws -> Void
    }

    /// Why frames are being unwound, up to where something runs again.
    enum Unwinding {
        /// A step of that frame runs again when the factory of the other one has returned.
        case postponing(step: FramePointer, until: FramePointer)
        /// The attempt runs again when something was awaited.
        case awaiting(Suspension, [ResolutionError.Entry])
    }

    /// What an asynchronous resolve keeps; `nil` for a synchronous one.
    let task: AsyncState?

    private var pins: [Pin] = []
    private(set) var created: [Created] = []
    /// Where in `created` begins what was created inside a frame, for each frame with the note
    /// ``FrameFlags/hasCreated``.
    private var starts: [(frame: FramePointer, index: Int)] = []
    var postponed: [Postponed] = []
    /// What shared instances are being made for which values.
    var making = Making()
    var unwinding: Unwinding?
    /// Constructions of this session that failed.
    var failed: Set<Int> = []
    /// Instances that only the session keeps alive from now on.
    var weak: [(slot: Slot, cell: Cell, holder: AnyObject, object: AnyObject?)] = []

    /// The caching definitions that were built from, each with the place of its instance.
    var built: [(slot: Slot, cell: Cell)] = []

    /// Which containers were asked for members that others keep, innermost last: while such a member is
    /// made, who asks the first sees what the second sees.
    var redirects: [(asked: UnsafeRawPointer, table: Table)] = []

    /// The containers that another one leads to by its links.
    struct Links {
        let peers: [Container]
        /// How often anything had been linked or parted by then.
        let changes: Int
    }

    /// What containers lead to by their links, as the session saw it.
    var links: [ObjectIdentifier: Links] = [:]

    /// The definitions that were not found through a table, which would keep them.
    var slots: [Slot] = []

    init(task: AsyncState? = nil) { self.task = task }

    // MARK: Tables

    /// Takes over the tables that the thread has pinned by now.
    func takeOverPins(of thread: Thread) {
        for index in 0..<ThreadRecord.sourceTableCount {
            let word = thread.pointee.loadSourceTable(index)
            guard word != 0 else { return }
            let table = Table(word: word)
            pins.append(
                Pin(
                    container: table.owner.takeUnretainedValue(),
                    table: table,
                    index: index
                )
            )
        }
    }

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
        let free = (0..<ThreadRecord.sourceTableCount).first {
            thread.pointee.loadSourceTable($0) == 0
        }
        let pin = free.map { pinned(container, $0, thread) } ?? hold(container)
        pins.append(pin)
        return pin.table
    }

    /// Whether it has looked at a container in which members are substituted.
    var seesSubstitutes: Bool { pins.contains { $0.table.substitutions != nil } }

    private func pinned(
        _ container: Unmanaged<Container>,
        _ index: Int,
        _ thread: Thread
    ) -> Pin {
        Pin(
            container: container.takeUnretainedValue(),
            table: Table(word: thread.pin(container, at: index)),
            index: index
        )
    }

    private func hold(_ container: Unmanaged<Container>) -> Pin {
        let object = container.takeUnretainedValue()
        return object.state.withLock { _ in
            let table = Table(word: container.publishedTable)
            table.hold()
            return Pin(container: object, table: table, index: nil)
        }
    }

    /// Gives up the tables.
    ///
    /// - Returns: Their containers, to be released when the thread is free.
    func unpin(_ thread: Thread) -> [Container] {
        let pins = pins
        self.pins = []
        for pin in pins {
            if let index = pin.index {
                thread.pointee.storeSourceTable(index, 0)
            } else if pin.table.endHold() {
                Reclaimer.endedHold(of: pin.table, thread)
            }
        }
        return pins.map(\.container)
    }

    // MARK: Callbacks

    /// Notes an instance that wants to be called back, and for every frame that it is made inside
    /// it.
    func note(_ new: Created, in frame: FramePointer) {
        let known = starts.count
        for ancestor in frame.chain {
            guard ancestor.pointee.note & FrameFlags.hasCreated == 0 else { break }
            ancestor.pointee.note |= FrameFlags.hasCreated
            starts.append((ancestor, created.count))
        }
        starts[known...].reverse()
        created.append(new)
    }

    /// How many instances want to be called back by now.
    var createdCount: Int { created.count }

    /// Notes an instance that was made asynchronously and wants to be called back.
    func note(_ new: Created) { created.append(new) }

    /// Where begins what was created inside a frame; asked once, at the frame's end.
    private func takeStart(of frame: FramePointer) -> Int? {
        guard frame.pointee.note & FrameFlags.hasCreated != 0,
            let position = starts.lastIndex(where: { $0.frame == frame })
        else { return nil }
        frame.pointee.note &= ~FrameFlags.hasCreated
        // Those behind it were inside the frame, and are over.
        defer { starts.removeSubrange(position...) }
        return starts[position].index
    }

    /// Forgets the instances that were dropped with a failing frame: what was created inside it for
    /// nobody else than its own builder.
    func forgetCreated(in frame: FramePointer, builder: Int) {
        guard let start = takeStart(of: frame) else { return }
        forgetCreated(since: start, builder: builder)
    }

    /// Forgets what was created since then for nobody else than a builder.
    func forgetCreated(since start: Int, builder: Int) {
        guard start < created.count else { return }
        let kept = created[start...].filter {
            ($0.isKept || $0.construction != builder) && !failed.contains($0.construction)
        }
        created.replaceSubrange(start..., with: kept)
    }

    /// A shared instance is finished: what was created inside its frame for it alone stays with it.
    ///
    /// - Parameters:
    ///   - frame: The frame of the shared instance.
    ///   - builder: The construction that the frame belongs to.
    ///   - construction: The construction that tracks the shared instance, or 0.
    func keepCreated(in frame: FramePointer, builder: Int, construction: Int) {
        guard let start = takeStart(of: frame) else { return }
        for index in created.indices[start...] where created[index].construction == builder {
            if construction == 0 {
                created[index].isKept = true
            } else {
                created[index].construction = construction
            }
        }
    }

    /// What was created for a construction belongs to who asked for that.
    func handCreated(of construction: Int, to builder: Int) {
        for index in created.indices where created[index].construction == construction {
            created[index].construction = builder
        }
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
                run: step.run
            )
        }
    }

    /// What is awaited is for a property with that label.
    func noteAwaited(_ label: String?, at index: Int) {
        guard case .awaiting(let awaited, var entries) = unwinding, entries.indices ~= index
        else { return }
        entries[index].label = label
        unwinding = .awaiting(awaited, entries)
    }

    // MARK: The end

    /// An attempt is over: the session keeps what somebody else than the attempt has.
    ///
    /// - Parameters:
    ///   - succeeded: Whether the attempt got what it asked for.
    ///   - builder: The construction that the session works for, or 0.
    ///   - first: How much was created before the attempt.
    func endAttempt(succeeded: Bool, builder: Int, createdBefore first: Int) {
        starts = []
        links = [:]
        slots = []
        guard !succeeded, first < created.count else { return }
        let kept = created[first...].filter {
            $0.isKept || ($0.construction != 0 && $0.construction != builder)
        }
        created.replaceSubrange(first..., with: kept)
    }

    /// Whom to call back at the end, in order: after a failure, what is committed.
    func takeNotified(_ succeeded: Bool) -> [Created] {
        let all = created
        created = []
        return all.reversed().filter {
            !failed.contains($0.construction)
                && (succeeded
                    || ($0.construction != 0 && !ConstructionSite.isUncommitted($0.construction)))
        }
    }

    /// Definitions that were removed or replaced while they were built from keep nothing.
    func releaseUnregistered() {
        guard !built.isEmpty else { return }
        let all = built
        built = []
        var released: [AnyObject] = []
        // Whether the plain key of a wired definition is published says nothing about it.
        for (slot, cell) in all where slot.kind != .wired {
            slot.owner.instances.withLock { _ in
                guard !slot.isPublished else { return }
                if let holder = cell.holder { released.append(holder) }
                cell.holder = nil
            }
        }
        released.removeAll()
    }

    /// Another instance takes the place of one of a weak scope.
    func replaceWeak<Instance>(_ holder: Holder<Instance>, by other: Holder<Instance>) {
        guard let index = weak.lastIndex(where: { $0.holder === holder }) else { return }
        weak[index].holder = other
        weak[index].object = other.object
    }

    /// From now on only others keep the instances of weak scopes alive.
    func releaseWeak() {
        guard !weak.isEmpty else { return }
        let all = weak
        weak = []
        for (slot, cell, holder, object) in all {
            slot.owner.instances.withLock { _ in
                guard cell.holder === holder else { return }
                cell.object = object
                cell.holder = nil
            }
        }
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Pins the table that a container publishes now.
    ///
    /// - Returns: Its word.
    func pin(_ container: Unmanaged<Container>, at index: Int) -> UInt {
        var word = container.publishedTable
        while true {
            pointee.storeSourceTable(index, word)
            mortise_reader_barrier()
            let again = container.publishedTable
            if again == word { return word }
            word = again
        }
    }
}

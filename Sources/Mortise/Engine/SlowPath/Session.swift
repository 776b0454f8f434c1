// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// One outermost resolve: what it keeps besides its frames and shared instances.
///
/// A thread *mounts* a session while it runs a part of it. The session of a synchronous resolve is
/// mounted from beginning to end, and made only if it is needed. The session of an asynchronous
/// resolve is mounted for each of its *attempts*, on the thread that the task is on.
// @unchecked: belongs to the thread that mounts it, else to its task.
@usableFromInline final class Session: @unchecked Sendable {
    /// A table of a container, as the session sees it.
    private struct Pin {
        /// Kept alive: nothing else may get its address, or those of its slots, during the session.
        let container: Container
        let table: Table
        /// The index of the thread's hazard pointer; `nil` if the table is held by its count.
        let index: Int?
    }

    /// The callbacks of an instance, which run when the session is over.
    struct Created {
        /// The construction it belongs to: its own, or that of the instance that asked for it; 0
        /// for none.
        var construction: Int
        /// Whether the session keeps it even if the instance that asked for it fails: it is shared,
        /// or part of a shared instance.
        var isKept = false
        /// Whether the callbacks belong to the main actor.
        var isOnMainActor = false
        let notify: () -> Void
    }

    /// A step that runs again when the factory of a frame has returned.
    struct Postponed {
        var until: FramePointer
        /// The construction of the step's instance.
        let construction: Int
        let run: (FramePointer) throws -> Void
    }

    /// Why frames are being unwound, and up to where.
    enum Unwinding {
        /// A step of the first frame runs again when the factory of the second one has returned.
        case postponing(step: FramePointer, until: FramePointer)
        /// The attempt runs again after something was awaited.
        case awaiting(Suspension, [ResolutionError.Entry])
    }

    /// The state of an asynchronous resolve; `nil` for a synchronous one.
    let task: AsyncState?

    private var pins: [Pin] = []
    private(set) var created: [Created] = []
    /// For each frame with the flag ``FrameFlags/hasCreated``, the index in `created` of the first
    /// entry from inside it.
    private var starts: [(frame: FramePointer, index: Int)] = []
    var postponed: [Postponed] = []
    /// The shared instances that are being made for argument values.
    var making = Making()
    var unwinding: Unwinding?
    /// Constructions of this session that failed.
    var failed: Set<Int> = []
    /// The instances of weak singletons that the session has built, and keeps alive until its end.
    ///
    /// It keeps their containers alive, too: an attempt keeps those only while it runs.
    var weak: [(owner: Container, cell: Cell, holder: AnyObject, object: AnyObject?)] = []

    /// The observed builds under way outside attempts, innermost last.
    var builds: [BuildNumber] = []
    /// Whether an attempt had to await something.
    var hasAwaited = false
    /// The observed builds that were unwound and go on in the next attempt, which has them meanwhile.
    var unwoundBuilds: [ObservedBuild] = []
    /// The innermost of those that the last attempt has unwound.
    var askingBuild: BuildNumber?

    /// The caching definitions that were built from, each with the cell of its instance.
    private var built: [(slot: Slot, cell: Cell)] = []

    /// The originals that decorators have returned, each with the slot of the wrapper.
    var handedOn: [(wrapper: Slot, original: AnyObject)] = []

    /// The containers that were asked for members that others keep, innermost last.
    ///
    /// While such a member is made, a request to the asked container uses the other's table.
    var redirects: [(asked: UnsafeRawPointer, table: Table)] = []

    /// The containers to which the links of another one lead.
    struct Links {
        let peers: [Container]
        /// How often links had been added or removed by then, in all containers.
        let changes: Int
    }

    /// The links of containers, as the session saw them.
    var links = [ObjectIdentifier: Links]()

    /// What contributes to a key in a container, with the containers that the members see.
    struct Contributions {
        let asked: Container
        let key: KeyWords
        let members: [(slot: Slot, view: Container)]
    }

    /// The lists that the session has asked for: each stays what it was.
    var contributions: [Contributions] = []

    /// The definitions that were not found through a table, which would keep them alive.
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

    /// The table of a container: the one that the session saw first, or the newest.
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

    /// Whether the session has pinned a table with substituted members.
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

    /// Unpins the tables.
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

    /// Notes an instance with callbacks, and marks all frames inside which it is made.
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

    /// Notes an instance with callbacks that was made asynchronously.
    func note(_ new: Created) { created.append(new) }

    /// The index of the first entry from inside a frame; asked once, at the frame's end.
    private func takeStart(of frame: FramePointer) -> Int? {
        guard frame.pointee.note & FrameFlags.hasCreated != 0,
            let position = starts.lastIndex(where: { $0.frame == frame })
        else { return nil }
        frame.pointee.note &= ~FrameFlags.hasCreated
        // The starts behind it belong to inner frames, which are over.
        defer { starts.removeSubrange(position...) }
        return starts[position].index
    }

    /// Forgets the instances that are dropped with a failing frame: those created inside it for its
    /// own builder alone.
    func forgetCreated(in frame: FramePointer, builder: Int) {
        guard let start = takeStart(of: frame) else { return }
        forgetCreated(since: start, builder: builder)
    }

    /// Forgets what was created since an index for a builder alone or for a failed construction.
    func forgetCreated(since start: Int, builder: Int) {
        guard start < created.count else { return }
        let kept = created[start...].filter {
            ($0.isKept || $0.construction != builder) && !failed.contains($0.construction)
        }
        created.replaceSubrange(start..., with: kept)
    }

    /// Ties what was created inside the frame of a shared instance, and for it alone, to that
    /// instance.
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

    /// Hands what was created for a construction to a builder.
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

    /// Has steps that wait for a factory wait for another one, because the factory itself is
    /// unwound.
    func repostpone(from frame: FramePointer, until other: FramePointer) {
        for index in postponed.indices where postponed[index].until == frame {
            postponed[index].until = other
        }
    }

    /// Notes the label of the property for which something is awaited.
    func noteAwaited(_ label: String?, at index: Int) {
        guard case .awaiting(let awaited, var entries) = unwinding, entries.indices ~= index
        else { return }
        entries[index].label = label
        unwinding = .awaiting(awaited, entries)
    }

    // MARK: The end

    /// Notes the instance of a cell for the end of the session, which releases what must not be kept.
    func note<Instance>(_ holder: Holder<Instance>, of slot: Slot, in cell: Cell) {
        built.append((slot, cell))
        noteWeak(holder, of: slot, in: cell)
    }

    /// Ends an attempt; after a failure, the session keeps what others than the attempt have.
    ///
    /// - Parameters:
    ///   - succeeded: Whether the attempt got what it asked for.
    ///   - builder: The construction that the session works for, or 0.
    ///   - first: How many instances were created before the attempt.
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

    /// The callbacks to run at the end, in order; after a failure, those of committed instances.
    func takeNotified(_ succeeded: Bool) -> [Created] {
        let all = created
        created = []
        return all.reversed().filter {
            !failed.contains($0.construction)
                && (succeeded
                    || ($0.construction != 0 && !ConstructionSite.isUncommitted($0.construction)))
        }
    }

    /// Drops the instances of definitions that were removed or replaced while they were built from.
    func releaseUnregistered() {
        guard !built.isEmpty else { return }
        let all = built
        built = []
        var released: [AnyObject?] = []
        // A wired definition may be registered although its plain key is not published.
        for (slot, cell) in all where slot.kind != .wired {
            slot.owner.instances.withLock { _ in
                guard !slot.isPublished else { return }
                // Another resolve may have it, and go on with the definition.
                released.append(cell.takeRemembered())
            }
        }
        withExtendedLifetime(released) {}
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

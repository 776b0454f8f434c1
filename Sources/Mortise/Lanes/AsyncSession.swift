// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

/// One resolve that may be suspended: what it keeps between the stretches that run on some thread.
///
/// A stretch is a synchronous resolve: it runs on whichever thread the task is on, with the shared
/// instances of the session, and ends when it has what it was asked for or when something has to be
/// awaited. Then that is made, and the stretch runs again.
// @unchecked: belongs to one task, which runs on one thread at a time.
final class AsyncSession: @unchecked Sendable {
    /// An instance that was awaited for a definition that keeps none.
    struct Answer {
        let slot: Slot
        let values: [AnyHashable]?
        let place: AwaitedPlace
        let holder: AnyObject
        /// Its number, as long as it is not committed.
        let construction: Int
    }

    /// The number under which the construction site knows it: odd, where those of threads are even.
    let number: UInt
    /// The session whose factory started this one, if one did.
    let parent: UInt?
    /// The construction that it works for, or 0.
    let builder: Int
    /// The factory that is running, and those around it.
    var frame: AsyncFrame?
    var nodes: SharedNodePointer?
    var created: [SessionWork.Created] = []
    var failed: Set<Int> = []
    var weak: [(cell: Cell, holder: AnyObject, object: AnyObject?)] = []
    /// The caching definitions that were built from, each with the place of its instance.
    var built: [(slot: Slot, cell: Cell)] = []
    /// The definitions and containers that `nodes` speak of, by address: nothing else may get those.
    private var kept: [ObjectIdentifier: AnyObject] = [:]
    private var answers: [Answer] = []
    /// The answers that the running stretch has not used yet.
    private var unused: [Answer] = []

    private static let lastNumber = Atomic<UInt>(1)

    init(parent: UInt? = nil, builder: Int = 0, number: UInt? = nil) {
        self.number = number ?? Self.nextNumber()
        self.parent = parent
        self.builder = builder
    }

    deinit { dropNodes() }

    /// Who waits for what the running factory starts: this session, or the one that waits for it, if the
    /// construction site has not heard of this one.
    var waiting: UInt { usedConstructionSite ? number : parent ?? number }

    static func nextNumber() -> UInt {
        lastNumber.add(2, ordering: .relaxed).newValue
    }

    // MARK: Stretches

    /// Runs a body as a synchronous resolve of this session.
    func runStretch<Result>(_ body: () throws -> Result) throws -> Result {
        let thread = ThreadRecord.make()
        unused = answers
        guard thread.pointee.table.load(ordering: .relaxed) == 0 else {
            // Inside another resolve of this thread: a part of that, with answers of its own.
            let outer = thread.pointee.asyncSession
            thread.pointee.asyncSession = .passUnretained(self)
            defer { thread.pointee.asyncSession = outer }
            return try body()
        }
        thread.pointee.nodes = nodes
        nodes = nil
        thread.pointee.builder = builder
        thread.pointee.building = builder == 0 ? 0 : 1
        thread.pointee.asyncSession = .passUnretained(self)
        // Its end hands everything back.
        thread.sessionWork.carrier = self
        defer {
            thread.pointee.asyncSession = nil
            if thread.pointee.work != nil { thread.cleanUp(succeeded: true) }
        }
        return try body()
    }

    /// Takes over what a stretch leaves.
    func takeOver(_ work: SessionWork, of thread: Thread, _ created: [SessionWork.Created]) {
        nodes = thread.pointee.nodes
        thread.pointee.nodes = nil
        var current = nodes
        while let node = current {
            keep(Unmanaged<Slot>.fromOpaque(node.pointee.slot).takeUnretainedValue())
            keep(Unmanaged<Container>.fromOpaque(node.pointee.view).takeUnretainedValue())
            current = node.pointee.next
        }
        failed.formUnion(work.failed)
        weak += work.weak
        work.weak = []
        self.created += created
    }

    /// Keeps something whose address a node has.
    func keep(_ object: AnyObject) { kept[ObjectIdentifier(object)] = object }

    // MARK: Answers

    /// Keeps an instance that the next stretch will ask for.
    func answer(
        _ slot: Slot,
        _ values: [AnyHashable]?,
        _ holder: AnyObject,
        _ construction: Int = 0,
        at place: AwaitedPlace
    ) {
        answers.append(
            Answer(
                slot: slot,
                values: values,
                place: place,
                holder: holder,
                construction: construction
            )
        )
    }

    /// The awaited instance of a definition, for one request of the running stretch.
    func takeAnswer(
        _ slot: Slot,
        _ values: [AnyHashable]?,
        _ view: Unmanaged<Container>
    ) -> Answer? {
        // A cached instance is the same for everybody.
        let isCached = slot.scope.isCaching
        let index = unused.firstIndex {
            $0.slot === slot && $0.values == values
                && (isCached || $0.place.view === view.takeUnretainedValue())
        }
        guard let index else { return nil }
        return isCached ? unused[index] : unused.remove(at: index)
    }

    /// The definition of a member that was awaited.
    func awaitedMember(for key: KeyWords) -> Slot? {
        answers.first { $0.slot.key.isSame(key) }?.slot
    }

    /// The definition that was awaited for a key that a container is asked for, and where it was found:
    /// there, or in a container that is linked.
    func awaited(for key: KeyWords, by asked: Container) -> (slot: Slot, view: Container)? {
        let answer = answers.first { $0.place.asked === asked && $0.slot.key.isSame(key) }
        return answer.map { ($0.slot, $0.place.view) }
    }

    /// A stretch begins inside another one, with no answers.
    func setAsideAnswers() -> (answers: [Answer], unused: [Answer]) {
        defer { (answers, unused) = ([], []) }
        return (answers, unused)
    }

    /// The inner stretch has got what it was asked for.
    func restoreAnswers(_ outer: (answers: [Answer], unused: [Answer])) {
        (answers, unused) = outer
    }

    // MARK: The end

    /// The outermost resolve is over.
    func end(succeeded: Bool) async {
        if usedConstructionSite { failed.formUnion(ConstructionSite.end(number)) }
        dropNodes()
        let notified = SessionWork.notified(of: created, without: failed, succeeded)
        created = []
        SessionWork.letGo(of: &weak)
        SessionWork.letGoOfUnregistered(&built)
        for created in notified {
            if created.isOnMainActor {
                await Self.notifyOnMainActor(Holder(created.notify))
            } else {
                created.notify()
            }
        }
    }

    @MainActor private static func notifyOnMainActor(_ notify: Holder<() -> Void>) {
        notify.instance()
    }

    var usedConstructionSite = false

    private func dropNodes() {
        let first = nodes
        nodes = nil
        first?.destroyAll()
    }
}

/// Where something that is awaited was asked for.
struct AwaitedPlace: Sendable {
    /// The container that was asked for its key; `nil` if it was not found by that.
    let asked: Container?
    /// The container that it was found through: that one, or one that is linked.
    let view: Container
}

/// An asynchronous factory that runs, or a step of its instance.
final class AsyncFrame: Sendable {
    /// The innermost factory that the running task works for, for those who captured a container.
    @TaskLocal static var current: AsyncFrame?

    let slot: Slot
    /// The definitions on the way here, this one included.
    let entries: [ResolutionError.Entry]
    let session: UInt
    /// The container that was asked, and the one whose view the factory has.
    let asked: Container
    let view: Container
    /// The tag that the instance was asked for with, if that is not the definition's own.
    let otherTag: TagBox?
    /// The factory around it.
    let parent: AsyncFrame?
    /// Whether it has returned, and the steps with it: a task that goes on is no part of it.
    let isOver = Atomic<Bool>(false)
    /// The properties to be filled that announced themselves in the factory.
    let announced = Locked<[any InjectableProperty]>([])

    init(
        _ slot: Slot,
        entries: [ResolutionError.Entry],
        session: UInt,
        asked: Container,
        view: Container,
        otherTag: TagBox?,
        parent: AsyncFrame?
    ) {
        self.slot = slot
        self.otherTag = otherTag
        self.entries = entries
        self.session = session
        self.asked = asked
        self.view = view
        self.parent = parent
    }

    /// How many factories there are, this one included.
    var depth: Int { 1 + (parent?.depth ?? 0) }

    /// Whether a factory without arguments runs inside itself, for the same container.
    func isInside(_ slot: Slot, for asked: Container) -> Bool {
        (self.slot === slot && view === asked && !isOver.load(ordering: .acquiring))
            || parent?.isInside(slot, for: asked) == true
    }

    /// The container whose view the running member's factory has, if it asks through another one.
    ///
    /// A member asks through its assembly's container: while it is made for its owner, that sees what
    /// the owner sees.
    static func home(of asked: Container) -> Container {
        var current = Self.current
        while let frame = current {
            if frame.asked === asked, frame.slot.kind == .member,
                !frame.isOver.load(ordering: .acquiring)
            {
                return frame.view
            }
            current = frame.parent
        }
        return asked
    }
}

// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

@usableFromInline typealias Thread = UnsafeMutablePointer<ThreadRecord>

/// What the engine keeps for one thread: what it reads, and the resolve that runs on it.
///
/// The thread writes the epoch and the pins. Threads that retire something read them: see
/// ``Reclaimer``. Everything else belongs to the thread alone, unless its comment names a lock.
@usableFromInline struct ThreadRecord: ~Copyable {
    /// The innermost frame of the running resolve.
    ///
    /// It comes first because a sanitizer takes the first word of a struct for the whole: only this
    /// thread may touch that word.
    @usableFromInline var frame: FramePointer?

    /// The table that the running resolve started from.
    @usableFromInline let table = Atomic<UInt>(0)
    /// How often the thread has begun and ended reading.
    ///
    /// It is odd while the thread looks at what others may unpublish, and has not pinned it yet.
    @usableFromInline let epoch = Atomic<UInt>(0)
    /// What others wait for the thread to end: bits of ``Awaited``.
    ///
    /// Written under the reclaimer's lock.
    @usableFromInline let awaited = Atomic<UInt8>(0)
    /// The holder whose value is lent to the body of a `with`.
    @usableFromInline let borrowed = Atomic<UInt>(0)
    /// The pinned tables of further containers that the running resolve has asked.
    let sourceTable0 = Atomic<UInt>(0)
    let sourceTable1 = Atomic<UInt>(0)
    let sourceTable2 = Atomic<UInt>(0)
    let sourceTable3 = Atomic<UInt>(0)

    /// A frame below this address is examined for a cycle and for the end of the stack.
    @usableFromInline var checkpoint: UInt = 0
    /// No frame may be below this address.
    @usableFromInline let lowestFrame: UInt
    /// The shared instances of the running resolve, newest first.
    @usableFromInline var nodes: SharedNodePointer?
    /// The mounted session, once it has to be an object.
    @usableFromInline var session: Unmanaged<Session>?
    /// The number under which the ledger knows the running synchronous resolve, or 0.
    ///
    /// Written under the ledger's lock.
    var number = 0
    /// Whether the running resolve began with an untracked construction.
    ///
    /// The end of such a resolve gives up the tables of sources that it pinned without a session.
    var isUntracked = false
    /// How often the thread has parked.
    var waits: UInt = 0
    /// The innermost construction that the ledger may not know.
    var construction: ConstructionPointer?
    /// The innermost tracked construction that the thread works for, or 0.
    var builder = 0
    /// How many tracked constructions of this thread are under way.
    @usableFromInline var building = 0
    /// How many steps are running on this thread.
    @usableFromInline var runningSteps = 0
    /// Whether frames are being unwound, to run again later.
    @usableFromInline var isUnwinding = false

    /// Whether the running resolve is tried for a task: ``AsyncContainer/resolvedAtOnce(_:unwound:)``.
    var trial = Trial.none

    /// The number of the innermost observed build that the thread works for, or 0.
    var build: UInt64 = 0
    /// The observed builds of the running resolve that were unwound and are to go on.
    var unwoundBuilds: [ObservedBuild] = []

    /// How many resolves through a ``MainActorContainer`` are running.
    var mainActorDepth = 0

    /// The `Recording` of an assembly member that is only recorded.
    var recording: Unmanaged<AnyObject>?

    /// The properties that announced themselves in running factories.
    var announced = AnnouncedStack()
    /// The innermost property that is being filled.
    var filling: UnsafeMutablePointer<Filling>?

    /// The index of `nodes`, once there are many.
    var nodeIndex: NodeIndex?
    /// How often nodes were removed, or the list replaced.
    @usableFromInline var nodeGeneration: UInt = 0

    /// Where the thread parks while another one builds what it needs.
    let parker: OpaquePointer

    init(lowestFrame: UInt) {
        self.lowestFrame = lowestFrame
        parker = mortise_parker_create()
    }

    deinit {
        announced.free()
        mortise_parker_destroy(parker)
    }
}

extension ThreadRecord {
    /// The record of the running thread, if it has resolved anything before.
    @inlinable @inline(__always) static var current: Thread? {
        mortise_thread_get()?.assumingMemoryBound(to: ThreadRecord.self)
    }

    /// The record of the running thread, made if need be.
    @inline(never) static func make() -> Thread {
        if let found = mortise_thread_find() {
            return found.assumingMemoryBound(to: ThreadRecord.self)
        }
        let stack = mortise_stack_bounds()
        let reserve = Checkpoint.reserve(onStackOf: stack.size)
        let thread = Thread.allocate(capacity: 1)
        thread.initialize(
            to: ThreadRecord(lowestFrame: stack.low == 0 ? 0 : stack.low + reserve)
        )
        Reclaimer.enroll(thread)
        mortise_thread_set(thread) { record in
            guard let record else { return }
            let thread = record.assumingMemoryBound(to: ThreadRecord.self)
            let free = Reclaimer.dismiss(thread)
            thread.deinitialize(count: 1)
            thread.deallocate()
            Reclaimer.release(free)
        }
        return thread
    }

    static let sourceTableCount = 4

    /// Stores one of the hazard pointers for the tables of sources.
    borrowing func storeSourceTable(_ index: Int, _ word: UInt) {
        switch index {
        case 0: sourceTable0.store(word, ordering: .releasing)
        case 1: sourceTable1.store(word, ordering: .releasing)
        case 2: sourceTable2.store(word, ordering: .releasing)
        default: sourceTable3.store(word, ordering: .releasing)
        }
    }

    borrowing func loadSourceTable(_ index: Int) -> UInt {
        switch index {
        case 0: sourceTable0.load(ordering: .acquiring)
        case 1: sourceTable1.load(ordering: .acquiring)
        case 2: sourceTable2.load(ordering: .acquiring)
        default: sourceTable3.load(ordering: .acquiring)
        }
    }

    /// Calls a body with every word that this thread pins.
    borrowing func forEachPin(_ body: (UInt) -> Void) {
        func pass(_ word: UInt) { if word != 0 { body(word) } }
        pass(table.load(ordering: .acquiring))
        pass(borrowed.load(ordering: .acquiring))
        for index in 0..<Self.sourceTableCount { pass(loadSourceTable(index)) }
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Identifies this thread among the living ones.
    var identity: UInt { UInt(bitPattern: self) }

    /// The session of the running resolve, made if need be.
    var session: Session {
        if let session = pointee.session { return session.takeUnretainedValue() }
        let session = Session()
        session.takeOverPins(of: self)
        pointee.session = .passRetained(session)
        return session
    }

    /// The state of the running attempt's asynchronous resolve; `nil` in a synchronous one.
    var task: AsyncState? { pointee.session?._withUnsafeGuaranteedRef { $0.task } }

    /// Whether an attempt of an asynchronous resolve is running.
    var isInAttempt: Bool { pointee.session?._withUnsafeGuaranteedRef { $0.task != nil } ?? false }

    /// The number under which the ledger knows the running resolve.
    ///
    /// Under the ledger's lock.
    var ledgerSession: Int { task?.ledgerSession ?? parkingSession }

    /// The number of a resolve that is known to be synchronous, which another thread may ask for.
    ///
    /// Under the ledger's lock.
    var parkingSession: Int {
        if pointee.number == 0 { pointee.number = ConstructionSite.ledger.open(.parking) }
        return pointee.number
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension ThreadRecord: Sendable {}

// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

@usableFromInline typealias Thread = UnsafeMutablePointer<ThreadRecord>

/// What the engine keeps for one thread: what it is reading, and the resolve that runs on it.
///
/// The epoch and the pins are written by the thread and read by whoever wants to release something: see
/// ``Reclaimer``.
/// Everything else belongs to the thread alone.
@usableFromInline struct ThreadRecord: ~Copyable {
    /// The innermost frame of the running resolve.
    ///
    /// First, because a sanitizer takes the first word of a struct for the whole: what only this
    /// thread touches must be there, and not what others read.
    @usableFromInline var frame: FramePointer?

    /// The table that the running resolve started from.
    @usableFromInline let table = Atomic<UInt>(0)
    /// How often the thread has begun and ended to read: odd while it looks at what others may unpublish,
    /// and has not pinned yet what of it.
    @usableFromInline let epoch = Atomic<UInt>(0)
    /// What others wait for the thread to end: bits of ``Awaited``.
    ///
    /// Written under the reclaimer's lock.
    @usableFromInline let awaited = Atomic<UInt8>(0)
    /// The holder whose value is lent to the body of a `with`.
    @usableFromInline let borrowed = Atomic<UInt>(0)
    /// The tables of further containers that the running resolve has asked.
    let sourceTable0 = Atomic<UInt>(0)
    let sourceTable1 = Atomic<UInt>(0)
    let sourceTable2 = Atomic<UInt>(0)
    let sourceTable3 = Atomic<UInt>(0)

    /// A frame below this address is examined: for a cycle, and for the end of the stack.
    @usableFromInline var checkpoint: UInt = 0
    /// No frame may be below this address.
    @usableFromInline let lowestFrame: UInt
    /// The shared instances of the running resolve, newest first.
    @usableFromInline var nodes: SharedNodePointer?
    /// The session that is mounted, once it needs to be an object.
    @usableFromInline var session: Unmanaged<Session>?
    /// The number under which the ledger knows the running synchronous resolve, or 0.
    ///
    /// Written under the ledger's lock.
    var number = 0
    /// Whether the running resolve began with an untracked construction, whose end gives up the tables of
    /// sources that are announced without a session.
    var isUntracked = false
    /// The innermost construction that may be unknown to the ledger.
    var construction: ConstructionPointer?
    /// The innermost watched construction that the thread works for, or 0.
    var builder = 0
    /// How many watched constructions of this thread are under way.
    @usableFromInline var building = 0
    /// How many steps are running on this thread.
    @usableFromInline var runningSteps = 0
    /// Frames are being unwound, to run again later.
    @usableFromInline var isUnwinding = false

    /// How many resolves through the main actor's view are running.
    var mainActorDepth = 0

    /// The member of an assembly that is only recorded: a `Recording`.
    var recording: Unmanaged<AnyObject>?

    /// What announced itself in factories that are running.
    var announced = AnnouncedStack()
    /// The property that is being filled, innermost first.
    var filling: UnsafeMutablePointer<Filling>?

    /// Where the nodes are, once there are many.
    var nodeIndex: NodeIndex?
    /// How often any of the nodes have gone.
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

    /// One of the hazard pointers for the tables of sources.
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

    /// Calls a body with the word of everything that this thread pins.
    borrowing func forEachPin(_ body: (UInt) -> Void) {
        func pass(_ word: UInt) { if word != 0 { body(word) } }
        pass(table.load(ordering: .acquiring))
        pass(borrowed.load(ordering: .acquiring))
        for index in 0..<Self.sourceTableCount { pass(loadSourceTable(index)) }
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// What tells this thread from others that live.
    var identity: UInt { UInt(bitPattern: self) }

    /// The session of the running resolve, made if need be.
    var session: Session {
        if let session = pointee.session { return session.takeUnretainedValue() }
        let session = Session()
        session.takeOverPins(of: self)
        pointee.session = .passRetained(session)
        return session
    }

    /// What the running attempt's asynchronous resolve keeps; `nil` in a synchronous one.
    var task: AsyncState? { pointee.session?._withUnsafeGuaranteedRef { $0.task } }

    /// Whether an attempt of an asynchronous resolve is running.
    var isInAttempt: Bool { pointee.session?._withUnsafeGuaranteedRef { $0.task != nil } ?? false }

    /// The number under which the ledger knows the running resolve.
    ///
    /// Under the ledger's lock.
    var ledgerSession: Int { task?.ledgerSession ?? parkingSession }

    /// The same for a resolve that is known to be synchronous, which another thread may ask for.
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

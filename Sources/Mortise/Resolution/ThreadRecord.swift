// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

@usableFromInline typealias Thread = UnsafeMutablePointer<ThreadRecord>

/// What the engine keeps for one thread: what it is reading, and the resolve that runs on it.
///
/// The announcements are written by the thread and read by whoever wants to release something.
/// Everything else belongs to the thread alone.
@usableFromInline struct ThreadRecord: ~Copyable {
    /// The innermost frame of the running resolve.
    ///
    /// First, because a sanitizer takes the first word of a struct for the whole: what only this
    /// thread touches must be there, and not what others read.
    @usableFromInline var frame: FramePointer?

    /// The table that the running resolve started from.
    @usableFromInline let table = Atomic<UInt>(0)
    /// Whether the thread looks at what others may withdraw, and has not announced yet what of it.
    @usableFromInline let isReading = Atomic<UInt8>(0)
    /// Whether something is kept aside that the thread announced to use.
    @usableFromInline let isAwaited = Atomic<UInt8>(0)
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
    let lowestFrame: UInt
    /// The shared instances of the running resolve, newest first.
    @usableFromInline var nodes: SharedNodePointer?
    /// What the running resolve keeps besides, once it needs any of it.
    @usableFromInline var work: Unmanaged<SessionWork>?
    /// Whether the running resolve began with a brief construction, whose end gives up the tables of
    /// sources that are announced without a `work`.
    var isBrief = false
    /// The innermost construction that may be unknown to the ledger.
    ///
    /// Written by the thread, under the construction site's lock.
    var brief: BriefPointer?
    /// The innermost watched construction that the thread works for, or 0.
    var builder = 0
    /// How many watched constructions of this thread are under way.
    @usableFromInline var building = 0
    /// How many steps are running on this thread.
    @usableFromInline var runningSteps = 0
    /// A step is being unwound, to run again later.
    @usableFromInline var isPostponing = false

    /// The asynchronous session that the running resolve is a stretch of.
    var asyncSession: Unmanaged<AsyncSession>?
    /// How many resolves through the main actor's view are running.
    var mainActorDepth = 0

    /// The member of an assembly that is only recorded: a `Recording`.
    var recording: Unmanaged<AnyObject>?

    /// What announced itself in factories that are running, if anything did.
    var announced: Unmanaged<AnnouncedList>?
    /// The property that is being filled, innermost first.
    var filling: UnsafeMutablePointer<Filling>?

    /// Where the thread sleeps while another one builds what it needs.
    let parker: OpaquePointer
    /// What it was handed while it slept.
    ///
    /// Guarded by the construction site's lock.
    var delivery: AnyObject?

    init(lowestFrame: UInt) {
        self.lowestFrame = lowestFrame
        parker = mortise_parker_create()
    }

    deinit { mortise_parker_destroy(parker) }
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
        let low = UInt(mortise_stack_low())
        // What user code between two frames may use, and what it takes to report the error.
        let reserve: UInt = 96 * 1024
        let thread = Thread.allocate(capacity: 1)
        thread.initialize(to: ThreadRecord(lowestFrame: low == 0 ? 0 : low + reserve))
        Reclaimer.enroll(thread)
        mortise_thread_set(thread) { record in
            guard let record else { return }
            let thread = record.assumingMemoryBound(to: ThreadRecord.self)
            Reclaimer.dismiss(thread)
            thread.deinitialize(count: 1)
            thread.deallocate()
        }
        return thread
    }

    static let sourceTableCount = 4

    /// One of the announcements for the tables of sources.
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

    /// Everything this thread announces to be reading.
    borrowing func announcements(into words: inout Set<UInt>) {
        words.insert(table.load(ordering: .acquiring))
        words.insert(borrowed.load(ordering: .acquiring))
        for index in 0..<Self.sourceTableCount { words.insert(loadSourceTable(index)) }
    }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The number under which the construction site knows this thread.
    var session: UInt {
        pointee.asyncSession?._withUnsafeGuaranteedRef { $0.number } ?? UInt(bitPattern: self)
    }

    /// What the running resolve keeps besides its frames.
    var sessionWork: SessionWork {
        if let work = pointee.work { return work.takeUnretainedValue() }
        let work = SessionWork(of: self)
        pointee.work = .passRetained(work)
        return work
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension ThreadRecord: Sendable {}

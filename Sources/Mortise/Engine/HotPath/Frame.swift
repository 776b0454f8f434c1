// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

@usableFromInline typealias FramePointer = UnsafeMutablePointer<Frame>

/// One instance being made, on the stack of the thread that makes it.
@usableFromInline struct Frame {
    /// Who asked for it.
    @usableFromInline let caller: FramePointer?
    @usableFromInline let slot: Unmanaged<Slot>
    /// What the factory sees: the container that was asked, as it was when it was first asked.
    @usableFromInline let table: Table
    @usableFromInline let thread: Thread
    /// Flags, and the address of the requested tag if that is not the slot's: ``FrameFlags``.
    @usableFromInline var note: UInt

    @inlinable @inline(__always) init(
        caller: FramePointer?,
        slot: Unmanaged<Slot>,
        table: Table,
        thread: Thread,
        note: UInt = 0
    ) {
        self.caller = caller
        self.slot = slot
        self.table = table
        self.thread = thread
        self.note = note
    }
}

/// The bits of a frame's note.
@usableFromInline enum FrameFlags: Sendable {
    /// The definition is built from for the first time: what it asks for is written down.
    @usableFromInline @inline(__always) static var recording: UInt { 1 }
    /// The instance exists, one of its steps runs.
    @usableFromInline @inline(__always) static var inStep: UInt { 2 }
    /// A postponed step runs again; the frame that made the instance is gone.
    @usableFromInline @inline(__always) static var rerun: UInt { 4 }

    /// The factory of the outermost frame threw.
    ///
    /// Shares its bit: a step that runs again is never outermost.
    @usableFromInline @inline(__always) static var failed: UInt { rerun }
    /// Something that was made inside the frame wants to be called back.
    @usableFromInline @inline(__always) static var hasCreated: UInt { 8 }

    /// Somebody looks after properties that announce themselves: on the slow path whoever calls the
    /// factory, on the hot path nobody before one has.
    @usableFromInline @inline(__always) static var heedsProperties: UInt { 16 }

    /// All of them: what is above is ``TagBox/address``.
    @usableFromInline @inline(__always) static var flags: UInt { 31 }
}

extension UnsafeMutablePointer<Frame> {
    var slotObject: Slot { pointee.slot.takeUnretainedValue() }

    var view: Unmanaged<Container> { pointee.table.owner }

    /// The container that was asked for it.
    var asked: Unmanaged<Container> {
        if let caller = pointee.caller { return caller.view }
        let outermost = pointee.thread.pointee.table.load(ordering: .relaxed)
        return outermost == 0 ? view : Table(word: outermost).owner
    }

    var isInStep: Bool { pointee.note & FrameFlags.inStep != 0 }

    /// Whether a property announced itself in the factory of a hot frame.
    @inlinable @inline(__always) var heedsProperties: Bool {
        pointee.note & FrameFlags.heedsProperties != 0
    }

    /// The tag the instance was asked for with, whichever definition was found.
    var requestedTag: DefinitionTag? { requestedTagBox?.tag ?? slotObject.tag }

    /// That tag, if it is not the slot's own.
    var requestedTagBox: TagBox? { TagBox.at(pointee.note & ~FrameFlags.flags) }

    /// The frames from here to the outermost one.
    var chain: some Sequence<FramePointer> {
        sequence(first: self) { $0.pointee.caller }
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension Frame: Sendable {}

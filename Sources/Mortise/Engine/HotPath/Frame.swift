// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

@usableFromInline typealias FramePointer = UnsafeMutablePointer<Frame>

/// An instance that is being made, on the stack of the thread that makes it.
@usableFromInline struct Frame {
    /// The frame that asked for the instance; `nil` for the outermost one.
    @usableFromInline let caller: FramePointer?
    @usableFromInline let slot: Unmanaged<Slot>
    /// The table that the factory sees: that of a container, as the session first saw it.
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

/// The flags in a frame's note.
@usableFromInline enum FrameFlags: Sendable {
    /// The first build from the definition: the requests of the factory are recorded.
    @usableFromInline @inline(__always) static var recording: UInt { 1 }
    /// The instance exists, and one of its steps runs.
    @usableFromInline @inline(__always) static var inStep: UInt { 2 }
    /// A postponed step runs again; the frame that made the instance is gone.
    @usableFromInline @inline(__always) static var rerun: UInt { 4 }

    /// The factory of the outermost frame threw, or completing its instance did.
    ///
    /// Shares the bit of ``rerun``: a step that runs again is never outermost.
    @usableFromInline @inline(__always) static var failed: UInt { rerun }
    /// An instance that was made inside the frame has callbacks.
    @usableFromInline @inline(__always) static var hasCreated: UInt { 8 }

    /// A property has announced itself in the factory, or the factory does not run.
    @usableFromInline @inline(__always) static var heedsProperties: UInt { 16 }

    /// All flags: the bits above are ``TagBox/address``.
    @usableFromInline @inline(__always) static var flags: UInt { 31 }
}

extension UnsafeMutablePointer<Frame> {
    var slotObject: Slot { pointee.slot.takeUnretainedValue() }

    var view: Unmanaged<Container> { pointee.table.owner }

    /// The container that was asked for the instance.
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

    /// The tag that was asked for, whichever definition was found.
    var requestedTag: DefinitionTag? { requestedTagBox?.tag ?? slotObject.tag }

    /// The tag that was asked for, if it is not the slot's own.
    var requestedTagBox: TagBox? { TagBox.at(pointee.note & ~FrameFlags.flags) }

    /// The frames from here to the outermost one.
    var chain: some Sequence<FramePointer> {
        sequence(first: self) { $0.pointee.caller }
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension Frame: Sendable {}

// SPDX-License-Identifier: MIT

public import CMortiseThread

/// Looks whether a chain of frames that has become long is a cycle, and whether stack is left.
@usableFromInline enum Checkpoint: Sendable {
    /// How much stack the first frames may use before anybody looks, in bytes.
    @usableFromInline @inline(__always) static var firstDistance: UInt { 16 * 1024 }

    /// How much stack a frame may use at least, with the factory that made it, in bytes.
    private static let frameSize: UInt = 192

    /// What user code between two frames may use of the stack, with what it takes to throw and report
    /// an error there, in bytes.
    ///
    /// A share of the stack, because there are small ones: musl's threads have 128 KiB. Never less
    /// than the error takes, of which the runtime takes half when it makes the types for the first one:
    /// 17 KiB in optimised builds, 33 KiB in others, 42 KiB with Address Sanitizer.
    static func reserve(onStackOf size: UInt) -> UInt {
        #if DEBUG
        let least: UInt = 48 * 1024
        #else
        let least: UInt = 24 * 1024
        #endif
        return min(max(size / 4, least), 96 * 1024)
    }

    /// Where frames are examined that a resolve begins here.
    @inlinable @inline(__always) static func first(on thread: Thread) -> UInt {
        max(stackAddress &- firstDistance, thread.pointee.lowestFrame)
    }

    /// Where the stack ends by now.
    @inlinable @inline(__always) static var stackAddress: UInt { UInt(mortise_stack_address()) }

    /// Examines the chain that ends with a frame below the checkpoint, and moves the checkpoint.
    ///
    /// The distance grows with the chain, so that looking costs no more than making the frames did.
    @usableFromInline @inline(never) static func examine(_ frame: FramePointer) throws {
        let thread = frame.pointee.thread
        let address = stackAddress
        let slot = frame.pointee.slot.toOpaque()
        // Cached instances are looked after by the construction site; and the same definition with
        // other arguments, or with another view, may well end.
        let mayEnd =
            frame.slotObject.arguments != 0 || frame.slotObject.scope.isCaching
            || frame.slotObject.hasUnknownArguments
        var count: UInt = 1
        // What may end a way that has come back to where it began: an instance that is met again.
        var hasCached = false
        var hasShared = frame.slotObject.scope == .shared
        var hasStep = false
        var current = frame.pointee.caller
        while let ancestor = current {
            hasStep = hasStep || ancestor.isInStep
            if !mayEnd, !hasCached, !(hasShared && hasStep),
                ancestor.pointee.slot.toOpaque() == slot,
                ancestor.view.toOpaque() == frame.view.toOpaque()
            {
                throw ResolutionError.cycle(to: frame)
            }
            let scope = ancestor.slotObject.scope
            hasCached = hasCached || scope.isCaching
            hasShared = hasShared || scope == .shared
            count += 1
            current = ancestor.pointee.caller
        }
        guard address > thread.pointee.lowestFrame else {
            throw ResolutionError.tooDeep(frame)
        }
        let distance = max(firstDistance, count * frameSize)
        let next = address > distance ? address - distance : 0
        thread.pointee.checkpoint = max(next, thread.pointee.lowestFrame)
    }
}

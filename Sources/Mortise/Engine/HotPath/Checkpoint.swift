// SPDX-License-Identifier: MIT

public import CMortiseThread

/// Examines a long chain of frames: whether it is a cycle, and whether stack space is left.
@usableFromInline enum Checkpoint: Sendable {
    /// How much stack the first frames may use before the first examination, in bytes.
    @usableFromInline @inline(__always) static var firstDistance: UInt { 16 * 1024 }

    /// The least stack that a frame and its factory use, in bytes.
    private static let frameSize: UInt = 192

    /// The stack that is reserved for user code between two frames, and for throwing and reporting
    /// an error there, in bytes.
    ///
    /// It is a share of the stack, because some stacks are small: musl's threads have 128 KiB. It
    /// is never less than an error needs: 17 KiB in optimised builds, 33 KiB in others, 42 KiB with
    /// Address Sanitizer. The runtime takes half of that when it makes the types for the first
    /// error.
    static func reserve(onStackOf size: UInt) -> UInt {
        #if DEBUG
        let least: UInt = 48 * 1024
        #else
        let least: UInt = 24 * 1024
        #endif
        return min(max(size / 4, least), 96 * 1024)
    }

    /// The first checkpoint of a resolve that begins here.
    @inlinable @inline(__always) static func first(on thread: Thread) -> UInt {
        max(stackAddress &- firstDistance, thread.pointee.lowestFrame)
    }

    /// The address of the current end of the stack.
    @inlinable @inline(__always) static var stackAddress: UInt { UInt(mortise_stack_address()) }

    /// Examines the chain that ends with a frame below the checkpoint, and moves the checkpoint.
    ///
    /// The distance grows with the chain, so examining costs no more than making the frames did.
    @usableFromInline @inline(never) static func examine(_ frame: FramePointer) throws {
        let thread = frame.pointee.thread
        let address = stackAddress
        let slot = frame.pointee.slot.toOpaque()
        // The construction site finds cycles of cached instances. A chain that returns to a
        // definition may still end, if the arguments or the container are others.
        let mayEnd =
            frame.slotObject.arguments != 0 || frame.slotObject.scope.isCaching
            || frame.slotObject.hasUnknownArguments
        var count: UInt = 1
        // What may end a path that has returned to its beginning: it meets an existing instance.
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

// SPDX-License-Identifier: MIT

// How a cycle on one thread is found if no container keeps its instances, and a chain that is too
// deep. If one is kept, `ConstructionLedger.join(_:by:)` finds the cycle: the request for it comes
// from the session that is building it.

extension Checkpoint {
    /// The least stack that a frame and its factory use, in bytes.
    private static let frameSize: UInt = 192

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

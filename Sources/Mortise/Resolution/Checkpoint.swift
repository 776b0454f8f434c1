// SPDX-License-Identifier: MIT

/// Looks at a chain of frames that has become long: is it a cycle, is there stack left?
@usableFromInline enum Checkpoint {
    /// How much stack the first frames may use before anybody looks, in bytes.
    @usableFromInline @inline(__always) static var firstDistance: UInt { 16 * 1024 }

    /// Examines the chain that ends with a frame below the checkpoint, and moves the checkpoint.
    ///
    /// The distance doubles, so that looking costs no more than making the frames did.
    @usableFromInline @inline(never) static func examine(_ frame: FramePointer) throws {
        let thread = frame.pointee.thread
        let address = UInt(bitPattern: frame)
        let slot = frame.pointee.slot.toOpaque()
        let hasArguments = frame.slotObject.key.arguments != 0
        var outermost = frame
        var current = frame.pointee.caller
        while let ancestor = current {
            // The same definition with other arguments, or with another view, may well end.
            if ancestor.pointee.slot.toOpaque() == slot, !hasArguments,
                ancestor.view.toOpaque() == frame.view.toOpaque()
            {
                throw ResolutionError.cycle(from: ancestor, to: frame)
            }
            outermost = ancestor
            current = ancestor.pointee.caller
        }
        guard address > thread.pointee.lowestFrame else {
            throw ResolutionError.tooDeep(frame)
        }
        let distance = max(firstDistance, UInt(bitPattern: outermost) &- address)
        let next = address > distance ? address - distance : 0
        thread.pointee.checkpoint = max(next, thread.pointee.lowestFrame)
    }
}

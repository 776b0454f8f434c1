// SPDX-License-Identifier: MIT

public import CMortiseThread

/// Examines a long chain of frames: whether it is a cycle, and whether stack space is left.
@usableFromInline enum Checkpoint: Sendable {
    /// How much stack the first frames may use before the first examination, in bytes.
    @usableFromInline @inline(__always) static var firstDistance: UInt { 16 * 1024 }

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
}

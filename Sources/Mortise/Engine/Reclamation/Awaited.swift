// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

/// The activities of a thread whose end others wait for: bits of ``ThreadRecord/awaited``.
@usableFromInline enum Awaited: Sendable {
    /// A read: the thread's epoch is odd.
    @inlinable static var reading: UInt8 { 1 }
    /// The pin of a table.
    @inlinable static var pin: UInt8 { 2 }
    /// The pin of a holder that `with` has lent.
    @inlinable static var loan: UInt8 { 4 }
    /// Always set where `mortise_heavy_barrier` does not work: seeing the other bits needs a fence.
    @inlinable static var needsFence: UInt8 { 8 }

    /// The activities that end with a session.
    @inlinable static var session: UInt8 { reading | pin | needsFence }
    /// The activities that end with the body of a `with`.
    @inlinable static var body: UInt8 { reading | loan }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Whether others wait for the end of something that the thread has just ended.
    ///
    /// ``Reclaimer/retire(_:)`` has the other half of the protocol.
    @inlinable @inline(__always) func isAwaited(_ bits: UInt8) -> Bool {
        mortise_light_barrier()
        return _slowPath(pointee.awaited.load(ordering: .relaxed) & bits != 0)
    }

    /// Marks activities of the thread as awaited by others.
    ///
    /// Under the reclaimer's lock.
    func setAwaited(_ bits: UInt8) {
        let known = pointee.awaited.load(ordering: .relaxed)
        pointee.awaited.store(known | bits, ordering: .relaxed)
    }
}

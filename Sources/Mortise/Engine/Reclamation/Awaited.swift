// SPDX-License-Identifier: MIT

public import CMortiseThread
public import Synchronization

/// What of a thread's doing others wait for to end: bits of ``ThreadRecord/awaited``.
@usableFromInline enum Awaited: Sendable {
    /// A reading.
    @inlinable static var reading: UInt8 { 1 }
    /// The pin of a table.
    @inlinable static var pin: UInt8 { 2 }
    /// The pin of a holder that `with` has lent.
    @inlinable static var loan: UInt8 { 4 }
    /// Always set where `mortise_heavy_barrier` does not work: it takes a fence to see the other bits.
    @inlinable static var needsFence: UInt8 { 8 }

    /// What ends with a session.
    @inlinable static var session: UInt8 { reading | pin | needsFence }
    /// What ends with the body of a `with`.
    @inlinable static var body: UInt8 { reading | loan }
}

extension UnsafeMutablePointer<ThreadRecord> {
    /// Whether somebody waits for the thread to end what it has just ended.
    ///
    /// The other half is in ``Reclaimer/retire(_:)``.
    @inlinable @inline(__always) func isAwaited(_ bits: UInt8) -> Bool {
        mortise_light_barrier()
        return _slowPath(pointee.awaited.load(ordering: .relaxed) & bits != 0)
    }

    /// Others wait for what the thread does.
    ///
    /// Under the reclaimer's lock.
    func setAwaited(_ bits: UInt8) {
        let known = pointee.awaited.load(ordering: .relaxed)
        pointee.awaited.store(known | bits, ordering: .relaxed)
    }
}

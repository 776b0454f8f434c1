// SPDX-License-Identifier: MIT

/// Where one cached instance is kept: the slot itself, or what it has for each value of the run-time arguments.
///
/// Guarded by the lock for instances of the container that keeps it. What is taken out of it is
/// released elsewhere.
// @unchecked: see above. Accesses are not checked for exclusivity, which the lock sees to.
@usableFromInline class Cell: @unchecked Sendable {
    /// How many words its properties have: what a slot has besides lies behind them.
    @inlinable @inline(__always) static var words: Int { 4 }

    /// The holder of the instance.
    @exclusivity(unchecked) final var holder: AnyObject?
    /// What builds the instance, as long as the ledger need not know.
    @exclusivity(unchecked) final var construction: ConstructionPointer?
    /// Whether the ledger knows that the instance is being built.
    @exclusivity(unchecked) final var isTracked = false
    /// How often the instance was handed out through the cell.
    @exclusivity(unchecked) final var reads: UInt8 = 0
    /// The instance itself, once only others keep it alive.
    final weak var object: AnyObject?

    /// Whether there is no instance, and none on its way.
    ///
    /// - Parameter object: What ``object`` was, to be released outside the lock.
    /// - Returns: Whether it has nothing.
    final func hasNothing(but object: AnyObject?) -> Bool {
        object == nil && holder == nil && construction == nil && !isTracked
    }

    /// The number under which the ledger knows this place.
    final var number: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

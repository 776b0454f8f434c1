// SPDX-License-Identifier: MIT

/// The storage of one cached instance: the slot itself, or a cell for each value of the run-time
/// arguments.
///
/// Guarded by its container's lock for instances. Objects that are taken out of it are released
/// outside that lock.
// @unchecked: see above. Accesses are not checked for exclusivity, which the lock ensures.
@usableFromInline class Cell: @unchecked Sendable {
    /// The size of its properties in words: those of a slot follow them.
    @inlinable @inline(__always) static var words: Int { 4 }

    /// The holder of the instance.
    @exclusivity(unchecked) final var holder: AnyObject?
    /// The construction of the instance, while it is untracked.
    @exclusivity(unchecked) final var construction: ConstructionPointer?
    /// Whether the ledger tracks a construction of the instance.
    @exclusivity(unchecked) final var isTracked = false
    /// How often the instance was handed out through the cell.
    @exclusivity(unchecked) final var reads: UInt8 = 0
    /// The lower half of the number of the last observed build of an instance for it; 0 for none.
    @exclusivity(unchecked) final var build: UInt32 = 0
    /// The instance itself, once only others keep it alive.
    final weak var object: AnyObject?

    /// Whether there is no instance, and no construction of one.
    ///
    /// - Parameter object: The value of ``object``, which the caller releases outside the lock.
    /// - Returns: Whether the cell is empty.
    final func hasNothing(but object: AnyObject?) -> Bool {
        object == nil && holder == nil && construction == nil && !isTracked
    }

    /// Takes the holder out.
    ///
    /// As long as something else keeps the instance, it is found all the same.
    final func takeRemembered() -> AnyObject? {
        guard let holder = holder.take() else { return nil }
        object = (holder as? any ObjectHolder)?.object
        return holder
    }

    /// The number under which the ledger knows this cell.
    final var number: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

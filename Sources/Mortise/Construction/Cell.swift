// SPDX-License-Identifier: MIT

/// Where one cached instance is kept: the instance of a caching definition, or of one value of its
/// run-time arguments.
///
/// Guarded by the construction site's lock. What is taken out of it is released elsewhere.
// @unchecked: see above. Accesses are not checked for exclusivity, which the lock sees to.
final class Cell: @unchecked Sendable {
    /// The holder of the instance.
    @exclusivity(unchecked) var holder: AnyObject?
    /// Who is building the instance without the ledger.
    @exclusivity(unchecked) var builder: BriefPointer?
    /// The instance itself, once only others keep it alive.
    weak var object: AnyObject?

    /// The number under which the ledger knows this place.
    var number: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

// SPDX-License-Identifier: MIT

/// Where one cached instance is kept: the instance of a caching definition, or of one value of its
/// run-time arguments.
///
/// Guarded by the construction site's lock. What is taken out of it is released elsewhere.
// @unchecked: see above.
final class Cell: @unchecked Sendable {
    /// The holder of the instance.
    var holder: AnyObject?
    /// The instance itself, once only others keep it alive.
    weak var object: AnyObject?

    /// The number under which the ledger knows this place.
    var number: UInt { UInt(bitPattern: ObjectIdentifier(self)) }
}

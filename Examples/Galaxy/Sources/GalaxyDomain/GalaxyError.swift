// SPDX-License-Identifier: MIT

/// What the rules of the domain refuse.
package enum GalaxyError: Error, Hashable, Sendable {
    /// There is no such thing.
    case notFound(String)
    /// Somebody else was first, or a rule forbids it together with what is stored.
    case conflict(String)
    /// The client demanded a version that is not the current one.
    case outdated(String)
    /// What the client sent makes no sense.
    case invalid(String)
}

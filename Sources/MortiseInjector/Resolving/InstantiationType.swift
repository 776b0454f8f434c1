// SPDX-License-Identifier: MIT

/// The time at which a property is injected.
public enum InstantiationType: Hashable, Sendable {
    /// When it is created. A failed property stays `nil`.
    case regular
    /// When it is first read, and on each later read while it is `nil`.
    case lazy
}

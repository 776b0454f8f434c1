// SPDX-License-Identifier: MIT

/// When a property is injected.
public enum InstantiationType: Hashable, Sendable {
    /// When it is made. If that fails it stays `nil` (S-24).
    case regular
    /// When it is first read, and again as long as it is `nil` (S-24).
    case lazy
}

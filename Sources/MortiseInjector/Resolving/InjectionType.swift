// SPDX-License-Identifier: MIT

/// Which instance is injected.
public enum InjectionType: Hashable, Sendable {
    /// A new one for every property.
    case regular
    /// One for each context, abstraction and key (S-21).
    case singleton
}

// SPDX-License-Identifier: MIT

/// Chooses the instance to inject.
public enum InjectionType: Hashable, Sendable {
    /// A new instance for every property.
    case regular
    /// One instance for each context, abstraction and key.
    case singleton
}

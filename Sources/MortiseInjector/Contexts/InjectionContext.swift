// SPDX-License-Identifier: MIT

/// Selects the set of abstractions that an injector or a property uses.
///
/// Contexts are isolated: an abstraction that is missing in one is `nil`, without a lookup in ``global``.
/// Contexts of different kinds are different, even with the same name.
public enum InjectionContext: Hashable, Sendable, CustomStringConvertible {
    /// The context of the whole program.
    case global
    /// The context of a test, named after the file, without extension, that declares the tested code.
    case tests(name: String)
    /// A custom context.
    case custom(name: String)

    /// The name, `global` for ``global``.
    public var id: String {
        switch self {
        case .global: "global"
        case .tests(let name), .custom(let name): name
        }
    }

    /// The kind and the name.
    public var description: String {
        switch self {
        case .global: "global"
        case .tests(let name): "tests:\(name)"
        case .custom(let name): "custom:\(name)"
        }
    }
}

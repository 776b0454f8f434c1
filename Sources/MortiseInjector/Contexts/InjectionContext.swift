// SPDX-License-Identifier: MIT

/// Which set of abstractions an injector or a property works with.
///
/// Contexts are isolated: what is missing in one is `nil`, and never looked for in ``global``. Contexts of
/// different kinds are different, also where their names are the same (S-40).
public enum InjectionContext: Hashable, Sendable, CustomStringConvertible {
    /// That of the whole program.
    case global
    /// That of a test: the name is that of the file, without extension, that declares what is tested.
    case tests(name: String)
    /// One of your own.
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

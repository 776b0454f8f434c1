// SPDX-License-Identifier: MIT

extension Graph {
    /// How long an instance lives.
    public enum Lifetime: Hashable, Sendable {
        /// Every request gets its own instance.
        case unique

        /// One instance for everything that one outermost resolve builds.
        case shared

        /// One instance for as long as its definition exists.
        case singleton

        /// A singleton that is built while the container starts.
        case eagerSingleton

        /// One instance for as long as other code holds it.
        case weakSingleton

        /// One instance for as long as the named scope is open.
        case scoped(String)
    }
}

extension Graph.Lifetime {
    /// Whether the instance is kept when the resolve that built it has ended.
    public var isCaching: Bool {
        switch self {
        case .unique, .shared: false
        case .singleton, .eagerSingleton, .weakSingleton, .scoped: true
        }
    }

    /// The name of the scope in which it lives, if it does.
    var scopeName: String? {
        guard case .scoped(let name) = self else { return nil }
        return name
    }

    /// Whether two requests in one resolve can get the same instance.
    ///
    /// Such an instance ends a cycle through a property. A cycle of unique instances never ends.
    public var isReused: Bool {
        self != .unique
    }
}

extension Graph.Lifetime: CustomStringConvertible {
    /// The lifetime as it is written in code, without the dot.
    public var description: String {
        switch self {
        case .unique: "unique"
        case .shared: "shared"
        case .singleton: "singleton"
        case .eagerSingleton: "eagerSingleton"
        case .weakSingleton: "weakSingleton"
        case .scoped(let scope): "scoped(\(scope))"
        }
    }
}

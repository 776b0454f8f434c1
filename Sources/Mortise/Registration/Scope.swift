// SPDX-License-Identifier: MIT

import MortiseGraph

/// How long an instance lives that nothing but its user keeps: ``unique`` or ``shared``.
///
/// The scopes that keep instances for longer are in ``Caching``; they take `Sendable` types only,
/// because several threads may get the same instance.
public struct Scope: Hashable, Sendable {
    @usableFromInline let kind: EngineScope

    @inlinable init(kind: EngineScope) { self.kind = kind }

    /// A new instance for every request: the default.
    @inlinable public static var unique: Scope { Scope(kind: .unique) }

    /// One instance for each outermost `resolve`: the object graph that it makes.
    @inlinable public static var shared: Scope { Scope(kind: .shared) }

    /// The name of ``unique`` in other containers.
    @available(*, unavailable, renamed: "unique")
    public static var transient: Scope { unique }

    /// The name of ``shared`` in other containers.
    @available(*, unavailable, renamed: "shared")
    public static var graph: Scope { shared }

    /// How long an instance lives that its container keeps.
    public struct Caching: Hashable, Sendable {
        @usableFromInline let kind: EngineScope

        @inlinable init(kind: EngineScope) { self.kind = kind }

        /// One instance for as long as the definition stays registered, made when first asked for.
        ///
        /// It belongs to the definition, and is made with the view of the definition's container: a
        /// child container, a tag that falls back, an optional or a forwarded type give the same
        /// instance.
        @inlinable public static var singleton: Caching { Caching(kind: .singleton) }

        /// The name of ``singleton`` in other containers.
        @available(*, unavailable, renamed: "singleton")
        public static var container: Caching { singleton }

        /// A singleton that ``Container/bootstrap()`` makes, unless it was asked for before.
        @inlinable public static var eagerSingleton: Caching { Caching(kind: .eagerSingleton) }

        /// One instance for as long as anybody else keeps it, and at least until the outermost
        /// `resolve` that made it is over.
        ///
        /// A value type has no identity to watch, so it is made anew each time.
        @inlinable public static var weakSingleton: Caching { Caching(kind: .weakSingleton) }

        /// One instance for each open scope of that name: the nearest to the container that was
        /// asked.
        ///
        /// It is made with the view of the scope, and disposed of when the scope is closed. Where no
        /// such scope is open, resolving fails with code `missing-scope`.
        ///
        /// - Parameter name: The name that ``Container/openScope(_:)`` was given.
        /// - Returns: The scope of a definition.
        @inlinable public static func scoped(_ name: ScopeName) -> Caching {
            Caching(kind: .scoped(name))
        }
    }
}

/// How long instances live, for the engine and for vocabularies.
///
/// One byte: the scopes that have no name of their own, and then the numbers of names.
@usableFromInline package struct EngineScope: Hashable, Sendable {
    @usableFromInline let number: UInt8

    @inlinable init(_ number: UInt8) { self.number = number }

    @inlinable package static var unique: EngineScope { EngineScope(0) }
    @inlinable package static var shared: EngineScope { EngineScope(1) }
    @inlinable package static var singleton: EngineScope { EngineScope(2) }
    @inlinable package static var eagerSingleton: EngineScope { EngineScope(3) }
    @inlinable package static var weakSingleton: EngineScope { EngineScope(4) }
    private static let firstName: UInt8 = 5

    @usableFromInline static func scoped(_ name: ScopeName) -> EngineScope {
        EngineScope(firstName + name.number)
    }

    var isCaching: Bool { number >= Self.singleton.number }

    /// The scope it belongs to, if that has a name.
    var name: ScopeName? {
        number < Self.firstName ? nil : ScopeName(number: number - Self.firstName)
    }

    var lifetime: Lifetime {
        if let name { return .scoped(name.description) }
        switch self {
        case .unique: return .unique
        case .shared: return .shared
        case .eagerSingleton: return .eagerSingleton
        case .weakSingleton: return .weakSingleton
        default: return .singleton
        }
    }
}

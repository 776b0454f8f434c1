// SPDX-License-Identifier: MIT

import MortiseGraph

/// The lifetime of instances that no container keeps: ``unique`` or ``shared``.
///
/// Lifetimes whose instances a container keeps are in ``Caching``. They require `Sendable` types,
/// because several threads may get the same instance.
public struct Lifetime: Hashable, Sendable {
    @usableFromInline let kind: EngineLifetime

    @inlinable init(kind: EngineLifetime) { self.kind = kind }

    /// A new instance for every request, which is the default.
    @inlinable public static var unique: Lifetime { Lifetime(kind: .unique) }

    /// One instance for each outermost `resolve`, shared within the object graph that it makes.
    @inlinable public static var shared: Lifetime { Lifetime(kind: .shared) }

    /// The name of ``unique`` in other containers.
    @available(*, unavailable, renamed: "unique")
    public static var transient: Lifetime { unique }

    /// The name of ``shared`` in other containers.
    @available(*, unavailable, renamed: "shared")
    public static var graph: Lifetime { shared }

    /// The lifetime of instances that a container keeps.
    public struct Caching: Hashable, Sendable {
        @usableFromInline let kind: EngineLifetime

        @inlinable init(kind: EngineLifetime) { self.kind = kind }

        /// One instance for as long as the definition stays registered, made on first use.
        ///
        /// The instance belongs to the definition, and its dependencies come from the definition's
        /// container. A child container, a definition for any tag, an optional or a forwarded type
        /// give the same instance.
        @inlinable public static var singleton: Caching { Caching(kind: .singleton) }

        /// The name of ``singleton`` in other containers.
        @available(*, unavailable, renamed: "singleton")
        public static var container: Caching { singleton }

        /// A singleton that ``Container/bootstrap()`` makes, unless it was resolved before.
        @inlinable public static var eagerSingleton: Caching { Caching(kind: .eagerSingleton) }

        /// One instance for as long as other code keeps it, and at least until the outermost
        /// `resolve` that made it is over.
        ///
        /// A value type cannot be referenced weakly, so its instances are made anew each time.
        @inlinable public static var weakSingleton: Caching { Caching(kind: .weakSingleton) }

        /// One instance for each open scope with a name: a request gets that of the nearest scope.
        ///
        /// Its dependencies come from the scope, and it is disposed of when the scope is closed. If
        /// no such scope is open, resolving fails with code `missing-scope`.
        ///
        /// - Parameter name: The name that is passed to ``Container/openScope(_:file:line:providing:)``.
        /// - Returns: The lifetime for a definition.
        @inlinable public static func scoped(_ name: ScopeName) -> Caching {
            Caching(kind: .scoped(name))
        }
    }
}

/// The lifetime of instances, for the engine and for vocabularies.
///
/// A number: first the lifetimes without a name, then the names of scopes.
@usableFromInline package struct EngineLifetime: Hashable, Sendable {
    @usableFromInline let number: UInt32

    @inlinable init(_ number: UInt32) { self.number = number }

    @inlinable package static var unique: EngineLifetime { EngineLifetime(0) }
    @inlinable package static var shared: EngineLifetime { EngineLifetime(1) }
    @inlinable package static var singleton: EngineLifetime { EngineLifetime(2) }
    @inlinable package static var eagerSingleton: EngineLifetime { EngineLifetime(3) }
    @inlinable package static var weakSingleton: EngineLifetime { EngineLifetime(4) }
    private static let firstName: UInt32 = 5

    @usableFromInline static func scoped(_ name: ScopeName) -> EngineLifetime {
        EngineLifetime(firstName + name.number)
    }

    var isCaching: Bool { number >= Self.singleton.number }

    /// The name of the scope, if it has one.
    var name: ScopeName? {
        number < Self.firstName ? nil : ScopeName(number: number - Self.firstName)
    }

    var lifetime: Graph.Lifetime {
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

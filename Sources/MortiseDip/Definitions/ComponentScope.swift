// SPDX-License-Identifier: MIT

public import Mortise

/// How long an instance lives (D-40).
public enum ComponentScope: Hashable, Sendable {
    /// A new instance each time.
    case unique
    /// One instance for each outermost `resolve`: the object graph that it makes (D-41). The default.
    case shared
    /// One instance, kept by the container (D-42).
    case singleton
    /// A singleton that ``DependencyContainer/bootstrap()`` makes, unless it was asked for before (D-43).
    case eagerSingleton
    /// One instance for as long as anybody else keeps it, and at least until the outermost `resolve`
    /// that made it is over (D-46).
    case weakSingleton

    /// What 4.3 called ``unique``, and had as its default.
    @available(*, deprecated, renamed: "unique")
    public static var Prototype: ComponentScope { .unique }

    /// What 4.3 called ``shared``.
    @available(*, deprecated, renamed: "shared")
    public static var ObjectGraph: ComponentScope { .shared }

    /// What 4.3 called ``singleton``.
    @available(*, deprecated, renamed: "singleton")
    public static var Singleton: ComponentScope { .singleton }

    /// What 4 called ``unique``.
    @available(*, deprecated, renamed: "unique")
    public static var Unique: ComponentScope { .unique }

    /// What 4 called ``shared``.
    @available(*, deprecated, renamed: "shared")
    public static var Shared: ComponentScope { .shared }

    /// What 4 called ``eagerSingleton``.
    @available(*, deprecated, renamed: "eagerSingleton")
    public static var EagerSingleton: ComponentScope { .eagerSingleton }

    /// What 4 called ``weakSingleton``.
    @available(*, deprecated, renamed: "weakSingleton")
    public static var WeakSingleton: ComponentScope { .weakSingleton }

    @inlinable var lifetime: EngineScope {
        switch self {
        case .unique: .unique
        case .shared: .shared
        case .singleton: .singleton
        case .eagerSingleton: .eagerSingleton
        case .weakSingleton: .weakSingleton
        }
    }
}

// SPDX-License-Identifier: MIT

public import Mortise

/// The lifetime of an instance, as in Dip.
public enum ComponentScope: Hashable, Sendable {
    /// A new instance each time.
    case unique
    /// One instance for each outermost `resolve` and its object graph. The default.
    case shared
    /// One instance, kept by the container.
    case singleton
    /// A singleton that ``DependencyContainer/bootstrap()`` makes, unless it was resolved before.
    case eagerSingleton
    /// One instance for as long as others keep it, and at least until the outermost `resolve` that made it
    /// ends.
    case weakSingleton

    /// Dip 4.3's name for ``unique``, its default.
    @available(*, deprecated, renamed: "unique")
    public static var Prototype: ComponentScope { .unique }

    /// Dip 4.3's name for ``shared``.
    @available(*, deprecated, renamed: "shared")
    public static var ObjectGraph: ComponentScope { .shared }

    /// Dip 4.3's name for ``singleton``.
    @available(*, deprecated, renamed: "singleton")
    public static var Singleton: ComponentScope { .singleton }

    /// Dip 4's name for ``unique``.
    @available(*, deprecated, renamed: "unique")
    public static var Unique: ComponentScope { .unique }

    /// Dip 4's name for ``shared``.
    @available(*, deprecated, renamed: "shared")
    public static var Shared: ComponentScope { .shared }

    /// Dip 4's name for ``eagerSingleton``.
    @available(*, deprecated, renamed: "eagerSingleton")
    public static var EagerSingleton: ComponentScope { .eagerSingleton }

    /// Dip 4's name for ``weakSingleton``.
    @available(*, deprecated, renamed: "weakSingleton")
    public static var WeakSingleton: ComponentScope { .weakSingleton }

    @inlinable var lifetime: EngineLifetime {
        switch self {
        case .unique: .unique
        case .shared: .shared
        case .singleton: .singleton
        case .eagerSingleton: .eagerSingleton
        case .weakSingleton: .weakSingleton
        }
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

/// One table of factories for the whole program, from the experiment that became Dip.
///
/// ```swift
/// Dependency.register(singleton: WebService() as WebServiceType)
/// Dependency.register { DummyFriendsProvider(user: $0 ?? "Jane Doe") as FriendsProviderType }
/// Dependency.register("me") { _ in PlistFriendsProvider(plist: "myfriends") as FriendsProviderType }
///
/// let provider: FriendsProviderType = Dependency.resolve("me")
/// ```
///
/// It is thread-safe; the original allows one thread only. A missing definition stops the program with the
/// error, as in the original; ``find(_:_:)`` throws it instead.
public final class Dependency: Sendable {
    private init() {}

    private static let container = Container(name: "Dependency")

    /// Registers an instance that is made on first use and kept.
    ///
    /// The last registration of a type and a tag wins. Tags that fall back to it share the instance.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - instance: Makes the instance. Runs once, outside all locks, on the first thread that resolves it.
    public static func register<T>(
        _ tag: String? = nil,
        singleton instance: @autoclosure @escaping @Sendable () -> T
    ) {
        // Unchecked: as in the original, the caller decides whether threads may share the instance.
        container.registerUnchecked(in: .singleton, tag: tag?.tag) { _ in instance() }
    }

    /// Version 0.0.1's name for ``register(_:singleton:)``.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - instance: Makes the instance. Runs once, outside all locks, on the first thread that resolves it.
    @available(*, deprecated, renamed: "register(_:singleton:)")
    public static func register<T>(
        _ tag: String? = nil,
        instance: @autoclosure @escaping @Sendable () -> T
    ) {
        register(tag, singleton: instance())
    }

    /// Registers a factory.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - factory: Makes an instance, for each resolve. Runs outside all locks.
    public static func register<T>(
        _ tag: String? = nil,
        instanceFactory factory: @escaping @Sendable () -> T
    ) {
        container.register(tag: tag) { (_: inout Resolver) in factory() }
    }

    /// Registers a factory that gets the requested tag, even where it falls back.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - factory: Makes an instance from the requested tag, for each resolve. Runs outside all locks.
    public static func register<T>(
        _ tag: String? = nil,
        instanceFactory factory: @escaping @Sendable (_ tag: String?) -> T
    ) {
        container.register(tag: tag) { (resolver: inout Resolver) in
            guard case .text(let tag) = resolver.requestedTag else { return factory(nil) }
            return factory(tag)
        }
    }

    /// Resolves an instance; stops the program if nothing is registered.
    ///
    /// - Parameter tag: The tag. An unknown tag falls back to the definition without one. A request without a
    ///   tag never finds a tagged definition.
    /// - Returns: The instance.
    public static func resolve<T>(_ tag: String? = nil) -> T {
        do {
            return try find(T.self, tag)
        } catch {
            fatalError(
                "No instance factory registered with \(T.self), tag \(tag ?? "none"): \(error)"
            )
        }
    }

    /// Resolves an instance.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag.
    /// - Returns: The instance.
    /// - Throws: `ResolutionError` if nothing is registered, or for a cycle.
    public static func find<T>(_ type: T.Type = T.self, _ tag: String? = nil) throws -> T {
        try container.resolve(T.self, tag: tag?.tag, by: .fallingBack)
    }

    /// Removes everything.
    ///
    /// Resolved instances stay valid.
    public static func reset() { container.reset() }
}

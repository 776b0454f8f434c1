// SPDX-License-Identifier: MIT

/// A type with an initializer without arguments.
///
/// It may run on any thread: the conformance is not isolated to an actor.
public protocol Initializable: SendableMetatype {
    /// Creates an instance.
    init()
}

/// An implementation that ``instance()`` makes.
public protocol InjectableDependency: Initializable {
    /// Makes an instance; pass it to `register` as `RemoteRepository.instance`.
    ///
    /// The default calls the initializer.
    ///
    /// - Returns: A new instance.
    @Sendable static func instance() -> Self
}

extension InjectableDependency {
    // Disfavored: in Swift 5 a type's own method is not implicitly `@Sendable`, and this one would silently
    // win over it.
    /// Makes an instance by its initializer.
    ///
    /// - Returns: A new instance.
    @_disfavoredOverload
    @Sendable public static func instance() -> Self { Self() }
}

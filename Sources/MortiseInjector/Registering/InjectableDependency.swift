// SPDX-License-Identifier: MIT

/// Something that can be made without arguments.
///
/// On any thread: its conformance belongs to no actor.
public protocol Initializable: SendableMetatype {
    /// Makes one.
    init()
}

/// An implementation that ``instance()`` makes (S-8).
public protocol InjectableDependency: Initializable {
    /// Makes an instance: `RemoteRepository.instance` is what `register` takes.
    ///
    /// Unless a type has a method of its own, this is its initializer.
    ///
    /// - Returns: A new instance.
    @Sendable static func instance() -> Self
}

extension InjectableDependency {
    // Disfavored: in Swift 5 a type's own method is not `@Sendable` unless it says so, and this one, which
    // is, would take its place without a word.
    /// Makes an instance by its initializer.
    ///
    /// - Returns: A new instance.
    @_disfavoredOverload
    @Sendable public static func instance() -> Self { Self() }
}

// SPDX-License-Identifier: MIT

// A call of `resolve` with nothing that says the type does not compile. The compiler has no message for
// that, so it gets one here: it tries these last, which costs no time where another one fits.

extension Container {
    /// The type of an instance where nothing says which: only in messages of the compiler.
    public struct UnspecifiedType: Sendable {}
}

extension Container {
    /// Unavailable: nothing says what to resolve.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - arguments: The arguments.
    /// - Returns: A value without meaning.
    /// - Throws: Nothing.
    @available(
        *,
        unavailable,
        message: """
            say what to resolve, as in 'let feed: Feed = try container.resolve()' or \
            'try container.resolve(Feed.self)'
            """
    )
    @_disfavoredOverload
    public func resolve(
        tag: (any TagConvertible)? = nil,
        arguments: Any...
    ) throws -> Container.UnspecifiedType {
        Container.UnspecifiedType()
    }
}

extension Resolver {
    /// Unavailable: nothing says what to resolve.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - arguments: The arguments.
    /// - Returns: A value without meaning.
    /// - Throws: Nothing.
    @available(
        *,
        unavailable,
        message: """
            say what to resolve, as in 'let feed: Feed = try $0.resolve()' or \
            'try $0.resolve(Feed.self)'
            """
    )
    @_disfavoredOverload
    public func resolve(
        tag: (any TagConvertible)? = nil,
        arguments: Any...
    ) throws -> Container.UnspecifiedType {
        Container.UnspecifiedType()
    }
}

extension AsyncContainer {
    /// Unavailable: nothing says what to resolve.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - arguments: The arguments.
    /// - Returns: A value without meaning.
    /// - Throws: Nothing.
    @available(
        *,
        unavailable,
        message: """
            say what to resolve, as in 'let feed: Feed = try await container.async.resolve()' or \
            'try await container.async.resolve(Feed.self)'
            """
    )
    @_disfavoredOverload
    public func resolve(
        tag: (any TagConvertible)? = nil,
        arguments: Any...
    ) async throws -> Container.UnspecifiedType {
        Container.UnspecifiedType()
    }
}

extension AsyncResolver {
    /// Unavailable: nothing says what to resolve.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - arguments: The arguments.
    /// - Returns: A value without meaning.
    /// - Throws: Nothing.
    @available(
        *,
        unavailable,
        message: """
            say what to resolve, as in 'let feed: Feed = try await $0.resolve()' or \
            'try await $0.resolve(Feed.self)'
            """
    )
    @_disfavoredOverload
    public func resolve(
        tag: (any TagConvertible)? = nil,
        arguments: Any...
    ) async throws -> Container.UnspecifiedType {
        Container.UnspecifiedType()
    }
}

extension MainActorContainer {
    /// Unavailable: nothing says what to resolve.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - arguments: The arguments.
    /// - Returns: A value without meaning.
    /// - Throws: Nothing.
    @available(
        *,
        unavailable,
        message: """
            say what to resolve, as in 'let feed: Feed = try container.main.resolve()' or \
            'try container.main.resolve(Feed.self)'
            """
    )
    @_disfavoredOverload
    @MainActor
    public func resolve(
        tag: (any TagConvertible)? = nil,
        arguments: Any...
    ) throws -> Container.UnspecifiedType {
        Container.UnspecifiedType()
    }
}

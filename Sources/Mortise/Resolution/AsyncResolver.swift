// SPDX-License-Identifier: MIT

import MortiseGraph

/// What an asynchronous factory resolves its dependencies from.
///
/// ```swift
/// container.register(.singleton) { resolver in
///     try await Database(configuration: resolver.resolve())
/// }
/// ```
///
/// A resolver belongs to the call it was handed to. Other than a ``Resolver`` it sees each container
/// as it is when it is asked.
public struct AsyncResolver: ~Copyable {
    let session: Session
    let view: Container
    let frame: AsyncFrame
    let isRecording: Bool

    init(session: Session, view: Container, frame: AsyncFrame, isRecording: Bool) {
        self.session = session
        self.view = view
        self.frame = frame
        self.isRecording = isRecording
    }

    /// Resolves an instance, synchronous or not.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, if a tagged definition is meant.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``; `CancellationError` if the task was cancelled while it waited.
    public func resolve<T>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) async throws -> T {
        let tag = tag?.tag
        record(T.self, tag: tag)
        return try await session.finish(after: frame.entries) {
            try view.resolveOutermost(T.self, tag: tag)
        }
    }

    /// Resolves an instance with run-time arguments, synchronous or not.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, if a tagged definition is meant.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``; `CancellationError` if the task was cancelled while it waited.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        arguments: repeat each Argument
    ) async throws -> T {
        let tag = tag?.tag
        let tuple = (repeat each arguments)
        if isRecording {
            frame.slot.record(
                KeyWords(
                    type: KeyWords.word(of: T.self),
                    arguments: KeyWords.word(of: (repeat each Argument).self),
                    tag: tag
                )
            )
        }
        return try await session.finish(after: frame.entries) {
            try view.resolveOutermost(T.self, tag: tag, tuple) {
                try $0.hashableElements(of: tuple)
            }
        }
    }

    /// Resolves an instance of every contributing definition of a type, one after the other.
    ///
    /// - Parameters:
    ///   - type: What to resolve.
    ///   - tag: The tag of the definitions.
    /// - Returns: The instances, in the order of ``Container/resolveAll(_:tag:)``.
    /// - Throws: The first ``ResolutionError``.
    public func resolveAll<T>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) async throws -> [T] {
        let tag = tag?.tag
        record(T.self, tag: tag, isPlural: true)
        return try await session.finish(after: frame.entries) {
            try view.resolveAll(T.self, tag: tag)
        }
    }

    /// A handle that resolves later.
    ///
    /// - Parameters:
    ///   - type: What it resolves.
    ///   - tag: A tag, if a tagged definition is meant.
    /// - Returns: The provider, which holds the container weakly.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> Provider<T> {
        record(Provider<T>.self, tag: tag?.tag)
        return Provider(view, tag: tag?.tag)
    }

    private func record<T>(_: T.Type, tag: DefinitionTag?, isPlural: Bool = false) {
        guard isRecording else { return }
        frame.slot.record(
            KeyWords(type: KeyWords.word(of: T.self), tag: tag),
            isOptional: isPlural,
            isPlural: isPlural
        )
    }
}

// Belongs to one task.
@available(*, unavailable)
extension AsyncResolver: Sendable {}

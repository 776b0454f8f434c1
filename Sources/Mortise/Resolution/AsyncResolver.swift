// SPDX-License-Identifier: MIT

import MortiseGraph

/// Resolves the dependencies of an asynchronous factory.
///
/// ```swift
/// container.register(.singleton) { resolver in
///     try await Database(configuration: resolver.resolve())
/// }
/// ```
///
/// A resolver is valid only during the call that it is passed to. Unlike a ``Resolver``, it sees
/// the definitions that a container has at the time of each request. A list keeps the members that it
/// had when the resolve asked for it first.
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

    /// Resolves an instance, whether its factory is synchronous or not.
    ///
    /// - Parameters:
    ///   - type: The type to resolve. Leave it out where it can be inferred.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order, if it has some.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``; `CancellationError` if the task was cancelled while it
    ///   waited.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        arguments: repeat each Argument
    ) async throws -> T {
        let (tag, tuple) = (tag?.tag, (repeat each arguments))
        record(T.self, passing: (repeat each Argument).self, tag: tag)
        return try await session.finish(after: frame.entries) {
            try view.resolveOutermost(T.self, tag: tag, tuple)
        }
    }

    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag of the definition, if it has one.
    ///   - arguments: The factory's parameters after the resolver, in order, if it has some.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency;
    ///   `CancellationError` if the task was cancelled while it waited.
    public func resolve<T, each Argument>(
        _ type: T?.Type,
        tag: (any TagConvertible)? = nil,
        arguments: repeat each Argument
    ) async throws -> T? {
        let (tag, tuple) = (tag?.tag, (repeat each arguments))
        let recording = isRecording ? frame : nil
        return try await session.finish(after: frame.entries) {
            try view.ask(T?.self, tag: tag, tuple) {
                try $0.resolveIfKnown(T.self, for: recording)
            }
        }
    }

    /// Resolves an instance of every contributing definition of a type, one after the other.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
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

    /// Creates a provider, which resolves later.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag of the definition, if it has one.
    /// - Returns: The provider, which holds the container weakly.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) -> Provider<T> {
        deferred(tag: tag?.tag)
    }

    /// A provider for the factory that this resolver belongs to.
    func deferred<Deferred: DeferredDependency>(tag: DefinitionTag?) -> Deferred {
        record(Deferred.self, tag: tag)
        return Deferred(
            source: ProviderSource(view, tag: tag, heldBy: ProviderHolder(frame.slot))
        )
    }

    private func record<T>(
        _ type: T.Type,
        passing arguments: Any.Type = Void.self,
        tag: DefinitionTag?,
        isPlural: Bool = false
    ) {
        guard isRecording else { return }
        frame.slot.record(
            KeyWords(type, arguments: arguments, tag: tag),
            seeing: view,
            isOptional: isPlural,
            isPlural: isPlural
        )
    }
}

// Belongs to one task.
@available(*, unavailable)
extension AsyncResolver: Sendable {}

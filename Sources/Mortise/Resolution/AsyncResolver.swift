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
    ///   - tag: The tag of the definition, if it has one, or ``RequestTag/inherited``.
    ///   - arguments: The factory's parameters after the resolver, in order, if it has some.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``; `CancellationError` if the task was cancelled while it
    ///   waited.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: (any RequestTag)? = nil,
        arguments: repeat each Argument
    ) async throws -> T {
        let (tag, rule) = tag.asked(insteadOf: frame.requestedTag)
        let tuple = (repeat each arguments)
        record(T.self, passing: (repeat each Argument).self, tag: tag, by: rule)
        return try await session.finish(after: frame.entries) {
            try view.resolveOutermost(T.self, tag: tag, by: rule, tuple)
        }
    }

    /// Resolves an instance, or gives `nil` if nothing is registered for its type.
    ///
    /// - Parameters:
    ///   - type: An optional type, such as `(any API)?.self`.
    ///   - tag: The tag of the definition, if it has one, or ``RequestTag/inherited``.
    ///   - arguments: The factory's parameters after the resolver, in order, if it has some.
    /// - Returns: The instance; `nil` if neither the optional nor its wrapped type is registered.
    /// - Throws: ``ResolutionError`` for every other failure, such as a missing dependency;
    ///   `CancellationError` if the task was cancelled while it waited.
    public func resolve<T, each Argument>(
        _ type: T?.Type,
        tag: (any RequestTag)? = nil,
        arguments: repeat each Argument
    ) async throws -> T? {
        let (tag, rule) = tag.asked(insteadOf: frame.requestedTag)
        let tuple = (repeat each arguments)
        let recording = isRecording ? frame : nil
        return try await session.finish(after: frame.entries) {
            try view.ask(T?.self, tag: tag, by: rule, tuple) {
                try $0.resolveIfKnown(T.self, for: recording)
            }
        }
    }

    /// Resolves an instance of every contributing definition of a type, one after the other.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag of the definitions, or ``RequestTag/inherited``.
    /// - Returns: The instances, in the order of ``Container/resolveAll(_:tag:)``.
    /// - Throws: The first ``ResolutionError``.
    public func resolveAll<T>(
        _ type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) async throws -> [T] {
        let tag = tag.asked(insteadOf: frame.requestedTag).tag
        record(T.self, tag: tag, isPlural: true)
        return try await session.finish(after: frame.entries) {
            try view.resolveAll(T.self, tag: tag)
        }
    }

    /// Creates a provider, which resolves later.
    ///
    /// - Parameters:
    ///   - type: The type to resolve.
    ///   - tag: The tag of the definition, if it has one, or ``RequestTag/inherited``.
    /// - Returns: The provider, which holds the container weakly.
    public func provider<T>(
        of type: T.Type = T.self,
        tag: (any RequestTag)? = nil
    ) -> Provider<T> {
        deferred(tag: tag)
    }

    /// A provider for the factory that this resolver belongs to.
    func deferred<Deferred: DeferredDependency>(tag: (any RequestTag)?) -> Deferred {
        let (tag, rule) = tag.asked(insteadOf: frame.requestedTag)
        record(Deferred.self, tag: tag, by: rule)
        return Deferred(
            source: ProviderSource(view, tag: tag, by: rule, heldBy: ProviderHolder(frame.slot))
        )
    }

    private func record<T>(
        _ type: T.Type,
        passing arguments: Any.Type = Void.self,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        isPlural: Bool = false
    ) {
        guard isRecording else { return }
        frame.slot.record(
            KeyWords(type, arguments: arguments, tag: tag),
            seeing: view,
            isOptional: isPlural,
            isPlural: isPlural,
            tagRule: tagRule
        )
    }
}

// Belongs to one task.
@available(*, unavailable)
extension AsyncResolver: Sendable {}

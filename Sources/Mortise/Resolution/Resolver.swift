// SPDX-License-Identifier: MIT

/// Resolves the dependencies of a factory or an injection step.
///
/// ```swift
/// container.register { resolver in
///     try Presenter(view: resolver.resolve(), router: resolver.resolve()) as any Presenting
/// }
/// ```
///
/// A resolver is valid only during the call that it is passed to: it can be neither copied nor
/// stored, and capturing it in an escaping closure does not compile. To resolve later, resolve a
/// ``Provider``. Dependencies come from the container that the instance is requested from, or from
/// the container that keeps it, as that container was when the running resolve first used it.
public struct Resolver: ~Copyable {
    @usableFromInline let frame: FramePointer

    @_alwaysEmitIntoClient @inline(__always) init(_ frame: FramePointer) { self.frame = frame }
}

extension Resolver {
    /// Resolves an instance.
    ///
    /// - Parameter type: The type to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``. The error that a factory threw is its
    ///   ``ResolutionError/underlying``. Instances that were made for this call alone are dropped.
    /// - Complexity: O(1), not counting the factories that run.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws -> T {
        let word = KeyWords.word(of: T.self)
        if let found = HotPath.open(from: frame, { $0.find(word) }) {
            return try HotPath.enter(found, T.self)
        }
        return try HotPath.keep(from: frame, KeyWords(type: word), T.self)
    }
}

extension Container {
    /// Resolves an instance.
    ///
    /// Inside a factory that captured the container, this call joins the resolve that is running on
    /// the thread: it shares its `.shared` instances and is part of its error path.
    ///
    /// Thread-safe. No lock is held while factories run. A thread waits only for a cached instance
    /// that another thread is building. Waiting threads are blocked. So a factory that blocks until
    /// another task has run can leave the tasks' thread pool without threads: register an
    /// asynchronous factory instead.
    ///
    /// - Parameter type: The type to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a shared instance, depending on the definition's lifetime.
    /// - Throws: ``ResolutionError``. The error that a factory threw is its
    ///   ``ResolutionError/underlying``. Instances that were committed before stay. Everything else
    ///   that was made for this call is dropped.
    /// - Complexity: O(1), not counting the factories that run.
    @_alwaysEmitIntoClient @inline(__always)
    public func resolve<T>(_ type: T.Type = T.self) throws -> T {
        let word = KeyWords.word(of: T.self)
        if let found = HotPath.open(self, mayFollow: true, { $0.find(word) }) {
            return try HotPath.enter(found, T.self)
        }
        return try HotPath.keep(self, KeyWords(type: word), T.self)
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension Resolver: Sendable {}

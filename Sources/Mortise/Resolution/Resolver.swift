// SPDX-License-Identifier: MIT

/// What a factory or an injection step resolves its dependencies from.
///
/// ```swift
/// container.register { resolver in
///     try Presenter(view: resolver.resolve(), router: resolver.resolve()) as any Presenting
/// }
/// ```
///
/// A resolver belongs to the call it was handed to: it can be neither copied nor stored, and
/// capturing it in an escaping closure does not compile. To resolve later, ask it for a
/// ``Provider``. It sees the container that was asked from outside, as that container was when it
/// was first asked.
public struct Resolver: ~Copyable {
    @usableFromInline let frame: FramePointer

    @_alwaysEmitIntoClient @inline(__always) init(_ frame: FramePointer) { self.frame = frame }
}

extension Resolver {
    /// Resolves an instance.
    ///
    /// - Parameter type: What to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``. A factory that threw has its error in
    ///   ``ResolutionError/underlying``. Nothing of what was made for this call alone remains.
    /// - Complexity: O(1) beside the factories that run.
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
    /// Inside a factory that captured the container, this joins the resolve that is running on the
    /// thread: it shares its `.shared` instances and is part of its error path.
    ///
    /// Safe from any thread. No lock is held while factories run. A thread waits only for a
    /// singleton that another thread is building. A factory that blocks until another task has run
    /// can leave the tasks' thread pool without threads, because those that wait hold theirs, too:
    /// register an asynchronous factory instead.
    ///
    /// - Parameter type: What to resolve. Leave it out where it can be inferred.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``. A factory that threw has its error in
    ///   ``ResolutionError/underlying``. What was committed before stays, everything else that was
    ///   made for this call is dropped.
    /// - Complexity: O(1) beside the factories that run.
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

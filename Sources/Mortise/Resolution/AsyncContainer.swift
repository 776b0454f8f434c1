// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// The container for code that can await: resolves what is made asynchronously, too.
    public var async: AsyncContainer { AsyncContainer(container: self) }
}

/// A container as asynchronous code sees it.
///
/// ```swift
/// let database = try await container.async.resolve(Database.self)
/// ```
///
/// Whatever the container has can be resolved through it. A synchronous factory that asks for
/// something asynchronous is unwound, that is awaited, and the factory runs again: keep factories
/// free of side effects. On the main actor's definitions it waits for the main actor.
public struct AsyncContainer: Sendable {
    let container: Container

    /// Resolves an instance, synchronous or not.
    ///
    /// A cached instance that is made asynchronously is made once, however many tasks ask. It is made
    /// in a task of its own. If it is `.scoped`, its factory sees the task-local values of the first
    /// one that asked; if it is a singleton, it sees nobody's. The task begins with the priority of the
    /// first one, which is raised to that of others that wait where the system can.
    /// What is not cached is made in the calling task. In a task that a factory has started it is part
    /// of that factory's resolve for as long as the factory runs; `Task.detached` is not. If the calling task is cancelled it stops
    /// waiting; the construction is cancelled with it if nobody else waits. An error reaches all that
    /// wait, and the next one tries again.
    ///
    /// A cached instance that is finished is returned without suspending.
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
        if tag == nil, let finished = HotPath.finished(T.self, in: container) { return finished }
        return try await session { try container.resolveOutermost(T.self, tag: tag) }
    }

    /// Resolves an instance with run-time arguments, synchronous or not.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, if a tagged definition is meant.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: As without arguments.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        arguments: repeat each Argument
    ) async throws -> T {
        let tag = tag?.tag
        let tuple = (repeat each arguments)
        return try await session {
            try container.resolveOutermost(T.self, tag: tag, tuple) {
                try $0.hashableElements(of: tuple)
            }
        }
    }

    /// Resolves several types at once, in parallel.
    ///
    /// ```swift
    /// let (database, cache) = try await container.async.resolve(Database.self, Cache.self)
    /// ```
    ///
    /// Each is a resolve of its own, in a task of its own: what is `.shared` is not shared between
    /// them. If one fails the others are cancelled.
    ///
    /// - Parameters:
    ///   - first: What to resolve.
    ///   - second: What else to resolve.
    ///   - rest: What else to resolve.
    /// - Returns: The instances.
    /// - Throws: What the first to fail throws.
    public func resolve<First: Sendable, Second: Sendable, each Rest: Sendable>(
        _ first: First.Type,
        _ second: Second.Type,
        _ rest: repeat (each Rest).Type
    ) async throws -> (First, Second, repeat each Rest) {
        var jobs: [@Sendable () async throws -> any Sendable] = [
            { try await self.resolve(First.self) },
            { try await self.resolve(Second.self) },
        ]
        for type in repeat each rest { jobs.append(job(type)) }
        var results: [Int: any Sendable] = [:]
        try await withThrowingTaskGroup(of: (Int, any Sendable).self) { group in
            for (index, job) in jobs.enumerated() {
                group.addTask { (index, try await job()) }
            }
            for try await (index, result) in group { results[index] = result }
        }
        var next = -1
        func take<T>(_: T.Type) throws -> T {
            next += 1
            guard let result = results[next] as? T else { throw CancellationError() }
            return result
        }
        return try (take(First.self), take(Second.self), repeat take((each Rest).self))
    }

    private func job<T: Sendable>(_: T.Type) -> @Sendable () async throws -> any Sendable {
        { try await self.resolve(T.self) }
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
        return try await session { try container.resolveAll(T.self, tag: tag) }
    }

    /// Makes all eager singletons, synchronous or not, in the order they were registered, and freezes
    /// the container.
    ///
    /// - Throws: The first ``ResolutionError``. Then the container is not frozen, what was made
    ///   stays, and calling again goes on with what is left.
    public func bootstrap() async throws {
        var made: [Slot] = []
        while let next = try container.nextEager(after: made) {
            made.append(next)
            try await session {
                let slot = next.wired ?? next
                _ = try container.resolveAny(next.key.metatype, tag: next.key.tag, slot: slot)
            }
        }
    }

    func session<Result>(
        _ request: () throws -> Result
    ) async throws -> Result {
        let outer = AsyncFrame.current.flatMap { frame in
            frame.isOver.load(ordering: .acquiring) ? nil : frame
        }
        let session = Session(task: AsyncState(inside: outer))
        do {
            let result = try await session.finish(after: outer?.entries ?? [], request)
            await session.end(succeeded: true)
            return result
        } catch {
            await session.end(succeeded: false)
            throw error
        }
    }
}

extension HotPath {
    /// The committed instance of a definition, if it is found at once.
    static func finished<T>(_: T.Type, in container: Container) -> T? {
        let word = KeyWords.word(of: T.self)
        guard let thread = ThreadRecord.current else { return nil }
        beginReading(thread)
        defer { endReading(thread) }
        guard let slot = Table(word: container.table.load(ordering: .acquiring)).find(word) else {
            return nil
        }
        let hot = slot.hot
        return isHolder(hot) ? instance(in: hot, T.self) : nil
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// The container for asynchronous code, which also resolves instances with asynchronous
    /// factories.
    public var async: AsyncContainer { AsyncContainer(container: self) }
}

/// Resolves from a container in asynchronous code.
///
/// ```swift
/// let database = try await container.async.resolve(Database.self)
/// ```
///
/// It resolves everything that the container has, except an instance of the main actor whose type
/// is not `Sendable`: that fails with code `needs-main-actor`. If a synchronous factory needs an
/// asynchronous dependency, the factory is unwound, the dependency is awaited, and the factory runs
/// again: keep factories free of side effects. Instances of the main actor are made on the main
/// actor.
public struct AsyncContainer: Sendable {
    let container: Container

    /// Resolves an instance, whether its factory is synchronous or not.
    ///
    /// A cached instance with an asynchronous factory is made once, in a task of its own, however
    /// many tasks resolve it. The factory of a `.scoped` instance has the task-local values of the
    /// first caller, that of a singleton has none. The task begins with the first caller's
    /// priority, which is raised to that of other waiting callers where the system can. If it
    /// fails, all waiting callers get the error, and the next caller tries again.
    ///
    /// An instance that is not cached is made in the calling task. In a task that a factory has
    /// started, the call is part of that factory's resolve for as long as the factory runs, but not
    /// in `Task.detached`.
    ///
    /// If the calling task is cancelled, it stops waiting. The construction is cancelled, too, if
    /// no other caller waits.
    ///
    /// A finished cached instance is returned without suspending.
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
        let tag = tag?.tag
        guard (repeat each Argument).self != Void.self else {
            return try await resolve(T.self, tagged: tag)
        }
        let tuple = (repeat each arguments)
        return try await session { try container.resolveOutermost(T.self, tag: tag, tuple) }
    }

    private func resolve<T>(_: T.Type, tagged tag: DefinitionTag?) async throws -> T {
        // A tag may lead to a definition for any tag, which the short look-ups do not find.
        guard tag == nil else {
            return try await session { try container.resolveOutermost(T.self, tag: tag) }
        }
        if let finished = HotPath.finished(T.self, in: container) { return finished }
        let key = KeyWords(type: KeyWords.word(of: T.self))
        var unwound: [ObservedBuild] = []
        switch container.asking(for: key) {
        case .kept(let holder): return unsafeDowncast(holder, to: Holder<T>.self).instance
        case .awaiting(let slot): if let made: T = try await instance(of: slot) { return made }
        case .trying: if let made = try resolvedAtOnce(T.self, unwound: &unwound) { return made }
        case .attempting: break
        }
        return try await session(for: key, goingOnWith: unwound) {
            try container.resolveOutermost(T.self, tag: nil)
        }
    }

    /// Awaits the one instance of a slot, which is made asynchronously.
    ///
    /// - Returns: `nil` if only an attempt can say what becomes of it.
    private func instance<T>(of slot: Slot) async throws -> T? {
        let construction = AsyncConstruction<T>(
            slot: slot,
            place: AwaitedPlace(asked: container, view: container)
        )
        return try await inSession(inside: nil) { session, task in
            try await construction.joined(
                by: session,
                task,
                after: ResolutionError.way(to: slot, from: nil)
            )
        }?.instance
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
        return try await session {
            try container.ask(T?.self, tag: tag, tuple) { try $0.resolveIfKnown(T.self) }
        }
    }

    /// Resolves several types in parallel.
    ///
    /// ```swift
    /// let (database, cache) = try await container.async.resolve(Database.self, Cache.self)
    /// ```
    ///
    /// Each type is a resolve of its own, in a task of its own: `.shared` instances are not shared
    /// between them. If one fails, the others are cancelled.
    ///
    /// - Parameters:
    ///   - first: The first type to resolve.
    ///   - second: The second type to resolve.
    ///   - rest: The other types to resolve.
    /// - Returns: The instances.
    /// - Throws: The error of the first that fails.
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
    ///   - type: The type to resolve.
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

    /// Makes all eager singletons, synchronous or not, in registration order, and freezes the
    /// container.
    ///
    /// What decorates them runs, too, as in ``Container/bootstrap()``. Afterwards each of them can
    /// be resolved synchronously.
    ///
    /// - Parameter isAtOnce: Whether singletons that do not need each other are made at the same time,
    ///   each in a task of its own, for as long as none fails. What needs another one waits for it.
    /// - Throws: The first ``ResolutionError``. The container is then not frozen, and the
    ///   singletons that were made stay. Calling again continues with the rest. If they are made at
    ///   the same time, no further one begins then, those under way are cancelled and awaited, and
    ///   their errors are dropped.
    public func bootstrap(makingAtOnce isAtOnce: Bool = false) async throws {
        for form in try container.inheritedForms() { try await make(form) }
        var made: Set<Slot> = []
        while let next = try container.nextEager(after: made) {
            let all = isAtOnce ? container.eager(after: made) : [next]
            made.formUnion(all)
            try await make(all)
        }
    }

    private func make(_ all: [Slot]) async throws {
        guard all.count > 1 else {
            for slot in all { try await makeForms(of: slot) }
            return
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for slot in all {
                group.addTask {
                    // What is made synchronously does not check it.
                    try Task.checkCancellation()
                    try await makeForms(of: slot)
                }
            }
            try await group.waitForAll()
        }
    }

    private func makeForms(of slot: Slot) async throws {
        for form in container.keptForms(of: slot) { try await make(form) }
    }

    private func make(_ form: Slot) async throws {
        guard form.lane == .mainActor else { return try await session { try container.make(form) } }
        // A type that is not `Sendable`: nothing of it leaves the main actor.
        try await MainActor.run {
            try MainActorContainer.onMainActor { try container.make(form) }
        }
    }

    func session<Result>(
        for key: KeyWords? = nil,
        goingOnWith unwound: [ObservedBuild] = [],
        _ request: () throws -> Result
    ) async throws -> Result {
        let outer = AsyncFrame.current.flatMap { frame in
            frame.isOver.load(ordering: .acquiring) ? nil : frame
        }
        return try await inSession(inside: outer) { session, _ in
            let result = try await session.finish(
                after: outer?.entries ?? [],
                goingOnWith: unwound,
                request
            )
            if let key, outer == nil, !session.hasAwaited { container.noteDoneAtOnce(key) }
            return result
        }
    }

    /// Runs a body with a session of its own.
    private func inSession<Result>(
        inside outer: AsyncFrame?,
        _ body: (Session, AsyncState) async throws -> Result
    ) async throws -> Result {
        let task = AsyncState(inside: outer)
        let session = Session(task: task)
        do {
            let result = try await body(session, task)
            await session.end(succeeded: true)
            return result
        } catch {
            await session.end(succeeded: false)
            throw error
        }
    }
}

extension HotPath {
    /// The committed instance of a type, if the hot path finds it.
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

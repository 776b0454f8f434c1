// SPDX-License-Identifier: MIT

public import Synchronization

// The one exception to "no hidden global state": for code that no container can be passed to, such
// as a property wrapper.

extension Container {
    @TaskLocal private static var bound: Container?
    /// Whether a container was ever bound.
    ///
    /// Until then `current` skips the task-local lookup.
    @usableFromInline static let hasBound = Atomic<Bool>(false)
    private static let installed = Locked<Container?>(nil)
    /// The address of the installed container, which is read without the lock and never released.
    @usableFromInline static let installedAddress = Atomic<UInt>(0)

    /// The container of the running task: the one that `withCurrent` bound, or else the default of
    /// the process.
    ///
    /// Reading it takes about 6 ns until a container is bound.
    ///
    /// Child tasks and `Task { }` inherit a bound container. `Task.detached`, callbacks and other
    /// threads do not: pass it to them with `withCurrent` or `bindingCurrent`.
    ///
    /// - Precondition: ``installDefault(_:)`` was called, or a container is bound.
    @inlinable public static var current: Container {
        if _fastPath(!hasBound.load(ordering: .relaxed)), let installedDefault {
            return installedDefault
        }
        return boundOrInstalled
    }

    /// The default of the process, if there is one.
    @inlinable static var installedDefault: Container? {
        let address = installedAddress.load(ordering: .acquiring)
        return UnsafeRawPointer(bitPattern: address).map {
            Unmanaged<Container>.fromOpaque($0).takeUnretainedValue()
        }
    }

    @usableFromInline @inline(never) static var boundOrInstalled: Container {
        if let currentIfAny { return currentIfAny }
        fatalError(
            """
            There is no current container. Call Container.installDefault(_:) once, early in the \
            program, or bind one with Container.withCurrent(_:_:).
            """
        )
    }

    /// The container of the running task, or `nil` if none is bound or installed.
    public static var currentIfAny: Container? {
        if hasBound.load(ordering: .relaxed), let bound { return bound }
        return installedDefault
    }

    /// Makes a container the default of the process, for as long as it runs.
    ///
    /// - Parameter container: The value of ``current`` where no other container is bound.
    /// - Precondition: No other container was installed before.
    public static func installDefault(_ container: Container) {
        let isFirst = installed.withLock { installed in
            guard installed == nil || installed === container else { return false }
            installed = container
            return true
        }
        guard isFirst else {
            fatalError(
                """
                "\(container.name)" cannot become the default container: there is one already, and \
                it stays. Bind another with Container.withCurrent(_:_:).
                """
            )
        }
        let address = UInt(bitPattern: Unmanaged.passUnretained(container).toOpaque())
        installedAddress.store(address, ordering: .releasing)
    }

    /// Binds a container for a body, and for the tasks that it starts.
    ///
    /// - Parameters:
    ///   - container: The value of ``current`` meanwhile.
    ///   - body: Runs once, before this method returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public static func withCurrent<Result>(
        _ container: Container,
        _ body: () throws -> Result
    ) rethrows -> Result {
        try binding.withValue(container, operation: body)
    }

    /// Binds a container for a body, and for the tasks that it starts.
    ///
    /// - Parameters:
    ///   - container: The value of ``current`` meanwhile.
    ///   - body: Runs once, before this method returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    @_disfavoredOverload
    public static func withCurrent<Result>(
        _ container: Container,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await binding.withValue(container, operation: body)
    }

    /// What a container is about to be bound with.
    ///
    /// Each function on the way that awaits the body has its price.
    package static var binding: TaskLocal<Container?> {
        // Written only once: all threads read it.
        if !hasBound.load(ordering: .relaxed) { hasBound.store(true, ordering: .relaxed) }
        return $bound
    }

    /// Binds the current container to a closure, for a callback or a detached task.
    ///
    /// ```swift
    /// connection.onMessage = Container.bindingCurrent { handle($0) }
    /// ```
    ///
    /// - Parameter body: Runs at each call of the returned closure.
    /// - Returns: A closure that runs `body` with the container that is current now.
    public static func bindingCurrent<each Argument, Value>(
        _ body: @escaping @Sendable (repeat each Argument) -> Value
    ) -> @Sendable (repeat each Argument) -> Value {
        guard let container = currentIfAny else { return body }
        return { (argument: repeat each Argument) in
            withCurrent(container) { body(repeat each argument) }
        }
    }

    /// Binds the current container to a closure that may throw.
    ///
    /// - Parameter body: Runs at each call of the returned closure.
    /// - Returns: A closure that runs `body` with the container that is current now.
    public static func bindingCurrent<each Argument, Value>(
        _ body: @escaping @Sendable (repeat each Argument) throws -> Value
    ) -> @Sendable (repeat each Argument) throws -> Value {
        guard let container = currentIfAny else { return body }
        return { (argument: repeat each Argument) in
            try withCurrent(container) { try body(repeat each argument) }
        }
    }

    /// Binds the current container to an asynchronous closure, for a detached task.
    ///
    /// - Parameter body: Runs at each call of the returned closure.
    /// - Returns: A closure that runs `body` with the container that is current now.
    public static func bindingCurrent<Value>(
        _ body: @escaping @Sendable () async throws -> Value
    ) -> @Sendable () async throws -> Value {
        guard let container = currentIfAny else { return body }
        return { try await withCurrent(container) { try await body() } }
    }
}

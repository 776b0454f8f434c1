// SPDX-License-Identifier: MIT

public import MortiseGraph

// Each form has two functions. Instances that the container keeps need `T: Sendable`; others do not. One
// function with a `Lifetime<T>` was tried. A kept asynchronous factory also needs arguments that are `Sendable`,
// which a lifetime of `T` cannot require. The functions of the main actor would differ by `T: Sendable` alone,
// which took the compiler half as long again to check.

// MARK: - Factories

extension Container {
    /// Registers a factory.
    ///
    /// ```swift
    /// container.register { Clock() }
    /// container.register(.shared) { HTTPClient() as any API }
    /// ```
    ///
    /// Registering a key again replaces its definition, and drops the instances that the old one
    /// cached.
    ///
    /// Other threads see the definition when this returns, before it is refined. If other threads
    /// may be resolving, register and refine inside `install { }`.
    ///
    /// In a container that is closed, registering has no effect: nothing can be resolved from it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the thread that resolves, as often as the lifetime
    ///     requires, outside all locks. What it throws reaches the caller as
    ///     ``ResolutionError/underlying``.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    /// - Complexity: Amortised O(1) for a new key; O(*n*) in the number of definitions for a key
    ///   that is registered.
    @discardableResult @_alwaysEmitIntoClient
    public func register<T>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(Factory { _ in try factory() })
        return define(factory, as: T.self, lifetime.kind, tag, file, line, kind: .leaf)
    }

    /// Registers a factory whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs once for each kept instance, on the first thread that
    ///     resolves it, outside all locks. If it throws, all waiting callers get the error, and the
    ///     next caller tries again. It must not block until another task has run: use an
    ///     asynchronous factory for that.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @discardableResult @_alwaysEmitIntoClient
    public func register<T: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable () throws -> T
    ) -> Definition<T> {
        let factory = ErasedFactory(Factory { _ in try factory() })
        return define(factory, as: T.self, lifetime.kind, tag, file, line, kind: .leaf)
    }

    /// Registers a factory that resolves what it needs.
    ///
    /// ```swift
    /// container.register { try Presenter(view: $0.resolve()) as any Presenting }
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Gets a resolver that is valid only during the call. Runs on
    ///     the thread that resolves, as often as the lifetime requires, outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @discardableResult @_alwaysEmitIntoClient
    public func register<T>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver) throws -> T
    ) -> Definition<T> {
        define(ErasedFactory(Factory(factory)), as: T.self, lifetime.kind, tag, file, line)
    }

    /// Registers a factory that resolves what it needs, and whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Gets a resolver that is valid only during the call. Runs
    ///     once for each kept instance, outside all locks. It must not block until another task has
    ///     run: use an asynchronous factory for that.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @discardableResult @_alwaysEmitIntoClient
    public func register<T: Sendable>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver) throws -> T
    ) -> Definition<T> {
        define(ErasedFactory(Factory(factory)), as: T.self, lifetime.kind, tag, file, line)
    }
}

// MARK: - Factories with run-time arguments

extension Container {
    /// Registers a factory that resolves some of what it needs and gets the rest as arguments.
    ///
    /// ```swift
    /// container.register { (resolver: inout Resolver, id: Int) in
    ///     try Screen(id: id, api: resolver.resolve())
    /// }
    /// let screen: Screen = try container.resolve(arguments: 42)
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments. Runs outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @discardableResult @_alwaysEmitIntoClient
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> Definition<T> {
        let called = ArgumentFactory<(repeat each Argument), T> { resolver, arguments in
            try factory(&resolver, repeat each arguments)
        }
        let types = (repeat each Argument).self
        let factory = ErasedFactory(called)
        return define(factory, as: T.self, arguments: types, lifetime.kind, tag, file, line)
    }

    /// Registers a factory that resolves some of what it needs and gets the rest as arguments, and
    /// whose instances the container keeps.
    ///
    /// The container keeps one instance for each value of the arguments, so resolving requires
    /// `Hashable` arguments.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from the resolver and the arguments. Runs outside all locks.
    ///     It must not block until another task has run: use an asynchronous factory for that.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @discardableResult @_alwaysEmitIntoClient
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver, repeat each Argument) throws -> T
    ) -> Definition<T> {
        let called = ArgumentFactory<(repeat each Argument), T> { resolver, arguments in
            try factory(&resolver, repeat each arguments)
        }
        let types = (repeat each Argument).self
        let factory = ErasedFactory(called)
        return define(factory, as: T.self, arguments: types, lifetime.kind, tag, file, line)
    }
}

// MARK: - Auto-wiring

extension Container {
    /// Registers a factory whose parameters are resolved, or passed as run-time arguments.
    ///
    /// ```swift
    /// container.register { Presenter(view: $0, interactor: $1) as any Presenting }
    /// container.register { (url: URL, port: Int) in Socket(url, port) as any Transport }
    ///
    /// let presenter: any Presenting = try container.resolve()
    /// let transport: any Transport = try container.resolve(arguments: url, 80)
    /// ```
    ///
    /// If the instance is resolved without arguments, each parameter is resolved by its type. Among
    /// several definitions of one type, the one without parameters wins, otherwise the one with the
    /// most. A tie is an error.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters. Runs outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @discardableResult @_alwaysEmitIntoClient @inline(__always)
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (repeat consuming each Argument) throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byClosure, factory)
    }

    /// Registers a factory whose parameters are resolved, or passed as run-time arguments, and
    /// whose instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the factory's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its parameters. Runs outside all locks. It must not
    ///     block until another task has run: use an asynchronous factory for that.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @discardableResult @_alwaysEmitIntoClient @inline(__always)
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (repeat consuming each Argument) throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byClosure, factory)
    }

    /// Registers an initializer or another function whose parameters are resolved.
    ///
    /// ```swift
    /// container.register(autowiring: Interactor.init)
    /// ```
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters. Runs outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult @_alwaysEmitIntoClient @inline(__always)
    public func register<T, each Argument>(
        _ lifetime: Lifetime = .unique,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @Sendable (repeat consuming each Argument) throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byReference, function)
    }

    /// Registers an initializer or another function whose parameters are resolved, and whose
    /// instances the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register. Defaults to the function's result type.
    ///   - tag: Distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - function: Makes an instance from its parameters. Runs outside all locks. It must not
    ///     block until another task has run: use an asynchronous factory for that.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped, unless it is closed.
    @_disfavoredOverload  // A trailing closure has no label, and means `factory`.
    @discardableResult @_alwaysEmitIntoClient @inline(__always)
    public func register<T: Sendable, each Argument>(
        _ lifetime: Lifetime.Caching,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        autowiring function: @escaping @Sendable (repeat consuming each Argument) throws -> T
    ) -> Definition<T> {
        wire(lifetime.kind, tag, file, line, .byReference, function)
    }
}

// SPDX-License-Identifier: MIT

public import Mortise

extension DependencyContainer {
    /// Registers a factory (D-3, D-4).
    ///
    /// ```swift
    /// container.register { ServiceImp() as Service }
    /// container.register(.singleton, type: Service.self, factory: ServiceImp.init)
    /// ```
    ///
    /// Registering a key again replaces its definition, and drops what that cached (D-6).
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on whichever thread resolves, as often as the scope asks for,
    ///     outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped (D-45).
    @discardableResult @inlinable
    public func register<T>(
        _ scope: ComponentScope = .shared,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping () throws -> T
    ) -> Definition<T, Void> {
        // The vocabulary was written before closures said whether they may leave their thread: this one
        // runs wherever its type is asked for, as it always did.
        nonisolated(unsafe) let make = factory
        let definition = Definition<T, Void>(scope, "() throws -> \(T.self)") {
            container,
            tag,
            preparation in
            container.container.registerUnchecked(
                scope.lifetime,
                as: T.self,
                tag: tag?.engineTag,
                file: file,
                line: line
            ) { try preparation.prepared(make()) }
        }
        register(definition, tag: tag)
        return definition
    }

    /// Registers a factory with parameters: they are passed when an instance is resolved, or resolved
    /// themselves (D-3, D-50).
    ///
    /// ```swift
    /// container.register { (url: URL, port: Int) in WebService(url, port: port) as WebServiceAPI }
    /// container.register { PresenterImp(view: $0, interactor: $1) as Presenter }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long instances live. Arguments are part of an instance's identity: one is kept for
    ///     each value.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on whichever thread resolves, as often as the scope asks for,
    ///     outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped (D-45).
    @_disfavoredOverload  // An initializer that is passed by name is the one without parameters.
    @discardableResult @inlinable
    public func register<T, each Argument>(
        _ scope: ComponentScope = .shared,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T, (repeat each Argument)> {
        registerWired(scope, tag, file, line, factory)
    }

    /// Registers a factory with one parameter: it is passed when an instance is resolved, or resolved itself
    /// (D-3, D-50).
    ///
    /// ```swift
    /// container.register { (id: Int) in PresenterImp(id: id) as Presenter }
    /// ```
    ///
    /// The parameter may be a closure that does not escape.
    ///
    /// - Parameters:
    ///   - scope: How long instances live. The argument is part of an instance's identity: one is kept for
    ///     each value.
    ///   - type: What to register the instances as. Leave it out to use the factory's result.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on whichever thread resolves, as often as the scope asks for,
    ///     outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped (D-45).
    @_disfavoredOverload  // See above. A pack takes no closure that does not escape.
    @discardableResult @inlinable
    public func register<T, Argument>(
        _ scope: ComponentScope = .shared,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (Argument) throws -> T
    ) -> Definition<T, Argument> {
        registerWired(scope, tag, file, line, factory)
    }

    @inlinable
    func registerWired<T, each Argument>(
        _ scope: ComponentScope,
        _ tag: (any DependencyTagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T, (repeat each Argument)> {
        // See above.
        nonisolated(unsafe) let make = factory
        let definition = Definition<T, (repeat each Argument)>(
            scope,
            "\((repeat each Argument).self) throws -> \(T.self)"
        ) { container, tag, preparation in
            container.container.registerUnchecked(
                scope.lifetime,
                as: T.self,
                tag: tag?.engineTag,
                file: file,
                line: line,
                explainingWiringErrors: container.explainingWiringErrors(of: T.self),
                preparing: { preparation.prepare($0) },
                wiring: make
            )
        }
        register(definition, tag: tag)
        return definition
    }

    /// Registers a factory that gets its arguments as one tuple, and says how it is wired (D-9).
    ///
    /// ```swift
    /// container.register(
    ///     scope: .unique,
    ///     type: Service.self,
    ///     tag: nil,
    ///     factory: { (a: A, b: B) in Service(a, b) },
    ///     numberOfArguments: 2,
    ///     autoWiringFactory: { container, tag in
    ///         try Service(container.resolve(tag: tag), container.resolve(tag: tag))
    ///     }
    /// )
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as.
    ///   - tag: What tells several definitions of one type apart.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance of its arguments.
    ///   - numberOfArguments: How many there are, which counts among definitions that could be auto-wired
    ///     (D-52); 0 if this one never is.
    ///   - autoWiringFactory: Makes an instance of what it resolves, with the tag that was asked for.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped (D-45).
    @discardableResult
    public func register<T, U>(
        scope: ComponentScope,
        type: T.Type,
        tag: (any DependencyTagConvertible)?,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (U) throws -> T,
        numberOfArguments: Int,
        autoWiringFactory: @escaping (DependencyContainer, Tag?) throws -> T
    ) -> Definition<T, U> {
        // See above.
        nonisolated(unsafe) let make = factory
        // See above.
        nonisolated(unsafe) let wire = autoWiringFactory
        let definition = Definition<T, U>(
            scope,
            "\(U.self) throws -> \(T.self)"
        ) { container, tag, preparation in
            let home = container.home
            if U.self == Void.self, let void = () as? U {
                // An empty tuple.
                nonisolated(unsafe) let nothing = void
                return container.container.registerUnchecked(
                    scope.lifetime,
                    as: T.self,
                    tag: tag?.engineTag,
                    file: file,
                    line: line
                ) { try preparation.prepared(make(nothing)) }
            }
            let elements = KeyWords.elements(of: U.self)
            return container.container.registerUnchecked(
                scope.lifetime,
                as: T.self,
                tag: tag?.engineTag,
                file: file,
                line: line,
                explainingWiringErrors: container.explainingWiringErrors(of: T.self),
                factory: { try preparation.prepared(make($0)) },
                // A tuple may be meant as one argument.
                parameters: numberOfArguments == 1 ? [U.self] : elements.suffix(numberOfArguments),
                wiring: { try preparation.prepared(wire(home.current, Tag($0))) }
            )
        }
        register(definition, tag: tag)
        return definition
    }

    /// Registers a definition that was registered before, here or in another container (D-8).
    ///
    /// The containers share the definition and its blocks, and no instances.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - tag: What tells several definitions of one type apart.
    /// - Precondition: The container is not bootstrapped (D-45).
    public func register<T, U>(
        _ definition: Definition<T, U>,
        tag: (any DependencyTagConvertible)? = nil
    ) {
        requireThawed()
        definition.install(in: self, tag: tag?.dependencyTag)
    }

    /// What wiring the parameters of a type throws.
    @usableFromInline
    func explainingWiringErrors(of type: Any.Type) -> @Sendable (any Error) -> any Error {
        { [home] error in
            let container = home.current
            // What a parameter failed with, which was resolved for itself (D-99).
            if let error = error as? ResolutionError {
                logNested(DipError.explaining(error, in: container.container))
            }
            return DipError.wiringFailed(type, error, in: container)
        }
    }
}

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
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
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
        let definition = Definition<T, Void>(scope, "() throws -> \(T.self)") { container, tag in
            let preparation = Preparation<T>(container)
            return container.container.registerUnchecked(
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
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
    ///   - factory: Makes an instance. Runs on whichever thread resolves, as often as the scope asks for,
    ///     outside all locks.
    /// - Returns: The definition, to be refined.
    /// - Precondition: The container is not bootstrapped (D-45).
    @discardableResult @inlinable
    public func register<T, each Argument>(
        _ scope: ComponentScope = .shared,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T, (repeat each Argument)> {
        // See above.
        nonisolated(unsafe) let make = factory
        let definition = Definition<T, (repeat each Argument)>(
            scope,
            "\((repeat each Argument).self) throws -> \(T.self)"
        ) { container, tag in
            let preparation = Preparation<T>(container)
            return container.container.registerUnchecked(
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
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
    ///   - factory: Makes an instance of its arguments.
    ///   - numberOfArguments: How many there are; 0 if the definition is never auto-wired.
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
        ) { container, tag in
            let (home, preparation) = (container.home, Preparation<T>(container))
            return container.container.registerUnchecked(
                scope.lifetime,
                as: T.self,
                tag: tag?.engineTag,
                file: file,
                line: line,
                explainingWiringErrors: container.explainingWiringErrors(of: T.self),
                factory: { try preparation.prepared(make($0)) },
                parameters: numberOfArguments > 0 ? RequestedKey.elements(of: U.self) : nil,
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
        let tag = tag?.dependencyTag
        definition.install(in: self, tag: tag)
        setDefinition(
            definition,
            of: DefinitionKey(type: T.self, typeOfArguments: U.self, tag: tag)
        )
    }

    /// What wiring the parameters of a type throws.
    @usableFromInline
    func explainingWiringErrors(of type: Any.Type) -> @Sendable (any Error) -> any Error {
        { [home] error in
            DipError.wiringFailed(type, error) { home.current.definition(of: $0) }
        }
    }

    /// The order of 4.3: the tag first.
    ///
    /// - Parameters:
    ///   - tag: What tells several definitions of one type apart.
    ///   - scope: How long instances live.
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
    ///   - factory: Makes an instance.
    /// - Returns: The definition, to be refined.
    @available(*, deprecated, renamed: "register(_:tag:file:line:factory:)")
    @discardableResult
    public func register<T>(
        tag: (any DependencyTagConvertible)?,
        _ scope: ComponentScope,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping () throws -> T
    ) -> Definition<T, Void> {
        register(scope, type: T.self, tag: tag, file: file, line: line, factory: factory)
    }

    /// The order of 4.3: the tag first.
    ///
    /// - Parameters:
    ///   - tag: What tells several definitions of one type apart.
    ///   - scope: How long instances live.
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
    ///   - factory: Makes an instance.
    /// - Returns: The definition, to be refined.
    @available(*, deprecated, renamed: "register(_:tag:file:line:factory:)")
    @discardableResult
    public func register<T, each Argument>(
        tag: (any DependencyTagConvertible)?,
        _ scope: ComponentScope,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T, (repeat each Argument)> {
        register(scope, type: T.self, tag: tag, file: file, line: line, factory: factory)
    }
}

// SPDX-License-Identifier: MIT

public import Mortise

extension DependencyContainer {
    /// Registers a factory.
    ///
    /// ```swift
    /// container.register { ServiceImp() as Service }
    /// container.register(.singleton, type: Service.self, factory: ServiceImp.init)
    /// ```
    ///
    /// Registering a key again replaces its definition and drops that one's cached instances.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; defaults to `.shared`, or to `.unique` by Dip 4's rules.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, for further configuration.
    /// - Precondition: The container is not bootstrapped.
    @discardableResult @inlinable
    public func register<T>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping () throws -> T
    ) -> Definition<T, Void> {
        // Dip is older than `@Sendable`: the factory runs on any resolving thread, as it does there.
        nonisolated(unsafe) let make = factory
        let scope = scope ?? defaultScope
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

    /// Registers a factory whose parameters are passed to `resolve`, or resolved.
    ///
    /// ```swift
    /// container.register { (url: URL, port: Int) in WebService(url, port: port) as WebServiceAPI }
    /// container.register { PresenterImp(view: $0, interactor: $1) as Presenter }
    /// ```
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is as above. Arguments are part of an instance's identity: each value has its
    ///     own instance.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, for further configuration.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload  // For an initializer's name, the overload without parameters wins.
    @discardableResult @inlinable
    public func register<T, each Argument>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T, (repeat each Argument)> {
        registerWired(scope, tag, file, line, factory)
    }

    /// Registers a factory whose parameter is passed to `resolve`, or resolved.
    ///
    /// ```swift
    /// container.register { (id: Int) in PresenterImp(id: id) as Presenter }
    /// ```
    ///
    /// The parameter may be a non-escaping closure.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is as above. The argument is part of an instance's identity: each value has its
    ///     own instance.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, for further configuration.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload  // See above. A pack takes no non-escaping closure.
    @discardableResult @inlinable
    public func register<T, Argument>(
        _ scope: ComponentScope? = nil,
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
        _ scope: ComponentScope?,
        _ tag: (any DependencyTagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T, (repeat each Argument)> {
        // See above.
        nonisolated(unsafe) let make = factory
        let scope = scope ?? defaultScope
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

    /// Registers a factory that takes its arguments as one tuple, with its wiring.
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
    ///   - type: The type to register.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance from its arguments.
    ///   - numberOfArguments: The number of arguments, by which auto-wiring chooses a definition; 0 to
    ///     exclude this one.
    ///   - autoWiringFactory: Makes an instance from the dependencies that it resolves, given the requested
    ///     tag.
    /// - Returns: The definition, for further configuration.
    /// - Precondition: The container is not bootstrapped.
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
                // Safe: an empty tuple.
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
                // The one argument may be a tuple itself.
                parameters: numberOfArguments == 1 ? [U.self] : elements.suffix(numberOfArguments),
                wiring: { try preparation.prepared(wire(home.current, Tag($0))) }
            )
        }
        register(definition, tag: tag)
        return definition
    }

    /// Registers an existing definition, of this container or another one.
    ///
    /// The containers share the definition and its blocks, but no instances.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - tag: The tag; distinguishes several definitions of one type.
    /// - Precondition: The container is not bootstrapped.
    public func register<T, U>(
        _ definition: Definition<T, U>,
        tag: (any DependencyTagConvertible)? = nil
    ) {
        requireThawed()
        definition.install(in: self, tag: tag?.dependencyTag)
    }

    /// Converts the errors of wiring a type's parameters.
    @usableFromInline
    func explainingWiringErrors(of type: Any.Type) -> @Sendable (any Error) -> any Error {
        { [home] error in
            let container = home.current
            // The error of a parameter's own resolve (D-99).
            if let error = error as? ResolutionError {
                logNested(DipError.explaining(error, in: container.container))
            }
            return DipError.wiringFailed(type, error, in: container)
        }
    }
}

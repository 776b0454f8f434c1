// SPDX-License-Identifier: MIT

import Mortise

// For factories with more parameters than a pack can pass (D-9), and for instances from elsewhere (D-33).

extension DependencyContainer {
    /// Resolves an instance that a closure makes, with or without the factory.
    ///
    /// - Parameters:
    ///   - tag: The tag of the definition.
    ///   - builder: Gets the factory, and makes the instance. It does not run if the scope keeps an instance
    ///     already.
    /// - Returns: The instance, completed like one of the factory's.
    /// - Throws: The error that resolving throws.
    public func resolve<T>(
        tag: (any DependencyTagConvertible)? = nil,
        builder: (() throws -> T) throws -> T
    ) throws -> T {
        try build(tag, of: Void.self) { factory in
            try withoutActuallyEscaping(factory) { factory in try builder { try factory(()) } }
        }
    }

    /// Resolves an instance that a closure makes with the factory and arguments.
    ///
    /// ```swift
    /// let service: Service = try container.resolve { factory in try factory((1, 2, 3, 4, 5, 6, 7)) }
    /// ```
    ///
    /// - Parameters:
    ///   - tag: The tag of the definition.
    ///   - builder: Gets the factory, which takes the arguments as one tuple, and makes the instance. Unless
    ///     the scope is `.unique`, the factory returns the instance that is kept for these arguments, or a
    ///     new one that is complete already.
    /// - Returns: The instance. If the builder derives it from the factory's instance, it is completed too,
    ///   but not kept.
    /// - Throws: The error that resolving throws.
    public func resolve<T, U>(
        tag: (any DependencyTagConvertible)? = nil,
        builder: ((U) throws -> T) throws -> T
    ) throws -> T {
        try build(tag, of: U.self, builder)
    }

    private func build<T, U>(
        _ tag: (any DependencyTagConvertible)?,
        of _: U.Type,
        _ builder: ((U) throws -> T) throws -> T
    ) throws -> T {
        let preparation = Preparation<T>(self)
        do {
            return try container.resolve(
                T.self,
                tag: tag?.dependencyTag.engineTag,
                arguments: U.self,
                preparing: { preparation.prepare($0) },
                builder: { try builder(explaining($0)) }
            )
        } catch {
            throw failed(error, in: self)
        }
    }

    /// Wraps a builder's factory to throw Dip's errors.
    private func explaining<T, U>(_ factory: @escaping (U) throws -> T) -> (U) throws -> T {
        { arguments in
            do {
                return try factory(arguments)
            } catch let error as ResolutionError {
                throw DipError.explaining(error, in: self.container)
            }
        }
    }

    /// Resolves a type that is known only at run time, with an instance that a closure makes.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definition.
    ///   - builder: Gets the factory, and makes the instance.
    /// - Returns: The instance.
    /// - Throws: The error that resolving throws.
    public func resolve(
        _ type: Any.Type,
        tag: (any DependencyTagConvertible)? = nil,
        builder: (() throws -> Any) throws -> Any
    ) throws -> Any {
        try build(type, tag, of: Void.self) { factory in
            try withoutActuallyEscaping(factory) { factory in try builder { try factory(()) } }
        }
    }

    /// Resolves a type that is known only at run time, with an instance that a closure makes from arguments.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definition.
    ///   - builder: Gets the factory, which takes the arguments as one tuple, and makes the instance.
    /// - Returns: The instance.
    /// - Throws: The error that resolving throws.
    public func resolve<U>(
        _ type: Any.Type,
        tag: (any DependencyTagConvertible)? = nil,
        builder: ((U) throws -> Any) throws -> Any
    ) throws -> Any {
        try build(type, tag, of: U.self, builder)
    }

    private func build<U>(
        _ type: Any.Type,
        _ tag: (any DependencyTagConvertible)?,
        of _: U.Type,
        _ builder: ((U) throws -> Any) throws -> Any
    ) throws -> Any {
        let preparation = Preparation<Any>(self)
        do {
            return try container.resolve(
                dynamically: type,
                tag: tag?.dependencyTag.engineTag,
                arguments: U.self,
                preparing: { preparation.prepare($0) },
                builder: { try builder(explaining($0)) }
            )
        } catch {
            throw failed(error, in: self)
        }
    }
}

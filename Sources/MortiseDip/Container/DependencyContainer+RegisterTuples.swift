// SPDX-License-Identifier: MIT

// Factories whose types are written as in Dip's own signatures: `(()) throws -> T`, `((A, B)) throws -> T`.
// Programs that wrap `register` forward them. A closure that is written in the call may come here, too, and
// means the same.

extension DependencyContainer {
    /// Registers a factory that takes an empty tuple.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is that of the container's rules.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, the same as for a factory without parameters.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload
    @discardableResult
    public func register<T>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping (()) throws -> T
    ) -> Definition<T, Void> {
        register(scope, type: type, tag: tag, file: file, line: line) { () throws -> T in
            try factory(())
        }
    }

    /// Registers a factory that takes two parameters as one tuple.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is that of the container's rules.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, the same as for a factory with two parameters.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload
    @discardableResult
    public func register<T, A, B>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping ((A, B)) throws -> T
    ) -> Definition<T, (A, B)> {
        registerWired(scope, tag, file, line) { (a: A, b: B) in try factory((a, b)) }
    }

    /// Registers a factory that takes three parameters as one tuple.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is that of the container's rules.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, the same as for a factory with three parameters.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload
    @discardableResult
    public func register<T, A, B, C>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping ((A, B, C)) throws -> T
    ) -> Definition<T, (A, B, C)> {
        registerWired(scope, tag, file, line) { (a: A, b: B, c: C) in try factory((a, b, c)) }
    }

    /// Registers a factory that takes four parameters as one tuple.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is that of the container's rules.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, the same as for a factory with four parameters.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload
    @discardableResult
    public func register<T, A, B, C, D>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping ((A, B, C, D)) throws -> T
    ) -> Definition<T, (A, B, C, D)> {
        registerWired(scope, tag, file, line) { (a: A, b: B, c: C, d: D) in
            try factory((a, b, c, d))
        }
    }

    /// Registers a factory that takes five parameters as one tuple.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is that of the container's rules.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, the same as for a factory with five parameters.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload
    @discardableResult
    public func register<T, A, B, C, D, E>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping ((A, B, C, D, E)) throws -> T
    ) -> Definition<T, (A, B, C, D, E)> {
        registerWired(scope, tag, file, line) { (a: A, b: B, c: C, d: D, e: E) in
            try factory((a, b, c, d, e))
        }
    }

    /// Registers a factory that takes six parameters as one tuple.
    ///
    /// - Parameters:
    ///   - scope: How long instances live; the default is that of the container's rules.
    ///   - type: The type to register; defaults to the factory's result.
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance. Runs on the resolving thread, as often as the scope requires, outside
    ///     all locks.
    /// - Returns: The definition, the same as for a factory with six parameters.
    /// - Precondition: The container is not bootstrapped.
    @_disfavoredOverload
    @discardableResult
    public func register<T, A, B, C, D, E, F>(
        _ scope: ComponentScope? = nil,
        type: T.Type = T.self,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping ((A, B, C, D, E, F)) throws -> T
    ) -> Definition<T, (A, B, C, D, E, F)> {
        registerWired(scope, tag, file, line) { (a: A, b: B, c: C, d: D, e: E, f: F) in
            try factory((a, b, c, d, e, f))
        }
    }
}

// SPDX-License-Identifier: MIT

// What Dip 4 called otherwise, or had in another order. Where one word takes the place of another the compiler
// offers it. It cannot move an argument: there it shows the whole line.

extension DependencyContainer {
    /// The order of 4.3: the tag first.
    ///
    /// - Parameters:
    ///   - tag: What tells several definitions of one type apart.
    ///   - scope: How long instances live.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance.
    /// - Returns: The definition, to be refined.
    @available(*, deprecated, message: "write register(scope, tag: tag) { … }")
    @discardableResult
    public func register<T>(
        tag: (any DependencyTagConvertible)?,
        _ scope: ComponentScope,
        _ file: StaticString = #fileID,
        _ line: UInt32 = #line,
        factory: @escaping () throws -> T
    ) -> Definition<T, Void> {
        register(scope, type: T.self, tag: tag, file: file, line: line, factory: factory)
    }

    /// The order of 4.3: the tag first.
    ///
    /// - Parameters:
    ///   - tag: What tells several definitions of one type apart.
    ///   - scope: How long instances live.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance.
    /// - Returns: The definition, to be refined.
    @available(*, deprecated, message: "write register(scope, tag: tag) { … }")
    @discardableResult
    public func register<T, each Argument>(
        tag: (any DependencyTagConvertible)?,
        _ scope: ComponentScope,
        _ file: StaticString = #fileID,
        _ line: UInt32 = #line,
        factory: @escaping (repeat consuming each Argument) throws -> T
    ) -> Definition<T, (repeat each Argument)> {
        registerWired(scope, tag, file, line, factory)
    }

    /// What 4.3 called ``register(_:tag:)``.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - tag: What tells several definitions of one type apart.
    @available(*, deprecated, renamed: "register(_:tag:)")
    public func register<T, U>(
        _ definition: Definition<T, U>,
        forTag tag: (any DependencyTagConvertible)?
    ) {
        register(definition, tag: tag)
    }

    /// What 4.3 called ``remove(_:tag:)``.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - tag: The tag that it was registered with.
    @available(*, deprecated, renamed: "remove(_:tag:)")
    public func remove<T, U>(
        _ definition: Definition<T, U>,
        forTag tag: (any DependencyTagConvertible)?
    ) {
        remove(definition, tag: tag)
    }

    /// What 4.3 called ``register(scope:type:tag:file:line:factory:numberOfArguments:autoWiringFactory:)``.
    ///
    /// - Parameters:
    ///   - tag: What tells several definitions of one type apart.
    ///   - scope: How long instances live.
    ///   - factory: Makes an instance of its arguments.
    ///   - numberOfArguments: How many there are.
    ///   - autoWiringFactory: Makes an instance of what it resolves.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition, to be refined.
    @available(
        *,
        deprecated,
        message: """
            write register(scope: scope, type: T.self, tag: tag, factory: factory, \
            numberOfArguments: count, autoWiringFactory: wire)
            """
    )
    @discardableResult
    public func registerFactory<T, U>(
        tag: (any DependencyTagConvertible)? = nil,
        scope: ComponentScope,
        factory: @escaping (U) throws -> T,
        numberOfArguments: Int,
        autoWiringFactory: @escaping (DependencyContainer, Tag?) throws -> T,
        _ file: StaticString = #fileID,
        _ line: UInt32 = #line
    ) -> Definition<T, U> {
        register(
            scope: scope,
            type: T.self,
            tag: tag,
            file: file,
            line: line,
            factory: factory,
            numberOfArguments: numberOfArguments,
            autoWiringFactory: autoWiringFactory
        )
    }
}

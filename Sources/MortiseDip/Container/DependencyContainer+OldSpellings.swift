// SPDX-License-Identifier: MIT

// Dip 4's spellings that are renamed or reordered. The compiler offers a fix-it for a renamed word. It cannot
// move an argument, so there the message shows the whole line.

extension DependencyContainer {
    /// Registers a factory; in Dip 4.3's order, with the tag first.
    ///
    /// - Parameters:
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - scope: How long instances live.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance.
    /// - Returns: The definition, for further configuration.
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

    /// Registers a factory with parameters; in Dip 4.3's order, with the tag first.
    ///
    /// - Parameters:
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - scope: How long instances live.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - factory: Makes an instance.
    /// - Returns: The definition, for further configuration.
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

    /// Dip 4.3's name for ``register(_:tag:)``.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - tag: The tag; distinguishes several definitions of one type.
    @available(*, deprecated, renamed: "register(_:tag:)")
    public func register<T, U>(
        _ definition: Definition<T, U>,
        forTag tag: (any DependencyTagConvertible)?
    ) {
        register(definition, tag: tag)
    }

    /// Dip 4.3's name for ``remove(_:tag:)``.
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

    /// Dip 4.3's name for
    /// ``register(scope:type:tag:file:line:factory:numberOfArguments:autoWiringFactory:)``.
    ///
    /// - Parameters:
    ///   - tag: The tag; distinguishes several definitions of one type.
    ///   - scope: How long instances live.
    ///   - factory: Makes an instance from its arguments.
    ///   - numberOfArguments: The number of arguments.
    ///   - autoWiringFactory: Makes an instance from the dependencies that it resolves.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition, for further configuration.
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

// SPDX-License-Identifier: MIT

import MortiseGraph

// For vocabularies that are older than `Sendable`, and register through types of their own.

extension Container {
    /// Registers a factory with any lifetime, whether instances are `Sendable` or not.
    ///
    /// Unchecked: the caller must ensure that one thread at a time uses an instance that is not
    /// `Sendable`, as the imitated container requires.
    @discardableResult
    package func registerUnchecked<T>(
        in lifetime: EngineLifetime,
        as type: T.Type = T.self,
        tag: DefinitionTag?,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver) throws -> T
    ) -> Definition<T> {
        define(ErasedFactory(Factory(factory)), as: T.self, lifetime, tag, file, line)
    }

    /// Registers a factory with run-time arguments and any lifetime, whether instances are `Sendable`
    /// or not.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - type: The type to register.
    ///   - tag: The tag.
    ///   - arguments: The type of the tuple of arguments, or of the only argument.
    ///   - parameters: The type of each argument.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wired: Makes an instance from resolved arguments; `nil` if they cannot be resolved.
    ///   - factory: Makes an instance from arguments.
    /// - Returns: The definition.
    @discardableResult
    package func registerUnchecked<T, Arguments>(
        in lifetime: EngineLifetime,
        as type: T.Type = T.self,
        tag: DefinitionTag?,
        arguments: Arguments.Type,
        parameters: @escaping @Sendable () -> [Any.Type],
        file: StaticString = #fileID,
        line: UInt32 = #line,
        wired: (@Sendable (_ resolver: inout Resolver) throws -> T)?,
        factory:
            @escaping @Sendable (_ resolver: inout Resolver, _ arguments: Arguments) throws -> T
    ) -> Definition<T> {
        let called = ErasedFactory(ArgumentFactory(factory))
        guard let wired else {
            return define(
                called,
                as: T.self,
                arguments: Arguments.self,
                lifetime,
                tag,
                file,
                line
            )
        }
        return Definition(
            wired: KeyWords.word(of: T.self),
            KeyWords.word(of: Arguments.self),
            tag,
            lifetime,
            .sync,
            .byClosure,
            called,
            ErasedFactory(Factory(wired)),
            parameters,
            file,
            line,
            in: self
        )
    }
}

extension Resolver {
    /// The tag that this factory's own instance was requested with.
    package var requestedTag: DefinitionTag? { frame.requestedTag }
}

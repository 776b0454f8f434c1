// SPDX-License-Identifier: MIT

import MortiseGraph

// For vocabularies that are older than `Sendable`, and register through types of their own.

extension Container {
    /// Registers a factory with any scope, whether instances are `Sendable` or not.
    ///
    /// Unchecked: whoever registers sees to it that an instance that is not `Sendable` is used by one
    /// thread at a time, as it had to where the vocabulary comes from.
    @discardableResult
    package func registerUnchecked<T>(
        in scope: EngineScope,
        as type: T.Type = T.self,
        tag: DefinitionTag?,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        factory: @escaping @Sendable (_ resolver: inout Resolver) throws -> T
    ) -> Definition<T> {
        define(ErasedFactory(Factory(factory)), as: T.self, scope, tag, file, line)
    }

    /// Registers a factory with run-time arguments and any scope, unchecked as above.
    ///
    /// - Parameters:
    ///   - scope: How long instances live.
    ///   - type: What to register the instances as.
    ///   - tag: The tag.
    ///   - arguments: The type of the tuple of arguments; of the only one if there is one.
    ///   - parameters: The type of each argument.
    ///   - file: Where it is written.
    ///   - line: Where it is written.
    ///   - wired: Makes an instance where the arguments are to be resolved; `nil` if they cannot be.
    ///   - factory: Makes an instance from arguments.
    /// - Returns: The definition.
    @discardableResult
    package func registerUnchecked<T, Arguments>(
        in scope: EngineScope,
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
                scope,
                tag,
                file,
                line
            )
        }
        return Definition(
            wired: KeyWords.word(of: T.self),
            KeyWords.word(of: Arguments.self),
            tag,
            scope,
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
    /// The tag that this factory's own instance was asked for with.
    package var requestedTag: DefinitionTag? { frame.requestedTag }
}

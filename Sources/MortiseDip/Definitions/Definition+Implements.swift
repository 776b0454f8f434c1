// SPDX-License-Identifier: MIT

import Mortise

extension Definition {
    /// Resolves another type with this definition.
    ///
    /// ```swift
    /// container.register(.singleton) { ServiceImp() as Service }.implements(Logging.self)
    /// ```
    ///
    /// Both types share the instances that the scope keeps. Resolving the other type throws
    /// ``DipError/invalidType(resolved:key:)`` if the instance is not of that type.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - block: Completes instances that are made for a request of the other type, after the blocks of this
    ///     definition.
    /// - Returns: This definition, not the other one.
    /// - Precondition: The definition is registered; its container is not bootstrapped.
    @discardableResult
    public func implements<F>(
        _ type: F.Type,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        resolvingProperties block: ((DependencyContainer, F) throws -> Void)? = nil
    ) -> Definition {
        let containers = containers
        guard !containers.isEmpty else { notRegistered() }
        for container in containers {
            let other = container.register(self, type: type, tag: tag, file: file, line: line)
            if let block { other.resolvingProperties(block) }
        }
        return self
    }

    /// Resolves two other types with this definition.
    ///
    /// - Parameters:
    ///   - first: A type.
    ///   - second: Another one.
    ///   - tag: A tag for both.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: This definition.
    /// - Precondition: As for one type.
    @discardableResult
    public func implements<A, B>(
        _ first: A.Type,
        _ second: B.Type,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> Definition {
        implements(first, tag: tag, file: file, line: line)
            .implements(second, tag: tag, file: file, line: line)
    }

    /// Resolves three or more other types with this definition.
    ///
    /// - Parameters:
    ///   - first: A type.
    ///   - second: Another one.
    ///   - third: Another one.
    ///   - others: More of them.
    ///   - tag: A tag for all.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: This definition.
    /// - Precondition: As for one type.
    @discardableResult
    public func implements<A, B, C, each Other>(
        _ first: A.Type,
        _ second: B.Type,
        _ third: C.Type,
        _ others: repeat (each Other).Type,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> Definition {
        implements(first, second, tag: tag, file: file, line: line)
            .implements(third, tag: tag, file: file, line: line)
        for other in repeat each others {
            implements(other, tag: tag, file: file, line: line)
        }
        return self
    }

    func notRegistered() -> Never {
        // Not a precondition: optimised code drops its message.
        fatalError("\(self) is not registered in the container that forwards to it")
    }
}

extension DependencyContainer {
    /// Resolves another type with a definition of this container.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition of the other type, for further configuration: its blocks run after those of
    ///   the first one.
    /// - Precondition: The definition is registered here; the container is not bootstrapped.
    @discardableResult
    public func register<T, U, F>(
        _ definition: Definition<T, U>,
        type: F.Type,
        tag: (any DependencyTagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) -> Definition<F, U> {
        let forwarded = Definition<F, U>(
            definition.scope,
            "\(U.self) throws -> \(F.self)",
            isForwarding: true
        ) {
            container,
            tag,
            _ in
            guard let original = definition.engineDefinition(in: container) else {
                definition.notRegistered()
            }
            return original.forwarding(
                to: F.self,
                tag: tag?.engineTag,
                file: file,
                line: line
            ) { instance in
                if let other = instance as? F { return other }
                throw DipError.invalidType(
                    resolved: instance,
                    key: DefinitionKey(
                        type: F.self,
                        typeOfArguments: U.self,
                        tag: Tag(Container.context?.tag)
                    )
                )
            }
        }
        register(forwarded, tag: tag)
        return forwarded
    }
}

// SPDX-License-Identifier: MIT

import Mortise

extension Definition {
    /// Has another type resolved by this definition (D-90).
    ///
    /// ```swift
    /// container.register(.singleton) { ServiceImp() as Service }.implements(Logging.self)
    /// ```
    ///
    /// Both give the same instance wherever the scope gives one (D-93). Instances that are not of the other
    /// type are error ``DipError/invalidType(resolved:key:)`` when it is resolved (D-91).
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - block: Completes instances that are made because the other type is asked for, after the blocks of
    ///     this definition (D-92).
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

    /// Has two other types resolved by this definition (D-90).
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

    /// Has three or more other types resolved by this definition (D-90).
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
        // Not a precondition: optimised code would leave the text out.
        fatalError("\(self) is not registered in the container that forwards to it")
    }
}

extension DependencyContainer {
    /// Has another type resolved by a definition of this container (D-90).
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Returns: The definition of the other type, to be refined: its blocks run after those of the
    ///   first one (D-92).
    /// - Precondition: The definition is registered here; the container is not bootstrapped (D-45).
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

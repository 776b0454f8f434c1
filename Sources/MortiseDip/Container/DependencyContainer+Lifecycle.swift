// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension DependencyContainer {
    /// Removes a definition, with what it cached and the types it forwards (D-11).
    ///
    /// It is the key that counts: what has replaced the definition is removed in its place, and without the
    /// tag that it was registered with nothing is.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - tag: The tag that it was registered with.
    /// - Precondition: The container is not bootstrapped (D-45).
    public func remove<T, U>(
        _ definition: Definition<T, U>,
        tag: (any DependencyTagConvertible)? = nil
    ) {
        requireThawed()
        let key = DefinitionKey(type: T.self, typeOfArguments: U.self, tag: tag)
        container.removeDefinition(of: key.requested)
    }

    /// Removes all definitions with what they cached, and allows new ones after ``bootstrap()`` (D-12).
    ///
    /// Containers that collaborate with this one keep what is theirs.
    public func reset() {
        container.reset()
        activations.removeAll()
    }

    /// Makes all eager singletons, in the order they were registered, and allows no changes from then on
    /// (D-44, D-45).
    ///
    /// - Throws: What resolving throws. Then the container may still be changed; what was made stays, and
    ///   calling this again goes on with what is left.
    public func bootstrap() throws {
        do {
            try container.bootstrap()
        } catch let error as ResolutionError {
            // There are no arguments here (D-43).
            guard error.code == .argumentMismatch, error.path.count == 1,
                let key = error.requestedKey
            else { throw failed(error, in: self) }
            let explained = DipError.definitionNotFound(
                key: DefinitionKey(type: key.metatype, tag: Tag(key.tag))
            )
            log(.Errors, explained)
            throw explained
        }
    }
}

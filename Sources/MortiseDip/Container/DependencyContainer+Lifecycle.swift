// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

extension DependencyContainer {
    /// Removes a definition with its cached instances and the types it forwards.
    ///
    /// The key counts: it removes the definition that has this type and tag now, even if that has replaced the
    /// given one.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - tag: The tag that it was registered with.
    /// - Precondition: The container is not bootstrapped.
    public func remove<T, U>(
        _ definition: Definition<T, U>,
        tag: (any DependencyTagConvertible)? = nil
    ) {
        requireThawed()
        let key = DefinitionKey(type: T.self, typeOfArguments: U.self, tag: tag)
        container.removeDefinition(of: key.requested)
    }

    /// Removes all definitions with their cached instances, and allows new ones after ``bootstrap()``.
    ///
    /// Containers that collaborate with this one keep their definitions and instances.
    public func reset() {
        container.reset()
        activations.removeAll()
    }

    /// Makes all eager singletons in registration order, and forbids later changes.
    ///
    /// - Throws: The error that resolving throws. The container may still be changed then, the singletons
    ///   that were made stay, and a second call makes the rest.
    public func bootstrap() throws {
        do {
            try container.bootstrap()
        } catch let error as ResolutionError {
            // Bootstrapping passes no arguments (D-43).
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

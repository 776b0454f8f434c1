// SPDX-License-Identifier: MIT

import Mortise

extension Definition {
    /// Has a property set to an instance of its type (D-15).
    ///
    /// - Parameters:
    ///   - keyPath: The property, of `T` or of what the instance really is.
    ///   - type: The type to resolve, if not that of the property. Its instances must be what the property
    ///     is: otherwise the program ends.
    ///   - tag: The tag to resolve. That of the definition does not travel.
    /// - Returns: The definition.
    /// - Precondition: As for ``resolvingProperties(_:)``.
    @discardableResult
    public func resolvingProperty<Root, V>(
        _ keyPath: ReferenceWritableKeyPath<Root, V>,
        as type: Any.Type = V.self,
        tag: (any DependencyTagConvertible)? = nil
    ) -> Definition {
        let tag = tag?.dependencyTag
        return resolvingProperty(keyPath) { container in
            let value = try container.resolve(type, tag: tag)
            guard let property = value as? V else {
                fatalError("\(value) is no \(V.self), which the property of \(Root.self) is")
            }
            return property
        }
    }

    /// Has a property set to what a factory makes (D-15).
    ///
    /// - Parameters:
    ///   - keyPath: The property, of `T` or of what the instance really is.
    ///   - factory: Makes the value. Runs as a block does.
    /// - Returns: The definition.
    /// - Precondition: As for ``resolvingProperties(_:)``. The instance is a `Root`: otherwise the program ends.
    @discardableResult
    public func resolvingProperty<Root, V>(
        _ keyPath: ReferenceWritableKeyPath<Root, V>,
        factory: @escaping (DependencyContainer) throws -> V
    ) -> Definition {
        resolvingProperties { container, instance in
            guard let root = instance as? Root else {
                fatalError("\(instance) is no \(Root.self), as the key path says")
            }
            root[keyPath: keyPath] = try factory(container)
        }
    }

    /// What 4.3 called ``resolvingProperties(_:)``.
    ///
    /// - Parameter block: Gets the container and the instance.
    /// - Returns: The definition.
    @available(*, deprecated, renamed: "resolvingProperties(_:)")
    @discardableResult
    public func resolveDependencies(
        _ block: @escaping (DependencyContainer, T) throws -> Void
    ) -> Definition {
        resolvingProperties(block)
    }
}

// SPDX-License-Identifier: MIT

import Mortise

extension Definition {
    /// Injects an instance into a property.
    ///
    /// - Parameters:
    ///   - keyPath: A property of `T` or of the instance's dynamic type.
    ///   - type: The type to resolve; defaults to the property's type. The program ends if its instance is
    ///     not of the property's type.
    ///   - tag: The tag to resolve. The definition's tag is not passed on.
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

    /// Sets a property to the value that a factory makes.
    ///
    /// - Parameters:
    ///   - keyPath: A property of `T` or of the instance's dynamic type.
    ///   - factory: Makes the value. Runs like a block.
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

    /// Dip 4.3's name for ``resolvingProperties(_:)``.
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

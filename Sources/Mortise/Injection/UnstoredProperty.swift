// SPDX-License-Identifier: MIT

import MortiseGraph

// For vocabularies whose instances and properties do not announce themselves.

/// Something that is done with an instance before or while its properties are filled, and is no object
/// that it stores.
///
/// Announced inside the factory, it belongs to what that makes.
package protocol UnstoredProperty: InjectableProperty {
    /// Whether it is done only where properties are filled; otherwise it is done before them.
    var isProperty: Bool { get }
    /// What reflection calls it.
    var label: String? { get }
    /// The property that it is filled before; `nil` for after all.
    var successor: (any InjectableProperty)? { get }
}

/// A value that is a property to its owner, and holds the object that is one to the container.
package protocol PropertyHolder {
    /// The object.
    var property: any InjectableProperty { get }
}

extension Container {
    /// Completes an object that somebody else has made, as ``adopt(_:as:tag:)``.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - tag: The tag of its definition.
    ///   - prepare: Announces what is to be done with it first.
    /// - Throws: ``ResolutionError``.
    package func adopt<T>(_ object: T, tag: Tag?, preparing prepare: @escaping () -> Void) throws {
        try adopt(object, tag, preparing: Optional(prepare))
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

// For vocabularies whose instances and properties do not announce themselves.

/// Something that is done with an instance before its properties are filled, and is not stored in it.
///
/// Announced inside the factory, it belongs to what that makes.
package protocol UnstoredProperty: InjectableProperty {
    /// Whether it is done only where properties are filled.
    var isProperty: Bool { get }
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

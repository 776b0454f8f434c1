// SPDX-License-Identifier: MIT

/// A property that is injected when its owner is resolved, as in Dip.
///
/// ``Injected`` and ``InjectedWeak`` conform. Your own boxes may be classes or structs; reflection finds them
/// among the owner's stored properties. Properties of all kinds are injected in one order: the nearest
/// superclass first, then its superclass and so on, then the owner's own, each in the order written.
///
/// A definition remembers that a class has no such box, unless one of its properties is an optional box. A
/// box that a later instance holds behind a protocol is not found then.
public protocol AutoInjectedPropertyBox {
    /// The type of the property's instance.
    static var wrappedType: Any.Type { get }

    /// Resolves the property's instance.
    ///
    /// Runs after the factory and before the blocks of the owner's definition.
    ///
    /// - Parameter container: The container of the owner's definition.
    /// - Throws: Any error: the owner's resolve fails, and the error passes unchanged.
    func resolve(_ container: DependencyContainer) throws
}

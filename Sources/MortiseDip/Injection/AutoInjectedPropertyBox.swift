// SPDX-License-Identifier: MIT

/// A property that is injected when its owner is resolved (D-69).
///
/// ``Injected`` and ``InjectedWeak`` are two. Your own may be classes or structs; they are found in what
/// the owner stores. Properties of all kinds are injected in one order: those of the nearest superclass
/// first, of that one's superclass and so on, then the owner's own, each in the order written (D-64).
///
/// A definition remembers a class whose instance had no such box, unless one of its properties is an
/// optional box: where a later instance has one behind a protocol, it is not found.
public protocol AutoInjectedPropertyBox {
    /// The type that the property holds.
    static var wrappedType: Any.Type { get }

    /// Resolves what the property holds.
    ///
    /// Runs after the factory and before the blocks of the owner's definition.
    ///
    /// - Parameter container: The container of the owner's definition.
    /// - Throws: Whatever is wrong: the owner is not resolved then, and the error passes as it is.
    func resolve(_ container: DependencyContainer) throws
}

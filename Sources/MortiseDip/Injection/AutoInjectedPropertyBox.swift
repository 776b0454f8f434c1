// SPDX-License-Identifier: MIT

/// A property that is injected when its owner is resolved (D-69).
///
/// ``Injected`` and ``InjectedWeak`` are two. Your own may be classes or structs; they are found in what
/// the owner stores, inherited ones first.
public protocol AutoInjectedPropertyBox {
    /// The type that the property holds.
    static var wrappedType: Any.Type { get }

    /// Resolves what the property holds.
    ///
    /// Runs after the factory and before the blocks of the owner's definition.
    ///
    /// - Parameter container: The container of the owner's definition.
    /// - Throws: Whatever is wrong: the owner is not resolved then.
    func resolve(_ container: DependencyContainer) throws
}

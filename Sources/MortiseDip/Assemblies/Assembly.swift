// SPDX-License-Identifier: MIT

import Mortise

/// A class whose stored properties are definitions that are registered together, as in Dip's article on
/// assemblies.
///
/// ```swift
/// final class NetworkComponents: Assembly {
///     let apiClient = AssemblyDefinitionOf { (_, _: Void) in HTTPClient() as APIClient }
/// }
/// final class Components: Assembly {
///     let screen = AssemblyDefinitionOf { (c, _: Void) in Screen(client: try c.resolve()) }
///     let networkComponents = NetworkComponents()
/// }
/// let container = DependencyContainer(assemblies: [Components()])
/// ```
///
/// Stored properties that are assemblies collaborate: they are activated in the same container, in the order
/// written, before the assembly that stores them. Inherited properties come first. Of two definitions of one
/// key the last wins. Where `Mortise` is imported too, write `MortiseDip.Assembly`.
public protocol Assembly: AnyObject {}

extension Assembly {
    /// Registers all definitions in a container, atomically.
    ///
    /// An assembly may be active in several containers, which share no instances. Activating it again in
    /// one of them changes nothing.
    ///
    /// - Parameter container: The container.
    /// - Precondition: The container is not bootstrapped.
    public func activate(inContainer container: DependencyContainer) {
        container.activate([self])
    }

    /// Atomically removes the definitions that activating has registered.
    ///
    /// A definition that has replaced one of them since stays. So do collaborating assemblies that another
    /// active assembly needs.
    ///
    /// - Parameter container: The container.
    /// - Precondition: The container is not bootstrapped.
    public func deactivate(inContainer container: DependencyContainer) {
        container.deactivate(self)
    }

    /// The assembly and its collaborators, each once; those that it stores come first.
    fileprivate var collaborators: [any Assembly] {
        var seen: Set<ObjectIdentifier> = []
        var inOrder: [any Assembly] = []
        func visit(_ assembly: any Assembly) {
            guard seen.insert(ObjectIdentifier(assembly)).inserted else { return }
            for child in assembly.storedValues {
                if let other = child as? any Assembly { visit(other) }
            }
            inOrder.append(assembly)
        }
        visit(self)
        return inOrder
    }

    fileprivate var definitions: [any AssemblyDefinition] {
        storedValues.compactMap { $0 as? any AssemblyDefinition }
    }

    private var storedValues: [Any] {
        let mirrors = sequence(first: Mirror(reflecting: self)) { $0.superclassMirror }
        return Array(mirrors).reversed().flatMap { $0.children.map(\.value) }
    }
}

extension DependencyContainer {
    /// Creates a container with the definitions of assemblies.
    ///
    /// - Parameters:
    ///   - assemblies: The assemblies, activated in this order.
    ///   - rules: The version of Dip whose rules the container follows.
    ///   - configure: Registers more. Runs once, before this initializer returns.
    public convenience init(
        assemblies: [any Assembly],
        rules: Rules = DependencyContainer.defaultRules,
        configure: (DependencyContainer) -> Void = { _ in }
    ) {
        self.init(rules: rules)
        activate(assemblies)
        configure(self)
    }

    fileprivate func activate(_ roots: [any Assembly]) {
        requireThawed()
        container.install { _ in
            for root in roots {
                for assembly in root.collaborators {
                    guard activations.add(assembly, for: root) else { continue }
                    let removals = assembly.definitions.map { $0.register(in: self) }
                    activations.set(removals, of: assembly)
                }
            }
        }
    }

    fileprivate func deactivate(_ root: any Assembly) {
        requireThawed()
        let removals = activations.remove(root)
        container.install { _ in
            for remove in removals { remove(self) }
        }
    }
}

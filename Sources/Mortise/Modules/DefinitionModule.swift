// SPDX-License-Identifier: MIT

/// A stored property that a module registers.
protocol StoredDefinition: Sendable {
    func register(in container: Container)
}

/// A module whose definitions are its stored properties.
///
/// ```swift
/// struct ScreenComponents: DefinitionModule {
///     let screen = ModuleDefinition { Screen() }
///         .injecting { resolver, screen in screen.client = try resolver.resolve() }
///     let behaviour = ModuleDefinition { try Behaviour(api: $0.resolve()) as any Behaving }
///
///     // A stored module is installed, too.
///     let network = NetworkComponents()
/// }
///
/// let container = Container(modules: ScreenComponents())
/// ```
///
/// It may be installed in several containers, and `uninstall` removes it from one. Inherited stored
/// properties come first. The last definition of a key wins.
public protocol DefinitionModule: Module {}

extension DefinitionModule {
    /// The modules among the stored properties.
    public var requires: [any Module] { stored.compactMap { $0 as? any Module } }

    /// Registers the definitions among the stored properties, in the order written.
    ///
    /// - Parameter container: The container to register in.
    public func register(in container: Container) {
        for definition in stored.compactMap({ $0 as? any StoredDefinition }) {
            definition.register(in: container)
        }
    }

    private var stored: [Any] {
        let mirrors = sequence(first: Mirror(reflecting: self)) { $0.superclassMirror }
        return Array(mirrors).reversed().flatMap { $0.children.map(\.value) }
    }
}

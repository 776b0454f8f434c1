// SPDX-License-Identifier: MIT

/// A value that registers a group of definitions, and names the modules it needs.
///
/// ```swift
/// struct Networking: Module {
///     let baseURL: String
///
///     func register(in container: Container) {
///         container.register(.singleton) { [baseURL] in HTTPClient(baseURL) as any API }
///     }
/// }
///
/// struct Feed: Module {
///     var requires: [any Module] { [Networking(baseURL: "https://example.org")] }
///
///     func register(in container: Container) {
///         container.register(autowiring: FeedPresenter.init)
///     }
/// }
///
/// let container = Container(modules: Feed())
/// ```
///
/// Installing a module twice is harmless, and modules may need each other. All values of one type
/// are the same module, unless the type is `Hashable`. Then only equal values are.
public protocol Module: Sendable {
    /// The modules this one needs.
    ///
    /// They are installed first, unless they need this one themselves.
    var requires: [any Module] { get }

    /// Registers the definitions of the module.
    ///
    /// Runs once for each installation in a container, outside all locks.
    ///
    /// - Parameter container: The container to register in. Do not resolve from it here.
    func register(in container: Container)
}

extension Module {
    /// No modules: this one needs no others.
    public var requires: [any Module] { [] }
}

extension Container {
    /// Creates a container from modules.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - parent: The container to search for what this one does not define. It is kept alive.
    ///   - modules: The modules to install.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        modules: any Module...
    ) {
        self.init(name: name, parent: parent, modules: modules)
    }

    /// Creates a container from the modules of an array.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - parent: The container to search for what this one does not define. It is kept alive.
    ///   - modules: The modules to install.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        modules: [any Module]
    ) {
        self.init(name: name, parent: parent)
        install(modules)
    }

    /// Installs modules and those that they need, and publishes their definitions atomically.
    ///
    /// A module may be installed in any number of containers. `uninstall` removes it again.
    ///
    /// - Parameter modules: The modules to install. Those that are already installed are skipped.
    /// - Precondition: The container is not bootstrapped.
    public func install(_ modules: any Module...) {
        install(modules)
    }

    /// Installs the modules of an array and those that they need, and publishes their definitions
    /// atomically.
    ///
    /// - Parameter modules: The modules to install. Those that are already installed are skipped.
    /// - Precondition: The container is not bootstrapped.
    public func install(_ modules: [any Module]) {
        install { group in
            for module in modules { group.include(module, isWanted: true) }
        }
    }
}

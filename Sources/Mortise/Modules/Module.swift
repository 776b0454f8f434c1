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
/// Installing a module twice is harmless, and modules may need each other. Two values of one type
/// are the same module, unless the type is `Hashable`: then equal values are.
public protocol Module: Sendable {
    /// The modules this one needs.
    ///
    /// They are installed first, unless they need this one themselves.
    var requires: [any Module] { get }

    /// Registers the definitions of the module.
    ///
    /// Runs once for each container it is installed in, outside all locks.
    ///
    /// - Parameter container: Where to register. Do not resolve from it here.
    func register(in container: Container)
}

extension Module {
    /// No other modules.
    public var requires: [any Module] { [] }
}

extension Container {
    /// Creates a container from modules.
    ///
    /// - Parameters:
    ///   - name: What errors, graphs and events call it.
    ///   - parent: A container that is asked for what this one does not define.
    ///   - modules: What to install.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        modules: any Module...
    ) {
        self.init(name: name, parent: parent, modules: modules)
    }

    /// Creates a container from modules that were collected before.
    ///
    /// - Parameters:
    ///   - name: What errors, graphs and events call it.
    ///   - parent: A container that is asked for what this one does not define.
    ///   - modules: What to install.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        modules: [any Module]
    ) {
        self.init(name: name, parent: parent)
        install(modules)
    }

    /// Installs modules with all they need, and publishes their definitions at once.
    ///
    /// A module may be installed in any number of containers. `uninstall` takes it out
    /// again.
    ///
    /// - Parameter modules: What to install. What is installed already is skipped.
    /// - Precondition: The container is not bootstrapped.
    public func install(_ modules: any Module...) {
        install(modules)
    }

    /// Installs modules that were collected before, with all they need, and publishes their
    /// definitions at once.
    ///
    /// - Parameter modules: What to install. What is installed already is skipped.
    /// - Precondition: The container is not bootstrapped.
    public func install(_ modules: [any Module]) {
        install { group in
            for module in modules { group.include(module, isWanted: true) }
        }
    }
}

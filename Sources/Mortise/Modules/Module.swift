// SPDX-License-Identifier: MIT

import MortiseGraph

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
/// Installing a module twice is harmless, and modules may need each other. Make a module that has
/// properties `Hashable`: then equal values are the same module, and two that differ but register
/// one key are an error of ``Container/validate()``. All values of a type that is not `Hashable` are
/// the same module: only the first is installed.
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
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        modules: any Module...,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        self.init(name: name, parent: parent, modules: modules, file: file, line: line)
    }

    /// Creates a container from the modules of an array.
    ///
    /// - Parameters:
    ///   - name: The name in errors, graphs and events.
    ///   - parent: The container to search for what this one does not define. It is kept alive.
    ///   - modules: The modules to install.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    public convenience init(
        name: String = "container",
        parent: Container? = nil,
        modules: [any Module],
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        self.init(name: name, parent: parent)
        install(modules, file: file, line: line)
    }

    /// Installs modules and those that they need, and publishes their definitions atomically.
    ///
    /// A module may be installed in any number of containers. `uninstall` removes it again.
    ///
    /// - Parameters:
    ///   - modules: The modules to install. Those that are already installed are skipped.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Precondition: The container is not bootstrapped.
    public func install(
        _ modules: any Module...,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        install(modules, file: file, line: line)
    }

    /// Installs the modules of an array and those that they need, and publishes their definitions
    /// atomically.
    ///
    /// - Parameters:
    ///   - modules: The modules to install. Those that are already installed are skipped.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Precondition: The container is not bootstrapped.
    public func install(
        _ modules: [any Module],
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        let site = SourceSite(file: "\(file)", line: Int(line))
        install { group in
            for module in modules { group.include(module, isWanted: true, at: .site(site)) }
        }
    }
}

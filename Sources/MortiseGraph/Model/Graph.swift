// SPDX-License-Identifier: MIT

/// The definitions of one or more containers, as plain values.
///
/// ```swift
/// let graph = Graph([
///     Graph.Node(Key("App.Screen"), dependencies: [Dependency(Key("any App.Clock"))])
/// ])
/// for finding in graph.findings() {
///     print(finding)
/// }
/// ```
///
/// A graph contains the registered definitions and their dependencies. It runs nothing. The runtime
/// and the prover make the same graph, so the same rules, messages and drawings serve both.
public struct Graph: Hashable, Sendable {
    /// The containers, to which nodes and sources refer by index.
    public let containers: [Container]

    /// The definitions, in the order they were registered.
    public let nodes: [Node]

    /// The modules that were installed, in order.
    public let installations: [Installation]

    /// Creates a graph.
    ///
    /// - Parameters:
    ///   - nodes: The definitions, in the order they were registered.
    ///   - containers: The containers they belong to.
    ///   - installations: The modules that were installed, in order.
    /// - Precondition: Every node's container and every source is an index into `containers`.
    public init(
        _ nodes: [Node],
        containers: [Container] = [Container()],
        installations: [Installation] = []
    ) {
        for container in containers {
            for source in container.sources + container.links {
                precondition(
                    containers.indices.contains(source),
                    "\"\(container.name)\" has source \(source) of \(containers.count) containers"
                )
            }
        }
        for node in nodes {
            precondition(
                containers.indices.contains(node.container),
                "\(node.key) is in container \(node.container) of \(containers.count)"
            )
        }
        for installation in installations {
            precondition(
                containers.indices.contains(installation.container),
                "\(installation.module) is in container \(installation.container) "
                    + "of \(containers.count)"
            )
        }
        self.nodes = nodes
        self.containers = containers
        self.installations = installations
    }
}

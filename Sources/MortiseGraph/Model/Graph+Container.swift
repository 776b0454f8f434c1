// SPDX-License-Identifier: MIT

extension Graph {
    /// A container: its name, and the containers it searches after its own definitions.
    public struct Container: Hashable, Sendable {
        /// The name of the container.
        public var name: String

        /// The indexes of the containers that are searched next, in order.
        ///
        /// A parent, the base of an overlay and the enclosing scope are all sources.
        public var sources: [Int]

        /// The indexes of the linked containers, in order: they are searched last, and each leads
        /// on to its own links.
        public var links: [Int]

        /// Its role towards the first container that it searches.
        public var role: Role

        /// Whether a type may have several definitions that can be auto-wired, of which the one
        /// with the most parameters is used.
        public var prefersMostParameters: Bool

        /// Creates a container.
        ///
        /// - Parameters:
        ///   - name: The name of the container.
        ///   - sources: The indexes of the containers that are searched next, in order.
        ///   - links: The indexes of the containers that are searched last, in order.
        ///   - role: Its role towards the first container that it searches.
        ///   - prefersMostParameters: Whether a type may have several definitions that can be
        ///     auto-wired.
        public init(
            _ name: String = "container",
            sources: [Int] = [],
            links: [Int] = [],
            role: Role = .plain,
            prefersMostParameters: Bool = false
        ) {
            self.name = name
            self.sources = sources
            self.links = links
            self.role = role
            self.prefersMostParameters = prefersMostParameters
        }
    }
}

extension Graph.Container {
    /// The role of a container towards the first container that it searches.
    public enum Role: Hashable, Sendable {
        /// A container of its own, perhaps with a parent.
        case plain

        /// A scope with a name, which keeps instances of that container's definitions.
        case scope(String)

        /// An overlay, which overrides that container's definitions and keeps instances of its own.
        case overlay

        /// The name of the scope, if it is one.
        var scope: String? {
            guard case .scope(let name) = self else { return nil }
            return name
        }
    }
}

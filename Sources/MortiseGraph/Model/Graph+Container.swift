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

        /// Creates a container.
        ///
        /// - Parameters:
        ///   - name: The name of the container.
        ///   - sources: The indexes of the containers that are searched next, in order.
        ///   - links: The indexes of the containers that are searched last, in order.
        public init(_ name: String = "container", sources: [Int] = [], links: [Int] = []) {
            self.name = name
            self.sources = sources
            self.links = links
        }
    }
}

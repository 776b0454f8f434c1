// SPDX-License-Identifier: MIT

extension Graph {
    /// A container: its name, and the containers it asks after its own definitions.
    public struct Container: Hashable, Sendable {
        /// What people call it.
        public var name: String

        /// The indexes of the containers that are asked afterwards, in order.
        ///
        /// A parent, the base of an overlay and the enclosing scope are all sources.
        public var sources: [Int]

        /// The indexes of the containers that it is linked with, in order: they are asked last, and each
        /// leads on to its own.
        public var links: [Int]

        /// Creates a container.
        ///
        /// - Parameters:
        ///   - name: What people call it.
        ///   - sources: The indexes of the containers that are asked afterwards, in order.
        ///   - links: The indexes of the containers that are asked last, in order.
        public init(_ name: String = "container", sources: [Int] = [], links: [Int] = []) {
            self.name = name
            self.sources = sources
            self.links = links
        }
    }
}

// SPDX-License-Identifier: MIT

extension Graph {
    /// A container: its name, and the containers it asks after its own definitions.
    public struct Container: Hashable, Sendable {
        /// What people call it.
        public var name: String

        /// The indexes of the containers that are asked afterwards, in order.
        ///
        /// A parent, a peer, the base of an overlay and the enclosing scope are all sources.
        public var sources: [Int]

        /// Creates a container.
        ///
        /// - Parameters:
        ///   - name: What people call it.
        ///   - sources: The indexes of the containers that are asked afterwards, in order.
        public init(_ name: String = "container", sources: [Int] = []) {
            self.name = name
            self.sources = sources
        }
    }
}

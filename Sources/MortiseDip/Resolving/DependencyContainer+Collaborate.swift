// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// Links this container with others, for definitions that it does not have itself.
    ///
    /// ```swift
    /// container.collaborate(with: networking, storage)
    /// ```
    ///
    /// One call links both directions, and keeps no container alive. A container looks in the others in the
    /// order linked, after its own definitions and auto-wiring. A singleton always belongs to the
    /// container that defines it. A shared instance is the same on both sides of one resolve.
    ///
    /// - Parameter containers: The other containers. The container itself is skipped.
    public func collaborate(with containers: DependencyContainer...) {
        collaborate(with: containers)
    }

    /// Links this container with others in an array, for definitions that it does not have itself.
    ///
    /// - Parameter containers: The other containers. The container itself is skipped.
    public func collaborate(with containers: [DependencyContainer]) {
        for other in containers { container.link(with: other.container) }
    }
}

// SPDX-License-Identifier: MIT

import Mortise

extension DependencyContainer {
    /// Lets this container and others ask each other for what they do not define themselves (D-80).
    ///
    /// ```swift
    /// container.collaborate(with: networking, storage)
    /// ```
    ///
    /// One call links both ways, and keeps no container alive. Others are asked in the order linked, after
    /// all definitions of one's own and auto-wiring (D-83). A singleton belongs to the container that
    /// defines it, whoever asks; a shared instance is the same on both sides of one resolve (D-84).
    ///
    /// - Parameter containers: What to collaborate with. The container itself is skipped.
    public func collaborate(with containers: DependencyContainer...) {
        collaborate(with: containers)
    }

    /// Lets this container and others that were collected before ask each other.
    ///
    /// - Parameter containers: What to collaborate with. The container itself is skipped.
    public func collaborate(with containers: [DependencyContainer]) {
        container.link(with: containers.map(\.container))
    }
}

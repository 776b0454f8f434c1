// SPDX-License-Identifier: MIT

extension Graph {
    /// What answers a key.
    ///
    /// The numbers are indexes into ``Graph/nodes``.
    public enum Lookup: Hashable, Sendable {
        /// These definitions, of which resolving takes the last.
        ///
        /// There are several only when they contribute to one key.
        case found([Int])

        /// These definitions could all be auto-wired, and none has more parameters than the others.
        case ambiguous([Int])

        /// The type is known, but only with other run-time arguments.
        case argumentMismatch([Int])

        /// Nothing.
        case missing
    }

    /// Finds what answers a key.
    ///
    /// The container's own definitions are asked first, then its sources in order, depth first and
    /// each container once. If the key has a tag that none of them knows, the key without the tag
    /// is looked up in the same order. Only then the containers are asked that it is linked with, each
    /// with its sources and followed by what it is linked with itself: with the tag, then without. A
    /// key without a tag never finds a tagged definition.
    ///
    /// In one container a definition with exactly the arguments of the key comes first. A key
    /// without arguments then takes the auto-wirable definition with the most parameters. An
    /// optional type that nothing provides is answered by what it wraps.
    ///
    /// - Parameters:
    ///   - key: What is asked for.
    ///   - container: The index of the container that is asked.
    /// - Returns: What answers the key.
    /// - Complexity: O(*n*) for *n* definitions, because an ``Index`` is made. To look up many keys
    ///   make one and ask it.
    /// - Precondition: `container` is an index into ``containers``.
    public func lookup(_ key: Key, from container: Int = 0) -> Lookup {
        Index(self).lookup(key, from: container)
    }
}

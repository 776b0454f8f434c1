// SPDX-License-Identifier: MIT

extension Graph {
    /// The answer to a key.
    ///
    /// The numbers are indexes into ``Graph/nodes``.
    public enum Lookup: Hashable, Sendable {
        /// These definitions answer; resolving takes the last.
        ///
        /// There are several only if they contribute to one key.
        case found([Int])

        /// These definitions could all be auto-wired, and none has more parameters than the others.
        case ambiguous([Int])

        /// The type is known, but only with other run-time arguments.
        case argumentMismatch([Int])

        /// No definition answers.
        case missing
    }

    /// Finds the definitions that answer a key.
    ///
    /// The container's own definitions are searched first, then its sources in order, depth first,
    /// each container once. If the key has a tag that none of them knows, definitions for any tag
    /// are looked up in the same order. Then the linked containers are searched in the same way,
    /// each with its sources and followed by its own links. A key without a tag never finds a
    /// tagged definition. A tag rule other than ``Dependency/TagRule/exact`` also finds definitions
    /// without a tag.
    ///
    /// A definition that replaces all others of its type and tag hides those of the containers that
    /// would be searched next.
    ///
    /// In one container, a definition with exactly the arguments of the key comes first. A key
    /// without arguments then takes the auto-wirable definition with the most parameters. If
    /// nothing provides an optional type, its wrapped type answers.
    ///
    /// - Parameters:
    ///   - key: The requested key.
    ///   - container: The index of the requested container.
    ///   - tagRule: How a tag of the key is looked up.
    /// - Returns: The answer.
    /// - Complexity: O(*n* log *n*) for *n* definitions, because this makes an ``Index``. For many
    ///   lookups, make one and use it.
    /// - Precondition: `container` is an index into ``containers``.
    public func lookup(
        _ key: Key,
        from container: Int = 0,
        tagRule: Dependency.TagRule = .exact
    ) -> Lookup {
        Index(self).lookup(key, from: container, tagRule: tagRule)
    }
}

extension Graph.Lookup {
    /// The definitions that say which tags the answer is for.
    ///
    /// Of several that share one key, a request for one instance uses the last.
    var deciding: [Int] {
        switch self {
        case .found(let nodes): nodes.suffix(1)
        case .ambiguous(let nodes): nodes
        case .argumentMismatch, .missing: []
        }
    }
}

// SPDX-License-Identifier: MIT

/// Suggestions for a key that nothing provides.
public enum NearMisses: Sendable {
    /// Suggests what to do about a key that nothing provides.
    ///
    /// Returns at most three suggestions, one a line, the likeliest first: the same type with
    /// another tag, the same type with other run-time arguments, a registered type that conforms to
    /// it, a type of the same name in another module, a type with a similar name. It suggests only
    /// definitions that the container can see.
    ///
    /// - Parameters:
    ///   - key: The requested key.
    ///   - graph: The graph of the registered definitions.
    ///   - container: The index of the requested container.
    ///   - conforming: Registered keys of concrete types that conform to the requested type.
    /// - Returns: The suggestions, or `nil` if there is no honest one.
    /// - Complexity: O(*n* log *n*) for *n* definitions.
    public static func hint(
        for key: Key,
        in graph: Graph,
        from container: Int = 0,
        conforming: [Key] = []
    ) -> String? {
        NearMissCatalogue(graph).hint(for: key, from: container, conforming: conforming)
    }
}

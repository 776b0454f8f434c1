// SPDX-License-Identifier: MIT

/// What somebody who asked for a key that nothing provides may have meant.
public enum NearMisses: Sendable {
    /// Suggests what to do about a key that nothing provides.
    ///
    /// At most three suggestions, one a line, the likeliest first: the same type with another tag,
    /// the same type with other run-time arguments, a registered type that conforms to it, a type
    /// of the same name in another module, a type with a similar name. Only definitions that the
    /// container can see are suggested.
    ///
    /// - Parameters:
    ///   - key: What was asked for.
    ///   - graph: What is registered.
    ///   - container: The index of the container that was asked.
    ///   - conforming: Registered keys of concrete types that conform to the type asked for.
    /// - Returns: The suggestions, or `nil` when there is no honest one.
    /// - Complexity: O(*n*) for *n* definitions.
    public static func hint(
        for key: Key,
        in graph: Graph,
        from container: Int = 0,
        conforming: [Key] = []
    ) -> String? {
        NearMissCatalogue(graph).hint(for: key, from: container, conforming: conforming)
    }
}

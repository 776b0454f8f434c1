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

    /// Says that the container does not leave out a parameter of an optional type.
    ///
    /// - Parameters:
    ///   - others: Other suggestions, which follow.
    ///   - parameter: The key of the parameter.
    /// - Returns: All suggestions, or `nil` if there is none.
    package static func hint(adding others: String?, to parameter: Key) -> String? {
        guard parameter.type.wrapped != nil else { return others }
        let type = parameter.type
        let advice =
            "`\(type)` is optional for you, not for the container: "
            + "declare it with `expects(\(type.literal))`, or write "
            + "`try resolver.resolve(\(type.literal))`"
        return [advice, others].compactMap { $0 }.joined(separator: "\n")
    }

    /// Says that a value which is brought has to be brought as the type that is expected.
    ///
    /// - Parameters:
    ///   - value: The key under which it is brought.
    ///   - input: The type that is expected.
    /// - Returns: The advice.
    package static func hint(forProviding value: Key, as input: TypeName) -> String {
        "\(value) conforms to \(input): add `as: \(input.literal)`"
    }

    /// Says that the container which keeps an instance does not see what the one has that asked
    /// for it.
    ///
    /// - Parameters:
    ///   - key: The key that is missing.
    ///   - site: The source location of its definition.
    ///   - place: The name of the container that has the definition.
    ///   - holder: The key of the kept instance.
    ///   - owner: The name of the container that keeps it.
    /// - Returns: The advice.
    package static func hint(
        for key: Key,
        registeredAt site: SourceSite?,
        in place: String,
        butNeededBy holder: Key,
        of owner: String
    ) -> String {
        "\(key) is registered\(site.map { " at \($0)" } ?? "") in \"\(place)\", but \(holder) is kept by "
            + "\"\(owner)\", which does not search there\n"
            + "register \(holder) in \"\(place)\" as well, or give it a scope that ends with it"
    }
}

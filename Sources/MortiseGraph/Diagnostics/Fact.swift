// SPDX-License-Identifier: MIT

/// What is said of a failure wherever it is noticed: while resolving, by `validate()`, by the prover.
package enum Fact: Sendable {
    /// An input that a container should have, and has not.
    ///
    /// - Parameters:
    ///   - input: The key of the input.
    ///   - container: The name of the container.
    /// - Returns: The sentence.
    package static func missingInput(_ input: Key, in container: String) -> String {
        "\(input) comes from outside, and \"\(container)\" has not got it"
    }

    /// What to do about an input that is missing.
    ///
    /// - Parameter input: The lifetime of the input: that of its scope, if it is an input of scopes.
    /// - Returns: The hint.
    package static func adviceOnProviding(_ input: Graph.Lifetime) -> String {
        guard case .scoped(let name) = input else {
            return "provide it in a child container or an overlay: $0.provide(…)"
        }
        return "provide it where the scope is opened: openScope(\"\(name)\") { $0.provide(…) }"
    }

    /// A definition whose arguments no request brings.
    ///
    /// - Parameter key: The requested key.
    /// - Returns: The sentence.
    package static func argumentMismatch(_ key: Key) -> String {
        let types = key.arguments.map(\.description).joined(separator: ", ")
        let wanted = types.isEmpty ? "without arguments" : "with arguments (\(types))"
        return "\(Key(key.type, tag: key.tag)) is registered, but nothing provides it \(wanted)"
    }

    /// An instance of a scope that is not open.
    ///
    /// - Parameters:
    ///   - key: The key of the definition.
    ///   - name: The name of the scope.
    /// - Returns: The sentence.
    package static func missingScope(_ key: Key, _ name: String) -> String {
        "\(key) lives in a scope \"\(name)\", and none is open"
    }

    /// An instance that a synchronous request does not find, because it is made asynchronously.
    ///
    /// - Parameters:
    ///   - key: The key of the definition.
    ///   - holder: The key of what needs it, if the failure is that of the holder.
    /// - Returns: The sentence.
    package static func needsAsync(_ key: Key, for holder: Key? = nil) -> String {
        let subject = holder.map { "\($0) needs \(key), which" } ?? "\(key)"
        return "\(subject) is made asynchronously, and is not finished"
    }

    /// An instance that is requested elsewhere than on the main actor.
    ///
    /// - Parameter key: The key of the definition.
    /// - Returns: The sentence.
    package static func needsMainActor(_ key: Key) -> String {
        "\(key) is made on the main actor, and this is not it"
    }
}

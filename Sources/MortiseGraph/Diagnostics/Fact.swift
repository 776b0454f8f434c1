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

    /// An instance that is needed while it is built.
    ///
    /// - Parameter key: The key of the definition.
    /// - Returns: The sentence.
    package static func cycle(_ key: Key) -> String {
        "\(key) is needed in order to build itself"
    }

    /// A cycle of unique definitions, in which each request makes another instance.
    ///
    /// - Parameter key: The key of one of the definitions.
    /// - Returns: The sentence.
    package static func endlessCycle(_ key: Key) -> String {
        "Building \(key) never ends, because everything in the cycle is unique"
    }

    /// What to do about a cycle through an asynchronous definition whose instance is not kept.
    package static let adviceOnAsynchronousCycle =
        "hold a provider of one of them; or set it in a step of one that is asynchronous and kept"

    /// What to do about a cycle of unique definitions.
    package static let adviceOnEndlessCycle =
        "make one of them .shared, so that the way back meets the instance that exists"

    /// Definitions that are equally good for a request without arguments.
    ///
    /// - Parameters:
    ///   - key: The requested key.
    ///   - count: How many there are.
    ///   - arity: How many parameters each of them has.
    /// - Returns: The sentence.
    package static func ambiguity(_ key: Key, among count: Int, arity: Int) -> String {
        let parameters = arity == 1 ? "1 parameter" : "\(arity) parameters"
        return "\(key) can be auto-wired in \(count) ways, each with \(parameters)"
    }

    /// What to do about definitions that are equally good.
    package static let adviceOnAmbiguity =
        "tag all but one of them, or pass the arguments of the one that is meant"

    /// Contributions of which a dictionary can have one only.
    ///
    /// - Parameter key: Their key.
    /// - Returns: The sentence.
    package static func contributedTwice(_ key: Key) -> String {
        "\(key) is contributed twice, so it cannot be one value"
    }

    /// What to do about contributions with one tag.
    package static let adviceOnContributing =
        "give the contributions tags of their own, or mark the last with .replacing()"

    /// Definitions of one key of which only some contribute to a collection.
    ///
    /// - Parameter key: Their key.
    /// - Returns: The sentence.
    package static func contributesAndNot(_ key: Key) -> String {
        "\(key) is registered both as contributing and not"
    }

    /// An instance that is held by what outlives it.
    ///
    /// - Parameters:
    ///   - key: The key of the instance.
    ///   - lifetime: Its lifetime; `nil` for an input that other containers bring.
    ///   - holder: The key of what holds it.
    ///   - scope: The lifetime of the holder if a scope keeps it; `nil` for a singleton.
    /// - Returns: The sentence.
    package static func captive(
        _ key: Key,
        _ lifetime: Graph.Lifetime?,
        in holder: Key,
        keptBy scope: Graph.Lifetime? = nil
    ) -> String {
        let kept = scope.map { "\($0)" } ?? "a singleton"
        let held = lifetime.map { "\($0)" } ?? "an input"
        return "\(holder) is \(kept), but holds \(key), which is \(held)"
    }

    /// What to do about an instance that ends before its holder.
    package static let adviceOnCaptive =
        "give the holder the same lifetime, or resolve it where it is used"

    /// An argument that does not say which instance is meant.
    ///
    /// - Parameter type: The name of its type.
    /// - Returns: The sentence.
    package static func argumentNotHashable(_ type: String) -> String {
        "An argument of type \(type) cannot tell cached instances apart"
    }

    /// What to do about an argument that is not `Hashable`.
    package static let adviceOnHashing =
        "make it Hashable, or give the definition the lifetime .unique"
}

// SPDX-License-Identifier: MIT

#if Configuration
import MortiseGraph

extension ConfigurationError {
    static func unreadable(_ failures: [Failure]) -> ConfigurationError {
        let keys = count(failures.count, "key")
        let structures = count(Set(failures.map(\.binding)).count, "structure")
        return ConfigurationError(
            .unreadable,
            failures,
            fact: "\(keys) of \(structures) cannot be read",
            hint: "set each key in one of the providers, or give it a default where it is read"
        )
    }

    static func reloadFailed(
        _ step: Diagnostic.Step,
        _ failures: [Failure]
    ) -> ConfigurationError {
        ConfigurationError(
            .reloadFailed,
            failures,
            fact: "The configuration changed, and \(step.key) cannot be read any longer",
            hint: "what was read before stays until the configuration is good again"
        )
    }

    /// The text of the error is left out, because nobody knows what it contains.
    static func notFollowed(
        _ step: Diagnostic.Step,
        _ provider: String,
        _ error: any Error
    ) -> ConfigurationError {
        ConfigurationError(
            .notFollowed,
            [],
            fact: "\(step.key) no longer follows \(provider), which threw \(type(of: error))",
            hint: "what was read before stays; start the program again"
        )
    }

    private static func count(_ count: Int, _ word: String) -> String {
        count == 1 ? "1 \(word)" : "\(count) \(word)s"
    }
}
#endif

// SPDX-License-Identifier: MIT

#if Configuration
import Configuration
import Mortise
import MortiseGraph

/// A structure that is bound to a key.
struct Binding<Value: ConfigBound>: Sendable {
    let prefix: ConfigKey
    /// The key and the location of its definition.
    let step: Diagnostic.Step

    init(at prefix: ConfigKey, tag: DefinitionTag?, file: StaticString, line: UInt32) {
        self.prefix = prefix
        step = Diagnostic.Step(
            Key(TypeName(String(reflecting: Value.self)), tag: tag),
            at: SourceSite(file: "\(file)", line: Int(line))
        )
    }

    /// Reads it from what is there.
    func outcome(
        in providers: [FixedProvider],
        _ reporter: (any AccessReporter)?
    ) -> Reading<Value>.Outcome {
        Reading(prefix: prefix, providers: providers, reporter: reporter).outcome()
    }

    /// Reads it, and asks for what it looks up until all is known.
    func outcome(
        fetching answers: inout FetchedAnswers,
        _ reporter: (any AccessReporter)?
    ) async throws -> Reading<Value>.Outcome {
        while true {
            let known = answers.known
            let outcome = Reading<Value>(
                prefix: prefix,
                providers: answers.providers,
                reporter: reporter,
                isKnown: { known.contains($0) }
            ).outcome()
            guard case .asked(let lookups) = outcome else { return outcome }
            for lookup in lookups { try await answers.fetch(lookup) }
        }
    }
}
#endif

// SPDX-License-Identifier: MIT

#if Configuration
import Configuration

/// What providers answered when they were asked with `fetchValue`.
struct FetchedAnswers: Sendable {
    private let sources: [any ConfigProvider]
    private var answers: [[Lookup: Result<LookupResult, any Error>]]
    private(set) var known: Set<Lookup> = []

    init(from sources: [any ConfigProvider]) {
        self.sources = sources
        answers = Array(repeating: [:], count: sources.count)
    }

    /// The answers, as providers.
    var providers: [FixedProvider] {
        zip(sources, answers).map { source, answers in
            FixedProvider(providerName: source.providerName) { lookup in
                try answers[lookup]?.get() ?? LookupResult(encodedKey: "", value: nil)
            }
        }
    }

    /// Asks the providers one after the other, until one has a value.
    ///
    /// - Throws: `CancellationError` if the task was cancelled.
    mutating func fetch(_ lookup: Lookup) async throws {
        known.insert(lookup)
        for (index, source) in sources.enumerated() {
            do {
                let result = try await source.fetchValue(forKey: lookup.key, type: lookup.type)
                answers[index][lookup] = .success(result)
                if result.value != nil { return }
            } catch {
                try Task.checkCancellation()
                answers[index][lookup] = .failure(error)
                // The error may repeat what is there: it is looked for in the text.
                let text = Lookup(key: lookup.key, type: .string)
                if let result = try? await source.fetchValue(forKey: text.key, type: text.type) {
                    answers[index][text] = .success(result)
                }
                return
            }
        }
    }
}
#endif

// SPDX-License-Identifier: MIT

#if Configuration
import Configuration
import Synchronization

/// Writes down what is read.
final class AccessRecorder: AccessReporter {
    private let state = Mutex<[AccessEvent]>([])

    var events: [AccessEvent] { state.withLock { $0 } }

    func report(_ event: AccessEvent) { state.withLock { $0.append(event) } }
}

extension AccessEvent {
    var lookup: Lookup { Lookup(key: metadata.key, type: metadata.valueType) }

    /// Whether it looked for a value that must be there, and nobody has one; or for one that cannot
    /// be read.
    var isFaulty: Bool {
        if case .failure = result { return true }
        return conversionError != nil || providerError != nil
    }

    /// Why a provider has no answer.
    var providerError: (name: String, error: any Error)? {
        for answer in providerResults {
            if case .failure(let error) = answer.result { return (answer.providerName, error) }
        }
        return nil
    }

    /// The names under which providers looked for the key, where they differ from it.
    var names: [ConfigurationError.Failure.Name] {
        providerResults.compactMap { answer in
            guard case .success(let result) = answer.result, result.encodedKey != "",
                result.encodedKey != "\(metadata.key)"
            else { return nil }
            return ConfigurationError.Failure.Name(
                name: result.encodedKey,
                provider: answer.providerName
            )
        }
    }

    /// The texts of secrets that it gave out.
    var secrets: [String] {
        var values = providerResults.compactMap { try? $0.result.get().value }
        if case .success(let value?) = result { values.append(value) }
        return values.filter(\.isSecret).flatMap(\.content.texts)
    }
}

extension ConfigContent {
    /// How a value may appear in texts.
    var texts: [String] {
        switch self {
        case .string(let value): [value]
        case .int(let value): ["\(value)"]
        case .double(let value): ["\(value)"]
        case .bool: []
        case .bytes(let value): [String(decoding: value, as: UTF8.self), "\(value)"]
        case .stringArray(let values): values
        case .intArray(let values): values.map { "\($0)" }
        case .doubleArray(let values): values.map { "\($0)" }
        case .boolArray: []
        case .byteChunkArray(let values):
            values.flatMap { [String(decoding: $0, as: UTF8.self), "\($0)"] }
        }
    }
}
#endif

// SPDX-License-Identifier: MIT

#if Configuration
import Configuration

/// What is wrong with one key, without secrets.
struct Fault: Hashable, Sendable {
    let key: String
    let reason: String
    let names: [ConfigurationError.Failure.Name]
}

extension Fault {
    /// - Parameters:
    ///   - event: A look-up that failed.
    ///   - secrets: What the text must not contain.
    init(_ event: AccessEvent, hiding secrets: [String]) {
        let type = event.metadata.valueType.rawValue
        let reason =
            if let (name, error) = event.providerError {
                "not readable (\(type)): \(name): \("\(error)".hiding(secrets))"
            } else if let error = event.conversionError {
                "not usable (\(type)): \("\(error)".hiding(secrets))"
            } else {
                "missing (\(type))"
            }
        self.init(key: "\(event.metadata.key)", reason: reason, names: event.names)
    }
}

extension String {
    /// The text with all secrets replaced.
    func hiding(_ secrets: [String]) -> String {
        let escaped = secrets.map { String($0.debugDescription.dropFirst().dropLast()) }
        return Set(secrets + escaped).filter { !$0.isEmpty }
            .sorted { ($0.count, $0) > ($1.count, $1) }
            .reduce(self) { $0.replacing($1, with: "<secret>") }
    }
}
#endif

// SPDX-License-Identifier: MIT

#if Configuration
import Configuration

/// Reads a structure, and finds all that is wrong with it.
struct Reading<Value: ConfigBound>: Sendable {
    enum Outcome: Sendable {
        /// The structure, and what was looked up for it.
        case read(Value, answers: [Lookup: ConfigValue?])
        case faulty([Fault])
        /// Answers are not known yet.
        case asked(Set<Lookup>)
    }

    let prefix: ConfigKey
    let providers: [FixedProvider]
    /// Gets the events of the reading, but not of those that look for more faults.
    let reporter: (any AccessReporter)?
    var isKnown: @Sendable (Lookup) -> Bool = { _ in true }

    func outcome() -> Outcome {
        var faults: [Fault] = []
        var faulty: Set<Lookup> = []
        while true {
            let (result, events) = attempt(placeholdersFor: faulty)
            let unknown = Set(events.map(\.lookup)).filter { !isKnown($0) }
            guard unknown.isEmpty else { return .asked(unknown) }
            let isFirst = faulty.isEmpty
            if isFirst, let reporter { for event in events { reporter.report(event) } }

            let new = newFaults(in: events, besides: &faulty)
            faults += new
            switch result {
            case .success(let value):
                guard faults.isEmpty else { return .faulty(faults) }
                return .read(value, answers: answers(in: events))
            case .failure(let error):
                // After the first attempt, it may be the placeholders that it complains about.
                if isFirst, !events.contains(where: { $0.threw(error) }) {
                    faults.append(fault(error, events))
                }
                if new.isEmpty { return .faulty(faults) }
            }
        }
    }

    private func attempt(
        placeholdersFor faulty: Set<Lookup>
    ) -> (Result<Value, any Error>, [AccessEvent]) {
        let recorder = AccessRecorder()
        let placeholders = faulty.isEmpty ? [] : [FixedProvider(placeholdersFor: faulty)]
        let reader = ConfigReader(providers: placeholders + providers, accessReporter: recorder)
        let result = Result { try Value(from: reader.scoped(to: prefix)) }
        return (result, recorder.events)
    }

    private func newFaults(
        in events: [AccessEvent],
        besides known: inout Set<Lookup>
    ) -> [Fault] {
        // A key may be tried as one type and then as another.
        let readable = Set(events.filter { !$0.isFaulty && $0.hasValue }.map(\.metadata.key))
        let secrets = events.flatMap(\.secrets)
        return events.filter(\.isFaulty).compactMap { event in
            guard !readable.contains(event.metadata.key), known.insert(event.lookup).inserted
            else { return nil }
            return Fault(event, hiding: secrets + texts(of: event.metadata.key))
        }
    }

    /// What is there under a key, for the case that it is secret.
    private func texts(of key: AbsoluteConfigKey) -> [String] {
        providers.flatMap { provider in
            [.string, .stringArray, .int, .double, .bytes].flatMap { (type: ConfigType) in
                let found = try? provider.value(forKey: key, type: type)
                return found?.value?.content.texts ?? []
            }
        }
    }

    /// The fault of a structure that refuses what it read.
    private func fault(_ error: any Error, _ events: [AccessEvent]) -> Fault {
        let text = "\(error)".hiding(events.flatMap(\.secrets))
        return Fault(key: "\(prefix)", reason: "refused: \(text)", names: [])
    }

    private func answers(in events: [AccessEvent]) -> [Lookup: ConfigValue?] {
        var answers: [Lookup: ConfigValue?] = [:]
        for event in events { answers[event.lookup] = .some(try? event.result.get()) }
        return answers
    }
}

extension Reading.Outcome {
    var faults: [Fault] {
        if case .faulty(let faults) = self { return faults }
        return []
    }
}

extension AccessEvent {
    fileprivate var hasValue: Bool {
        if case .success(.some) = result { return true }
        return false
    }

    /// Whether an error is the one that the look-up threw.
    fileprivate func threw(_ error: any Error) -> Bool {
        guard case .failure(let own) = result else { return false }
        return "\(own)" == "\(error)"
    }
}
#endif

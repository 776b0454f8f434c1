// SPDX-License-Identifier: MIT

#if Configuration
import Configuration
import Mortise
import MortiseGraph

/// A binding of some type in its group.
protocol BindingMember: Sendable {
    var step: Diagnostic.Step { get }

    /// Whether it is read again after changes.
    var isReloading: Bool { get }

    /// What is wrong with it.
    func faults(in providers: [FixedProvider]) -> [Fault]

    /// What is wrong with it, after asking for all that it reads.
    func faults(fetching answers: inout FetchedAnswers) async throws -> [Fault]

    /// Reads it again, if it is read more than once.
    func reload(from providers: [FixedProvider], _ reporter: (any AccessReporter)?) -> Change

    /// Reads it again, after asking for all that it reads.
    func reload(
        fetching answers: inout FetchedAnswers,
        _ reporter: (any AccessReporter)?
    ) async throws -> Change

    /// Tells those who follow the structure that there is another one.
    func announce(in container: Container)

    /// Reports a failure of a reload.
    func report(_ error: ConfigurationError)
}

/// What a reload led to.
enum Change: Sendable {
    case none
    case changed
    case failed([Fault])
}

struct BoundMember<Value: ConfigBound>: BindingMember {
    let binding: Binding<Value>
    var latest: Latest<Value>?

    var step: Diagnostic.Step { binding.step }
    var isReloading: Bool { latest != nil }

    func faults(in providers: [FixedProvider]) -> [Fault] {
        binding.outcome(in: providers, nil).faults
    }

    func faults(fetching answers: inout FetchedAnswers) async throws -> [Fault] {
        try await binding.outcome(fetching: &answers, nil).faults
    }

    func reload(from providers: [FixedProvider], _ reporter: (any AccessReporter)?) -> Change {
        latest?.take(binding.outcome(in: providers, reporter)) ?? .none
    }

    func reload(
        fetching answers: inout FetchedAnswers,
        _ reporter: (any AccessReporter)?
    ) async throws -> Change {
        guard let latest else { return .none }
        return try await latest.take(binding.outcome(fetching: &answers, reporter))
    }

    func announce(in container: Container) {
        if let tag = step.key.tag {
            container.dropInstances(of: Latest<Value>.self, tag: tag)
        } else {
            container.dropInstances(of: Latest<Value>.self)
        }
    }

    func report(_ error: ConfigurationError) { latest?.report(error) }
}
#endif

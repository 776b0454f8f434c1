// SPDX-License-Identifier: MIT

#if Configuration
import Configuration
import Synchronization

/// A structure as it was read last.
final class Latest<Value: ConfigBound>: Sendable {
    private struct State: Sendable {
        var value: Value?
        var answers: [Lookup: ConfigValue?] = [:]
        /// What is wrong now, although there may be an older structure.
        var faults: [Fault] = []
    }

    let binding: Binding<Value>
    private let tell: @Sendable (ConfigurationError) -> Void
    private let state = Mutex(State())

    init(_ binding: Binding<Value>, report: @escaping @Sendable (ConfigurationError) -> Void) {
        self.binding = binding
        tell = report
    }

    /// What is wrong, if the structure was never read.
    var faultsInsteadOfValue: [Fault]? {
        state.withLock { $0.value == nil ? $0.faults : nil }
    }

    var current: Value {
        guard let value = state.withLock({ $0.value }) else {
            preconditionFailure("it is handed out after it was read")
        }
        return value
    }

    func report(_ error: ConfigurationError) { tell(error) }

    /// Keeps what was read, if it is good and new.
    func take(_ outcome: Reading<Value>.Outcome) -> Change {
        // The old structure is released outside the lock: it belongs to users.
        var old = State()
        defer { withExtendedLifetime(old) {} }
        return state.withLock { state in
            switch outcome {
            case .read(let value, let answers):
                guard state.value == nil || state.answers != answers else {
                    state.faults = []
                    return .none
                }
                old = state
                state = State(value: value, answers: answers)
                return .changed
            case .faulty(let faults):
                guard state.faults != faults else { return .none }
                state.faults = faults
                return .failed(faults)
            case .asked: return .none
            }
        }
    }
}
#endif

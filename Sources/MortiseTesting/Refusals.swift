// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// The live definitions that a test reached.
final class Refusals: Sendable {
    @TaskLocal static var isInTest = false

    private struct Refusal: Sendable {
        let error: ResolutionError
        let isRecorded: Bool
    }

    private let test: Test
    private let all = Locked<[Refusal]>([])

    init(of test: Test) { self.test = test }

    /// Records the error as an issue of the code that reached the definition, which may expect it.
    ///
    /// A thread or task that does not belong to the test cannot: its errors are recorded when the
    /// test is over.
    func add(_ error: ResolutionError) {
        let isRecorded = Test.current != nil
        all.withLock { $0.append(Refusal(error: error, isRecorded: isRecorded)) }
        if isRecorded { Issue.record(error, sourceLocation: test.sourceLocation) }
    }

    /// Whether an error that the test throws is one of these.
    func contains(_ error: any Error) -> Bool {
        guard let error = error as? ResolutionError, error.code == .unstubbed else { return false }
        return all.withLock { all in
            all.contains { $0.error.path.last == error.path.last }
        }
    }

    /// Records the errors that are not recorded yet.
    func recordRest() {
        for refusal in all.withLock({ $0 }) where !refusal.isRecorded {
            Issue.record(refusal.error, sourceLocation: test.sourceLocation)
        }
    }
}

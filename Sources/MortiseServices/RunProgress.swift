// SPDX-License-Identifier: MIT

#if Services
import UnixSignals

/// The decisions of one call of `runServices`, without any effects.
///
/// Methods are told what happened, and say what is to be done.
struct RunProgress: Sendable {
    enum Phase: Sendable {
        /// Instances are being made.
        case making
        /// The group runs.
        case running
        /// The container is being closed.
        case closing
    }

    /// How far an element is.
    enum Stage: Sendable {
        case waiting
        /// Its turn has come.
        case active
        /// Its start is done, and it waits for its part in the shutdown.
        case resting
        /// Its turn will not come.
        case skipped
        case ended
    }

    /// Why everything was cancelled.
    enum Cancellation: Sendable {
        case signal(UnixSignal)
        case gracePeriod
        case caller
    }

    private(set) var phase = Phase.making
    private(set) var isStopping = false
    private(set) var cancellation: Cancellation?
    /// The first error of a service, of a hook or of making them.
    private(set) var failure: (any Error)?
    /// The elements that were active when everything was cancelled.
    private(set) var interrupted: [Int] = []
    private(set) var leftBehind: [Int] = []

    private var stages: [Stage] = []
    private var signals = 0
    private var turn = 0
    private var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]

    // MARK: From outside

    enum SignalAnswer: Sendable {
        case stop
        case cancel
        case nothing
    }

    /// A signal came: the first one asks to stop, the second one cancels.
    mutating func receive() -> SignalAnswer {
        signals += 1
        switch signals {
        case 1: return .stop
        case 2: return .cancel
        default: return .nothing
        }
    }

    /// Everything is to be shut down.
    ///
    /// - Returns: Whether that is new, and the elements whose turn will not come.
    mutating func stop() -> (isNew: Bool, skipped: [CheckedContinuation<Bool, Never>]) {
        guard !isStopping else { return (false, []) }
        isStopping = true
        for index in waiters.keys { stages[index] = .skipped }
        defer { waiters = [:] }
        return (true, Array(waiters.values))
    }

    /// Everything is to be cancelled.
    ///
    /// - Returns: Whether there is something to cancel.
    mutating func cancel(_ cause: Cancellation) -> Bool {
        guard cancellation == nil else { return false }
        switch (cause, phase) {
        // What is done is done: only a signal is remembered.
        case (.caller, .closing), (.gracePeriod, .closing), (.gracePeriod, .making): return false
        default: break
        }
        cancellation = cause
        interrupted = indices(.active)
        return phase != .closing
    }

    /// Nobody waits any longer for what was cancelled.
    mutating func abandon() { leftBehind = indices(.active) }

    // MARK: Phases

    /// The instances are there.
    ///
    /// - Parameter count: The number of elements.
    /// - Returns: Whether to run them.
    mutating func begin(_ count: Int) -> Bool {
        stages = Array(repeating: .waiting, count: count)
        guard !isStopping, cancellation == nil else { return false }
        phase = .running
        return true
    }

    /// Making an instance has failed.
    ///
    /// What fails after a request to stop was asked to.
    mutating func failMaking(_ error: any Error) {
        if !isStopping, cancellation == nil { failure = error }
    }

    mutating func close() { phase = .closing }

    // MARK: Elements

    enum Turn: Sendable {
        case now
        case later
        case never
    }

    /// An element waits for its turn.
    mutating func await(_ index: Int, _ waiter: CheckedContinuation<Bool, Never>) -> Turn {
        if isStopping || stages[index] == .skipped {
            stages[index] = .skipped
            return .never
        }
        guard index == turn else {
            waiters[index] = waiter
            return .later
        }
        stages[index] = .active
        return .now
    }

    /// An element does not wait for its turn any longer.
    mutating func leave(_ index: Int) -> CheckedContinuation<Bool, Never>? {
        guard stages[index] == .waiting else { return nil }
        stages[index] = .skipped
        return waiters.removeValue(forKey: index)
    }

    /// An element has begun, so the turn passes to the next one.
    mutating func begun(_ index: Int) -> CheckedContinuation<Bool, Never>? {
        turn = index + 1
        guard let next = waiters.removeValue(forKey: turn) else { return nil }
        stages[turn] = .active
        return next
    }

    /// An element that has begun does nothing until the shutdown.
    mutating func rest(_ index: Int) { stages[index] = .resting }

    /// An element does something again.
    mutating func wake(_ index: Int) { stages[index] = .active }

    mutating func end(_ index: Int) { stages[index] = .ended }

    mutating func fail(_ index: Int, _ error: any Error) {
        stages[index] = .ended
        // What fails after it was cancelled was asked to.
        if cancellation == nil, failure == nil { failure = error }
    }

    private func indices(_ stage: Stage) -> [Int] {
        stages.indices.filter { stages[$0] == stage }
    }
}
#endif

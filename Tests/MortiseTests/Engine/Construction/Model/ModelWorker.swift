// SPDX-License-Identifier: MIT

@testable import Mortise

/// One thread or task of a model, with its current state.
///
/// It is interpreted: it has an explicit stack of its constructions, so that every interleaving can be
/// explored from copies of this value.
struct ModelWorker: Hashable {
    typealias Ledger = ConstructionLedger<ModelFailure>

    enum Kind: Hashable {
        /// A thread of its own, like the main thread: parks to wait.
        case thread
        /// Synchronous code in a task: parks a pool thread.
        case pooled
        /// A task that resolves asynchronously.
        case task
        /// The task that makes the instance of an asynchronous definition.
        case build(Int)
    }

    enum Place: Hashable {
        /// Needs nothing but perhaps a thread.
        case ready
        case running
        /// Sleeps, and keeps its thread.
        case parked
        /// Sleeps, without a thread.
        case suspended
        case over
    }

    enum Wait: Hashable {
        case instance(Int)
        case commit(Int)
    }

    /// A signal that unwinds the innermost frame.
    enum Signal: Hashable {
        /// An error; `isHandleable` if it reaches requesting code, which may handle it.
        case failure(ModelFailure, isHandleable: Bool)
        /// To the innermost step, which runs again when an instance exists.
        case postponement(until: Int)
        /// Out of the synchronous attempt: the task has to await something.
        case await(Awaited)
    }

    /// The event that a task awaits between two attempts.
    enum Awaited: Hashable {
        /// The instance of an asynchronous definition.
        case definition(Int)
        /// The instance of a definition that a session is building.
        case instance(Int)
        /// The commit of its own instance.
        case commit(id: Int)
    }

    enum Stage: Hashable {
        case factory
        case postponedSteps
        case step
        case completion
    }

    struct Postponed: Hashable {
        let definition: Int
        let id: Int
    }

    struct Frame: Hashable {
        let definition: Int
        let id: Int
        var stage = Stage.factory
        var next = 0
        var postponed: [Postponed] = []
        /// Runs a postponed step only: the instance was handed on before.
        var isRerun = false
        /// Belongs to the task, and not to a synchronous attempt.
        var isAsync = false
    }

    let name: Int
    let kind: Kind
    /// Its resolves, in order.
    let roots: [Int]
    var place = Place.ready
    var session: Ledger.SessionID?
    var frames: [Frame] = []
    var signal: Signal?
    var wait: Wait?
    /// The verdict that woke it.
    var verdict: Ledger.Verdict?
    /// The committed instances that it has awaited, by definition.
    var answers: [Int: Int] = [:]
    /// The event that its task has to await before the next attempt.
    var awaited: Awaited?
    var isCancelled = false
    var gaveUp = false
    /// Whether the running resolve was cancelled while it waited.
    var wasCancelled = false
    /// Whether it waits although the ledger does not allow it.
    var isStubborn = false
    /// Whether its awaited build was cancelled before: that failure concerns nobody else.
    var isLate = false
    var outcomes: [ModelOutcome] = []
    /// The number of constructions that it has begun.
    var begun = 0

    var isTask: Bool {
        switch kind {
        case .task, .build: true
        case .thread, .pooled: false
        }
    }

    var usesPool: Bool { kind != .thread }

    /// Whether it occupies a pool thread.
    var hasPoolThread: Bool { usesPool && (place == .running || place == .parked) }

    init(name: Int, kind: Kind, roots: [Int]) {
        self.name = name
        self.kind = kind
        self.roots = roots
    }
}

extension ModelWorker.Signal: CustomStringConvertible {
    var description: String {
        switch self {
        case .failure(let failure, _): "fails: \(failure)"
        case .postponement(let until): "postpones the step until #\(until) exists"
        case .await(let awaited): "leaves the attempt, to await \(awaited)"
        }
    }
}

extension ModelWorker.Awaited: CustomStringConvertible {
    var description: String {
        switch self {
        case .definition(let definition), .instance(let definition): ModelGraph.name(definition)
        case .commit(let id): "the commit of #\(id)"
        }
    }
}

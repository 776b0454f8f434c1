// SPDX-License-Identifier: MIT

@testable import Mortise

/// Threads and tasks that resolve definitions of one graph, one ledger input at a time.
struct LedgerModel {
    typealias Ledger = ModelWorker.Ledger
    typealias ID = Int

    enum Choice: Hashable {
        case run(Int)
        case cancel(Int)
        case mutate
    }

    /// An instance or a construction, until it is committed or dropped.
    struct Instance: Hashable {
        let definition: Int
        let generation: Int
        /// Its builder.
        let worker: Int
        let session: Ledger.SessionID
        var exists = false
        /// Whether it will be published.
        var isKept = true
        /// Whether all its steps are done.
        var isFinished = false
        /// The instances that it holds.
        var holds: [ID] = []
        /// The number of them that its factory got.
        var heldByFactory = 0
    }

    struct State: Hashable {
        var ledger = Ledger()
        /// Threads and tasks, by name.
        var workers: [ModelWorker]
        var published: [ID?]
        /// The number of replacements of each definition.
        var generation: [Int]
        var instances: [ID: Instance] = [:]
        /// All instances that were ever committed.
        var committed: Set<ID> = []
        /// The constructions whose tasks were cancelled.
        var cancelledBuilds: Set<ID> = []
        /// The number of tasks started for each definition.
        var builds: [Int]
        /// The number of container changes to come.
        var mutations: Int
        var cancellations = 0
        var isClosing = false
        var isClosed = false
    }

    let setup: ModelSetup
    var state: State
    var violations: [String] = []
    /// The events, if they are recorded.
    var trace: Trace?

    final class Trace {
        var lines: [String] = []
    }

    init(_ setup: ModelSetup) {
        self.setup = setup
        let count = setup.graph.definitions.count
        state = State(
            workers: setup.workers,
            published: Array(repeating: nil, count: count),
            generation: Array(repeating: 0, count: count),
            builds: Array(repeating: 0, count: count),
            mutations: setup.mutations.count
        )
    }

    var graph: ModelGraph { setup.graph }

    subscript(name: Int) -> ModelWorker {
        get {
            guard let worker = state.workers.first(where: { $0.name == name }) else {
                preconditionFailure("nobody has this name")
            }
            return worker
        }
        _modify {
            guard let index = state.workers.firstIndex(where: { $0.name == name }) else {
                preconditionFailure("nobody has this name")
            }
            yield &state.workers[index]
        }
    }

    mutating func violate(_ text: String) {
        violations.append(text)
        note("!! \(text)")
    }

    func note(_ text: @autoclosure () -> String) { trace?.lines.append(text()) }

    // MARK: Next choices

    var isOver: Bool { state.workers.allSatisfy { $0.place == .over } }

    var outcomes: [[ModelOutcome]] { state.workers.map(\.outcomes) }

    var choices: [Choice] {
        var choices: [Choice] = []
        let busy = state.workers.count { $0.hasPoolThread }
        for worker in state.workers {
            switch worker.place {
            case .running: choices.append(.run(worker.name))
            case .parked: if worker.verdict != nil { choices.append(.run(worker.name)) }
            case .ready:
                if !worker.usesPool || busy < setup.pool { choices.append(.run(worker.name)) }
            case .suspended:
                if worker.kind == .task, state.cancellations < setup.cancellations,
                    case .instance = worker.wait
                {
                    choices.append(.cancel(worker.name))
                }
            case .over: break
            }
        }
        if state.mutations > 0, !isOver { choices.append(.mutate) }
        return choices
    }

    mutating func advance(_ choice: Choice) {
        switch choice {
        case .mutate: mutate()
        case .cancel(let name):
            state.cancellations += 1
            note("\(name) is cancelled")
            cancel(name)
        case .run(let name):
            if self[name].place != .running { note("\(name) goes on") }
            self[name].place = .running
            act(name)
            while !setup.isFine, isLocal(name) { act(name) }
        }
        check()
        if isOver { checkEnd() }
    }

    private mutating func mutate() {
        state.mutations -= 1
        switch setup.mutations[setup.mutations.count - 1 - state.mutations] {
        case .reset:
            note("reset")
            for index in state.published.indices { state.published[index] = nil }
        case .replace(let definition):
            note("replaces \(ModelGraph.name(definition))")
            state.published[definition] = nil
            state.generation[definition] += 1
        case .close:
            note("closes")
            state.isClosing = true
            closeIfPossible()
        }
    }

    func cell(_ definition: Int) -> UInt {
        UInt(1 + definition + 100 * state.generation[definition])
    }

    // MARK: Commits and drops

    mutating func commit(_ ids: [ID]) {
        wakeStubborn(ids)
        state.committed.formUnion(ids)
        for id in ids {
            guard let instance = state.instances.removeValue(forKey: id) else { continue }
            note("   committed \(ModelGraph.name(instance.definition))#\(id)")
            if !instance.isFinished { violate("\(id) was committed before its steps were done") }
            if !Set(instance.holds).isSubset(of: state.committed) {
                violate("\(id) was committed before what it holds, \(instance.holds)")
            }
            if state.isClosed { violate("\(id) was committed in a container that is closed") }
            guard instance.isKept,
                instance.generation == state.generation[instance.definition]
            else { continue }
            if state.published[instance.definition] != nil {
                violate("\(ModelGraph.name(instance.definition)) has two visible instances")
            }
            state.published[instance.definition] = id
        }
        closeIfPossible()
    }

    mutating func drop(_ ids: [ID]) {
        wakeStubborn(ids)
        for id in ids where state.instances.removeValue(forKey: id) != nil {
            note("   dropped #\(id)")
        }
        closeIfPossible()
    }

    /// Workers with a wait that the ledger does not allow request again.
    private mutating func wakeStubborn(_ ids: [ID]) {
        for worker in state.workers where worker.isStubborn {
            guard case .instance(let id) = worker.wait, ids.contains(id) else { continue }
            self[worker.name].isStubborn = false
            self[worker.name].verdict = .retry
        }
    }

    private mutating func closeIfPossible() {
        if state.isClosing, state.instances.isEmpty { state.isClosed = true }
    }
}

// SPDX-License-Identifier: MIT

@testable import Mortise

/// A small dependency graph to walk through: what each definition's factory and step ask for.
struct ModelGraph: Hashable, CustomStringConvertible {
    struct Definition: Hashable {
        var factory: [Int] = []
        var step: [Int] = []
        var factoryThrows = false
        var stepThrows = false
        /// Goes on without what it asked for and did not get, like `try?`.
        var handlesFailures = false
    }

    var definitions: [Definition]

    var description: String {
        definitions.enumerated().map { index, definition in
            "\(index): factory \(definition.factory)\(definition.factoryThrows ? " throws" : "")"
                + " step \(definition.step)\(definition.stepThrows ? " throws" : "")"
        }.joined(separator: "; ")
    }
}

/// Several sessions resolving roots of one graph, one ledger input at a time.
///
/// The sessions are interpreted: each has an explicit stack of what it is building, so that every
/// interleaving of their inputs can be explored from copies of this value.
struct LedgerModel: Hashable {
    enum Failure: Hashable {
        case cycle
        case thrown(by: Int)
    }

    enum Outcome: Hashable {
        case instance
        case failure(Failure)
    }

    typealias Ledger = ConstructionLedger<Failure>

    private enum Stage: Hashable {
        case factory
        case postponedSteps
        case step
        case completion
    }

    private struct Postponed: Hashable {
        let definition: Int
        let id: Int
    }

    private struct Frame: Hashable {
        let definition: Int
        let id: Int
        var stage = Stage.factory
        var next = 0
        var postponed: [Postponed] = []
        /// Runs a postponed step only: the instance was handed on long ago.
        var isRerun = false
    }

    private struct Session: Hashable {
        let root: Int
        var frames: [Frame] = []
        var isParked = false
        var result: Outcome?
        var instance: Int?
    }

    let graph: ModelGraph
    private var ledger = Ledger()
    private var sessions: [Session]
    private var published: [Int: Int] = [:]
    private var generation: [Int: Int] = [:]
    private var definitionOf: [Int: Int] = [:]
    private var generationOf: [Int: Int] = [:]
    private var holds: [Int: [Int]] = [:]
    private var everCommitted: Set<Int> = []
    private var removals: [Int]
    private(set) var violations: [String] = []
    private(set) var inputs = 0

    init(_ graph: ModelGraph, roots: [Int], removing removals: [Int] = []) {
        self.graph = graph
        sessions = roots.map { Session(root: $0) }
        self.removals = removals
    }

    // MARK: What can happen next

    var isOver: Bool { sessions.allSatisfy { $0.result != nil } }

    /// Whether the ledger has forgotten everything.
    var isForgotten: Bool { ledger.constructions.isEmpty && ledger.inFlight.isEmpty }

    var outcomes: [Outcome] { sessions.compactMap(\.result) }

    /// The sessions that can take a step now; the number after the last stands for a removal.
    var choices: [Int] {
        var all = sessions.indices.filter { index in
            sessions[index].result == nil
                && (!sessions[index].isParked
                    || ledger.sessions[UInt(index)]?.verdict != nil)
        }
        if !removals.isEmpty && !isOver { all.append(sessions.count) }
        return all
    }

    mutating func advance(_ choice: Int) {
        inputs += 1
        if choice == sessions.count { return remove() }
        if sessions[choice].isParked { resume(choice) } else { run(choice) }
        _ = ledger.takeWoken()
        checkThatHalfBuiltIsNotShared()
    }

    /// Forgets how it was reached, so that equal situations are explored once.
    var situation: LedgerModel {
        var copy = self
        copy.inputs = 0
        return copy
    }

    private mutating func remove() {
        let definition = removals.removeFirst()
        published[definition] = nil
        generation[definition, default: 0] += 1
    }

    private func cell(_ definition: Int) -> UInt {
        UInt(definition + 100 * generation[definition, default: 0])
    }

    // MARK: One session

    private mutating func run(_ index: Int) {
        guard let frame = sessions[index].frames.last else {
            return ask(for: sessions[index].root, index)
        }
        let definition = graph.definitions[frame.definition]
        switch frame.stage {
        case .factory:
            if frame.next < definition.factory.count {
                ask(for: definition.factory[frame.next], index)
            } else if definition.factoryThrows {
                fail(index, .thrown(by: frame.definition))
            } else {
                ledger.instanceExists(frame.id)
                change(index) { $0.stage = .postponedSteps }
            }
        case .postponedSteps:
            if let first = frame.postponed.first {
                change(index) { $0.postponed.removeFirst() }
                // What it needs may have failed in the meantime: it is dropped already.
                guard ledger.isUncommitted(first.id) else { return }
                _ = ledger.stepBegins(in: UInt(index), for: first.id)
                sessions[index].frames.append(
                    Frame(
                        definition: first.definition,
                        id: first.id,
                        stage: .step,
                        isRerun: true
                    )
                )
            } else {
                _ = ledger.stepBegins(in: UInt(index), for: frame.id)
                change(index) {
                    $0.stage = .step
                    $0.next = 0
                }
            }
        case .step:
            if frame.next < definition.step.count {
                ask(for: definition.step[frame.next], index)
            } else if definition.stepThrows {
                fail(index, .thrown(by: frame.definition))
            } else {
                ledger.stepEnds(in: UInt(index))
                change(index) { $0.stage = .completion }
            }
        case .completion:
            switch ledger.complete(frame.id) {
            case .committed(let ids):
                commit(ids)
                handOver(index, frame.id)
            case .early: handOver(index, frame.id)
            case .wait: sessions[index].isParked = true
            case .verdict(let verdict): proceed(index, verdict)
            }
        }
    }

    private mutating func change(_ index: Int, _ body: (inout Frame) -> Void) {
        body(&sessions[index].frames[sessions[index].frames.count - 1])
    }

    private mutating func ask(for definition: Int, _ index: Int) {
        if let instance = published[definition] { return receive(index, instance) }
        switch ledger.request(cell(definition), by: UInt(index)) {
        case .construct(let id):
            definitionOf[id] = definition
            generationOf[id] = generation[definition, default: 0]
            sessions[index].frames.append(Frame(definition: definition, id: id))
        case .wait: sessions[index].isParked = true
        case .verdict(let verdict): proceed(index, verdict)
        }
    }

    private mutating func resume(_ index: Int) {
        sessions[index].isParked = false
        proceed(index, ledger.resume(UInt(index)))
    }

    private mutating func proceed(_ index: Int, _ verdict: Ledger.Verdict) {
        let isCompleting = sessions[index].frames.last?.stage == .completion
        switch verdict {
        case .committed(let id), .early(let id):
            if isCompleting { handOver(index, id) } else { receive(index, id) }
        case .released:
            guard let id = sessions[index].frames.last?.id else { return }
            ledger.released(id)
            handOver(index, id)
        case .postpone(let until): postpone(index, until)
        case .cycle: failRequest(index, .cycle)
        case .failed(let failure):
            if isCompleting { fail(index, failure) } else { failRequest(index, failure) }
        case .retry: return
        }
    }

    /// The innermost frame gets an instance it asked for.
    private mutating func receive(_ index: Int, _ instance: Int) {
        guard let holder = sessions[index].frames.last else {
            sessions[index].result = .instance
            sessions[index].instance = instance
            if !everCommitted.contains(instance) {
                violations.append("\(instance) left half-built")
            }
            ledger.end(UInt(index))
            return
        }
        holds[holder.id, default: []].append(instance)
        change(index) { $0.next += 1 }
    }

    /// The innermost frame is done, and hands its instance to the frame around it.
    private mutating func handOver(_ index: Int, _ id: Int) {
        let frame = sessions[index].frames.removeLast()
        if !frame.isRerun { receive(index, id) }
    }

    private mutating func postpone(_ index: Int, _ until: Int) {
        var orphans: [Postponed] = []
        while let frame = sessions[index].frames.last, frame.stage == .factory {
            orphans += frame.postponed
            ledger.abandon(frame.id)
            sessions[index].frames.removeLast()
        }
        guard let frame = sessions[index].frames.last,
            let target = sessions[index].frames.firstIndex(where: { $0.id == until && !$0.isRerun })
        else { return violations.append("nothing to postpone") }
        sessions[index].frames[target].postponed += orphans
        if let failure = ledger.postpone(frame.id) { return fail(index, failure) }
        ledger.stepEnds(in: UInt(index))
        sessions[index].frames[target].postponed.append(
            Postponed(definition: frame.definition, id: frame.id)
        )
        sessions[index].frames.removeLast()
        guard !frame.isRerun else { return }
        if let failure = ledger.hold(frame.id, in: UInt(index)) { return fail(index, failure) }
        receive(index, frame.id)
    }

    /// What the innermost frame asked for failed.
    private mutating func failRequest(_ index: Int, _ failure: Failure) {
        guard let frame = sessions[index].frames.last,
            graph.definitions[frame.definition].handlesFailures
        else { return fail(index, failure) }
        change(index) { $0.next += 1 }
    }

    /// The innermost frame fails, and those around it up to one that goes on without it.
    private mutating func fail(_ index: Int, _ failure: Failure) {
        while let frame = sessions[index].frames.popLast() {
            if frame.stage == .step { ledger.stepEnds(in: UInt(index)) }
            _ = ledger.fail(frame.id, with: failure)
            for postponed in frame.postponed { _ = ledger.fail(postponed.id, with: failure) }
            if !frame.isRerun, let around = sessions[index].frames.last,
                graph.definitions[around.definition].handlesFailures
            {
                return change(index) { $0.next += 1 }
            }
        }
        sessions[index].result = .failure(failure)
        ledger.end(UInt(index))
    }

    // MARK: What must hold

    private mutating func commit(_ ids: [Int]) {
        everCommitted.formUnion(ids)
        for id in ids {
            if !Set(holds[id] ?? []).isSubset(of: everCommitted) {
                violations.append("\(id) was committed before what it holds")
            }
            guard let definition = definitionOf[id],
                generationOf[id] == generation[definition, default: 0]
            else { continue }
            if published[definition] != nil {
                violations.append("definition \(definition) has two visible instances")
            }
            published[definition] = id
        }
    }

    private mutating func checkThatHalfBuiltIsNotShared() {
        for (id, construction) in ledger.constructions {
            let owner = Int(construction.session)
            guard isRunning(owner) else { continue }
            for needed in construction.needs {
                guard let other = ledger.constructions[needed], other.phase == .injecting,
                    other.session != construction.session, isRunning(Int(other.session))
                else { continue }
                violations.append("\(needed) is used by two running sessions, through \(id)")
            }
        }
    }

    private func isRunning(_ index: Int) -> Bool {
        sessions[index].result == nil && ledger.sessions[UInt(index)]?.isParked != true
            && !sessions[index].isParked
    }
}

// SPDX-License-Identifier: MIT

@testable import Mortise

// The part of `ConstructionSite` and `Session`.

extension LedgerModel {
    var isForgotten: Bool { state.ledger.isEmpty }

    /// The session of a worker.
    mutating func session(_ name: Int) -> Ledger.SessionID {
        if let session = self[name].session { return session }
        let isTask = self[name].isTask
        let isSame = setup.shell.namesSessionsByThread && !isTask
        state.ledger.lastSession = 100 * name + (isSame ? 0 : self[name].outcomes.count)
        let session = state.ledger.open(isTask ? .suspending : .parking)
        state.ledger.lastSession = 0
        self[name].session = session
        return session
    }

    mutating func end(_ name: Int, _ outcome: ModelOutcome) {
        if let session = self[name].session {
            let lost = state.ledger.end(session)
            drop(Array(lost))
        }
        self[name].session = nil
        self[name].answers = [:]
        self[name].wasCancelled = false
        if case .build = self[name].kind {
            note("\(name) is over")
            state.workers.removeAll { $0.name == name }
            return
        }
        note("\(name) ends: \(outcome)")
        self[name].outcomes.append(outcome)
        if self[name].outcomes.count == self[name].roots.count { self[name].place = .over }
    }

    mutating func wakeOthers() {
        for woken in state.ledger.takeWoken() {
            let verdict = woken.verdict
            guard let index = state.workers.firstIndex(where: { $0.session == woken.session })
            else {
                violate("\(verdict) for nobody")
                continue
            }
            state.workers[index].verdict = verdict
            if woken.isForgotten { state.workers[index].session = nil }
            if state.workers[index].place == .suspended { state.workers[index].place = .ready }
            note("   \(state.workers[index].name) gets \(verdict)")
        }
    }

    /// Begins a construction, under a number that does not depend on other workers.
    mutating func numbered<Result>(_ name: Int, _ body: (inout Ledger) -> Result) -> Result {
        state.ledger.lastID = name * 1000 + self[name].begun
        let result = body(&state.ledger)
        if state.ledger.lastID != name * 1000 + self[name].begun { self[name].begun += 1 }
        state.ledger.lastID = 0
        return result
    }

    // MARK: Requests

    mutating func ask(for definition: Int, _ name: Int) {
        note("\(name) asks for \(ModelGraph.name(definition))")
        if let id = state.published[definition] { return receive(name, id) }
        if let id = self[name].answers[definition] { return receive(name, id) }
        if graph.definitions[definition].isAsync {
            let session = session(name)
            if let verdict = state.ledger.instance(in: cell(definition), for: session) {
                return goOn(name, verdict)
            }
            let isTask = self[name].isTask
            let signal: ModelWorker.Signal =
                isTask
                ? .await(.definition(definition)) : .failure(.needsAsync, isHandleable: true)
            return raise(signal, name)
        }
        let session = session(name)
        let cell = cell(definition)
        switch numbered(name, { $0.request(cell, by: session) }) {
        case .construct(let id):
            guard !state.isClosing else {
                state.ledger.abandon(id)
                return raise(.failure(.closed, isHandleable: true), name)
            }
            begin(id, definition, of: name, session)
            self[name].frames.append(ModelWorker.Frame(definition: definition, id: id))
        case .wait: park(name, .instance(state.ledger.inFlight[cell] ?? 0))
        case .verdict(let verdict):
            self[name].wait = state.ledger.inFlight[cell].map { .instance($0) }
            goOn(name, verdict)
        case .unwind(let id):
            guard setup.shell.parksPoolThreads else {
                return raise(.await(.instance(definition)), name)
            }
            switch state.ledger.join(id, by: session) {
            case .wait: park(name, .instance(id))
            case .verdict(let verdict): goOn(name, verdict)
            case .construct, .unwind: violate("asked for what is there")
            }
        }
    }

    mutating func begin(
        _ id: ID,
        _ definition: Int,
        of name: Int,
        _ session: Ledger.SessionID
    ) {
        note("   \(name) builds \(ModelGraph.name(definition))#\(id)")
        state.instances[id] = Instance(
            definition: definition,
            generation: state.generation[definition],
            worker: name,
            session: session
        )
    }

    mutating func park(_ name: Int, _ wait: ModelWorker.Wait) {
        note("   \(name) parks for \(wait)")
        self[name].place = .parked
        self[name].wait = wait
    }

    mutating func suspend(_ name: Int, _ wait: ModelWorker.Wait) {
        note("   \(name) suspends for \(wait)")
        self[name].place = .suspended
        self[name].wait = wait
    }

    mutating func goOn(_ name: Int, _ verdict: Ledger.Verdict) {
        let wait = self[name].wait
        self[name].wait = nil
        if self[name].awaited != nil { return arrive(name, verdict) }
        let isCompleting = self[name].frames.last?.stage == .completion
        switch verdict {
        case .committed(let id), .early(let id):
            if isCompleting { handOver(name, id) } else { receive(name, id) }
        case .postpone(let until):
            guard self[name].frames.contains(where: { $0.id == until && !$0.isAsync }) else {
                return raise(.failure(.cycle, isHandleable: true), name)
            }
            if setup.remakesInCycles {
                remake(asked(by: name), name)
            } else {
                raise(.postponement(until: until), name)
            }
        case .cycle: raise(.failure(.cycle, isHandleable: true), name)
        case .failed(let failure):
            raise(.failure(failure, isHandleable: !isCompleting), name)
        case .needsAsync:
            guard setup.shell.threadsWaitForTasks, let wait else {
                return raise(.failure(.needsAsync, isHandleable: true), name)
            }
            self[name].isStubborn = true
            park(name, wait)
        case .retry:
            if isCompleting, let id = self[name].frames.last?.id { handOver(name, id) }
        }
    }

    // MARK: Building again

    /// The definition that the innermost code requests.
    private func asked(by name: Int) -> Int {
        guard let frame = self[name].frames.last else {
            return self[name].roots[self[name].outcomes.count]
        }
        let definition = graph.definitions[frame.definition]
        return (frame.stage == .factory ? definition.factory : definition.step)[frame.next]
    }

    /// Makes an instance again, although a factory is making it.
    private mutating func remake(_ definition: Int, _ name: Int) {
        let session = session(name)
        let cell = cell(definition)
        guard let new = numbered(name, { $0.beginAgain(cell, by: session) }) else {
            return ask(for: definition, name)
        }
        begin(new, definition, of: name, session)
        self[name].frames.append(ModelWorker.Frame(definition: definition, id: new))
    }

    /// Whether another instance has replaced that of a frame whose factory has returned.
    func isReplaced(_ frame: ModelWorker.Frame) -> Bool {
        state.ledger.constructions[frame.id]?.successor != nil
    }

    /// Gives up the innermost frame, and requests the other instance.
    mutating func askForOther(_ name: Int, _ frame: ModelWorker.Frame) {
        note("\(name) gives up \(ModelGraph.name(frame.definition))#\(frame.id)")
        state.ledger.abandon(frame.id)
        drop([frame.id])
        self[name].frames.removeLast()
        ask(for: frame.definition, name)
    }

    mutating func complete(_ name: Int, _ frame: ModelWorker.Frame) {
        note("\(name) \(ModelGraph.name(frame.definition))#\(frame.id) is complete")
        state.instances[frame.id]?.isFinished = true
        switch state.ledger.complete(frame.id, isHandedOut: !frame.isRerun) {
        case .committed(let ids):
            commit(ids)
            handOver(name, frame.id)
        case .early: handOver(name, frame.id)
        case .wait:
            if frame.isAsync {
                suspend(name, .commit(frame.id))
            } else {
                park(name, .commit(frame.id))
            }
        case .unwind:
            guard setup.shell.parksPoolThreads else {
                return raise(.await(.commit(id: frame.id)), name)
            }
            switch state.ledger.awaitCommit(frame.id, isHandedOut: !frame.isRerun) {
            case .wait: park(name, .commit(frame.id))
            case .verdict(let verdict): goOn(name, verdict)
            case .construct, .unwind: violate("completed what is there")
            }
        case .verdict(let verdict): goOn(name, verdict)
        }
    }
}

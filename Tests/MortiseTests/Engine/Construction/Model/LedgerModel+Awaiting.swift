// SPDX-License-Identifier: MIT

@testable import Mortise

// The part of a task between two synchronous attempts.

extension LedgerModel {
    /// Leaves an attempt, frame by frame: uncompleted constructions are dropped.
    mutating func leaveAttempt(_ name: Int, _ awaited: ModelWorker.Awaited) {
        if let frame = self[name].frames.last, !frame.isAsync {
            self[name].frames.removeLast()
            for postponed in frame.postponed { drop(state.ledger.unwound(postponed.id)) }
            guard frame.stage != .completion else { return }
            if frame.stage == .step { state.ledger.stepEnds(in: session(name)) }
            drop(state.ledger.unwound(frame.id))
            return
        }
        if let frame = self[name].frames.last, frame.stage == .step {
            state.ledger.stepEnds(in: session(name))
            forgetStep(of: frame.id)
            change(name) { $0.next = 0 }
        }
        self[name].signal = nil
        self[name].awaited = awaited
    }

    /// The task starts to await something.
    mutating func startAwaiting(_ name: Int, _ awaited: ModelWorker.Awaited) {
        if self[name].isCancelled { return stopAwaiting(name, .cancelled) }
        note("\(name) awaits \(awaited)")
        switch awaited {
        case .definition(let definition):
            if let id = state.published[definition] { return answer(name, definition, id) }
            if let known = state.ledger.inFlight[cell(definition)] {
                return join(name, known)
            }
            guard !state.isClosing else { return stopAwaiting(name, .closed) }
            join(name, startBuild(definition))
        case .instance(let definition):
            // The session that builds it by now.
            guard state.published[definition] == nil,
                let id = state.ledger.inFlight[cell(definition)]
            else { return attemptAgain(name) }
            join(name, id)
        case .commit(let id):
            wait(name, state.ledger.awaitCommit(id), .commit(id))
        }
    }

    private mutating func join(_ name: Int, _ id: ID) {
        self[name].isLate = state.cancelledBuilds.contains(id)
        let session = session(name)
        wait(name, state.ledger.join(id, by: session), .instance(id))
    }

    private mutating func wait(_ name: Int, _ answer: Ledger.Answer, _ wait: ModelWorker.Wait) {
        switch answer {
        case .wait: suspend(name, wait)
        case .verdict(let verdict): arrive(name, verdict)
        case .construct, .unwind: violate("asked for what is there")
        }
    }

    mutating func arrive(_ name: Int, _ verdict: Ledger.Verdict) {
        if self[name].gaveUp {
            self[name].gaveUp = false
            return stopAwaiting(name, .cancelled)
        }
        guard let awaited = self[name].awaited else { return }
        switch (verdict, awaited) {
        case (.committed(let id), .definition(let definition)),
            (.committed(let id), .instance(let definition)):
            answer(name, definition, id)
        // The next attempt requests it again, and gets it then.
        case (.early, _), (.committed, .commit): attemptAgain(name)
        case (.postpone, _), (.cycle, _): stopAwaiting(name, .cycle)
        case (.needsAsync, _): violate("a task needs something asynchronous")
        case (.failed(let failure), _):
            // A cancelled request fails for itself: a later one tries again.
            if self[name].isLate { attemptAgain(name) } else { stopAwaiting(name, failure) }
        case (.retry, _): attemptAgain(name)
        }
    }

    private mutating func answer(_ name: Int, _ definition: Int, _ id: ID) {
        self[name].answers[definition] = id
        attemptAgain(name)
    }

    private mutating func attemptAgain(_ name: Int) {
        self[name].awaited = nil
        guard let frame = self[name].frames.last, frame.stage == .step else { return }
        beginStep(name)
    }

    private mutating func stopAwaiting(_ name: Int, _ failure: ModelFailure) {
        self[name].awaited = nil
        let isInStep = self[name].frames.last?.stage == .step
        // The attempt of a step has ended already.
        if isInStep { change(name) { $0.stage = .postponedSteps } }
        raise(.failure(failure, isHandleable: !isInStep), name)
    }

    private mutating func startBuild(_ definition: Int) -> ID {
        let build = 10 * (definition + 1) + state.builds[definition]
        state.builds[definition] += 1
        state.workers.append(ModelWorker(name: build, kind: .build(definition), roots: []))
        state.workers.sort { $0.name < $1.name }
        let cell = cell(definition)
        let session = session(build)
        let id = numbered(build) { $0.begin(in: session, cell: cell, isAsync: true) }
        begin(id, definition, of: build, session)
        var frame = ModelWorker.Frame(definition: definition, id: id)
        frame.isAsync = true
        self[build].frames = [frame]
        return id
    }

    mutating func cancel(_ name: Int) {
        self[name].isCancelled = true
        guard self[name].place == .suspended, case .instance = self[name].wait else { return }
        self[name].gaveUp = true
        self[name].wasCancelled = true
        self[name].verdict = .retry
        self[name].place = .ready
        note("\(name) gives up")
        let abandoned = state.ledger.giveUp(session(name))
        wakeOthers()
        guard let abandoned, state.ledger.constructions[abandoned]?.isLeftBehind == false,
            let build = state.instances[abandoned]?.worker,
            case .build = self[build].kind
        else { return }
        state.cancelledBuilds.insert(abandoned)
        if self[build].frames.first?.id == abandoned { cancel(build) }
    }
}

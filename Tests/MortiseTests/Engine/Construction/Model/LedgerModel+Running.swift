// SPDX-License-Identifier: MIT

@testable import Mortise

// The part of a thread or a synchronous attempt, like `Request`.

extension LedgerModel {
    /// Whether a worker's next action concerns nobody else.
    func isLocal(_ name: Int) -> Bool {
        guard let worker = state.workers.first(where: { $0.name == name }),
            worker.place == .running, worker.verdict == nil, worker.awaited == nil
        else { return false }
        if worker.signal != nil { return true }
        guard let frame = worker.frames.last else { return false }
        let definition = graph.definitions[frame.definition]
        return switch frame.stage {
        case .factory: frame.next == definition.factory.count && !isReplaced(frame)
        case .postponedSteps: frame.postponed.isEmpty
        case .step: frame.next == definition.step.count
        case .completion: false
        }
    }

    /// Performs the next action.
    mutating func act(_ name: Int) {
        defer { wakeOthers() }
        if let verdict = self[name].verdict {
            self[name].verdict = nil
            return goOn(name, verdict)
        }
        if let signal = self[name].signal { return unwind(name, signal) }
        if let awaited = self[name].awaited { return startAwaiting(name, awaited) }
        guard let frame = self[name].frames.last else {
            return ask(for: self[name].roots[self[name].outcomes.count], name)
        }
        let definition = graph.definitions[frame.definition]
        switch frame.stage {
        case .factory:
            if frame.next < definition.factory.count {
                ask(for: definition.factory[frame.next], name)
            } else if definition.factoryThrows {
                raise(.failure(.thrown(by: frame.definition), isHandleable: false), name)
            } else if isReplaced(frame) {
                askForOther(name, frame)
            } else {
                note("\(name) factory of \(ModelGraph.name(frame.definition)) returns")
                state.ledger.instanceExists(frame.id)
                state.instances[frame.id]?.exists = true
                state.instances[frame.id]?.isKept =
                    state.ledger.constructions[frame.id]?.cell != nil
                let held = state.instances[frame.id]?.holds.count ?? 0
                state.instances[frame.id]?.heldByFactory = held
                change(name) { $0.stage = .postponedSteps }
            }
        case .postponedSteps:
            if let first = frame.postponed.first {
                change(name) { $0.postponed.removeFirst() }
                // Its dependency may have failed meanwhile: it is dropped already.
                guard state.ledger.isUncommitted(first.id) else { return }
                self[name].frames.append(
                    ModelWorker.Frame(
                        definition: first.definition,
                        id: first.id,
                        stage: .step,
                        isRerun: true
                    )
                )
                beginStep(name)
            } else {
                change(name) {
                    $0.stage = definition.hasStep ? .step : .completion
                    $0.next = 0
                }
                if definition.hasStep { beginStep(name) }
            }
        case .step:
            if frame.next < definition.step.count {
                ask(for: definition.step[frame.next], name)
            } else if definition.stepThrows {
                raise(.failure(.thrown(by: frame.definition), isHandleable: false), name)
            } else {
                state.ledger.stepEnds(in: session(name))
                change(name) { $0.stage = .completion }
            }
        case .completion: complete(name, frame)
        }
    }

    mutating func change(_ name: Int, _ body: (inout ModelWorker.Frame) -> Void) {
        body(&self[name].frames[self[name].frames.count - 1])
    }

    /// Drops what an instance's step has got so far; it will get it again.
    mutating func forgetStep(of id: ID) {
        guard let instance = state.instances[id] else { return }
        state.instances[id]?.holds.removeLast(instance.holds.count - instance.heldByFactory)
    }

    /// Starts the innermost frame's step from its beginning.
    mutating func beginStep(_ name: Int) {
        guard let frame = self[name].frames.last else { return }
        note("\(name) step of \(ModelGraph.name(frame.definition)) begins")
        _ = state.ledger.stepBegins(in: session(name), for: frame.id)
    }

    // MARK: Results of requests

    /// The innermost code gets a requested instance.
    mutating func receive(_ name: Int, _ instance: ID) {
        guard let holder = self[name].frames.last else {
            note("\(name) has got #\(instance)")
            if !state.committed.contains(instance) { violate("#\(instance) left half-built") }
            return end(name, .instance)
        }
        note("\(name) \(ModelGraph.name(holder.definition)) gets #\(instance)")
        state.instances[holder.id]?.holds.append(instance)
        change(name) { $0.next += 1 }
    }

    /// Ends the innermost frame, and hands its instance to the frame around it.
    mutating func handOver(_ name: Int, _ id: ID) {
        let frame = self[name].frames.removeLast()
        if frame.isAsync { return end(name, .instance) }
        if !frame.isRerun { receive(name, id) }
    }

    /// The innermost code gets a signal in place of an instance.
    mutating func raise(_ signal: ModelWorker.Signal, _ name: Int) {
        note("\(name) \(signal)")
        self[name].signal = signal
    }

    // MARK: Unwinding

    /// Unwinds the innermost frame, or ends the unwinding.
    private mutating func unwind(_ name: Int, _ signal: ModelWorker.Signal) {
        switch signal {
        case .failure(let failure, let isHandleable): fail(name, failure, isHandleable)
        case .postponement(let until): postpone(name, until)
        case .await(let awaited): leaveAttempt(name, awaited)
        }
    }

    private mutating func fail(_ name: Int, _ failure: ModelFailure, _ isHandleable: Bool) {
        guard let frame = self[name].frames.last else {
            self[name].signal = nil
            return end(name, .failure(failure))
        }
        if isHandleable, graph.definitions[frame.definition].handlesFailures {
            self[name].signal = nil
            return change(name) { $0.next += 1 }
        }
        self[name].frames.removeLast()
        if frame.stage == .step { state.ledger.stepEnds(in: session(name)) }
        drop(state.ledger.fail(frame.id, with: failure, isOwn: failure.isOwn))
        drop([frame.id])
        for postponed in frame.postponed {
            drop(state.ledger.fail(postponed.id, with: failure, isOwn: failure.isOwn))
        }
        if frame.isAsync {
            self[name].signal = nil
            return end(name, .failure(failure))
        }
        self[name].signal = .failure(failure, isHandleable: !frame.isRerun)
    }

    private mutating func postpone(_ name: Int, _ until: ID) {
        guard let frame = self[name].frames.last, !(frame.isAsync && frame.stage == .factory),
            let target = self[name].frames.firstIndex(where: { $0.id == until && !$0.isRerun })
        else {
            self[name].signal = nil
            return violate("nothing to postpone")
        }
        if frame.stage == .factory {
            self[name].frames[target].postponed += frame.postponed
            state.ledger.abandon(frame.id)
            drop([frame.id])
            self[name].frames.removeLast()
            return
        }
        self[name].signal = nil
        if let failure = state.ledger.postpone(frame.id) {
            return raise(.failure(failure, isHandleable: false), name)
        }
        state.ledger.stepEnds(in: session(name))
        forgetStep(of: frame.id)
        self[name].frames[target].postponed.append(
            ModelWorker.Postponed(definition: frame.definition, id: frame.id)
        )
        self[name].frames.removeLast()
        guard !frame.isRerun else { return }
        if let failure = state.ledger.hold(frame.id, in: session(name)) {
            return raise(.failure(failure, isHandleable: false), name)
        }
        receive(name, frame.id)
    }
}

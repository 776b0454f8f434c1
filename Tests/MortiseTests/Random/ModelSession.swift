// SPDX-License-Identifier: MIT

/// One outermost resolve of the model.
final class ModelSession {
    typealias Instance = ReferenceModel.Instance
    typealias Failure = ReferenceModel.Failure
    typealias Place = ReferenceModel.Place
    typealias Slot = ReferenceModel.Slot

    final class Frame {
        let definition: Plan.Definition
        let argument: Int?
        let view: Place
        /// The tag that it was requested with.
        let tag: Int?
        let construction: Construction?
        var isInFactory = true
        var isInStep = false
        /// Runs the rest of the steps only: the instance was handed on before.
        var isRerun = false

        init(
            _ definition: Plan.Definition,
            _ argument: Int?,
            _ view: Place,
            _ tag: Int?,
            _ construction: Construction?
        ) {
            self.definition = definition
            self.argument = argument
            self.view = view
            self.tag = tag ?? definition.name.tag
            self.construction = construction
        }
    }

    /// The rest of an instance's steps, which runs when a factory has returned.
    struct Waiting {
        var until: Frame
        let construction: Construction
        let run: () throws(Failure) -> Void
    }

    let model: ReferenceModel
    let operation: Int
    var report = ReferenceModel.Report()
    var frames: [Frame] = []
    /// The constructions that are being built, innermost last; the last one holds each result.
    var builders: [Construction] = []
    var constructions: [Construction] = []
    var inFlight: [Slot: Construction] = [:]
    var shared: [(slot: Slot, view: Place, construction: Construction)] = []
    var created: [(instance: Instance, construction: Construction?)] = []
    var unwinding: (step: Frame, until: Frame)?
    /// In the order of their first postponement.
    var waiting: [Waiting] = []
    private var budget = 1_500

    init(_ model: ReferenceModel, operation: Int) {
        self.model = model
        self.operation = operation
    }

    func run(_ need: Plan.Need, in place: Place) -> ReferenceModel.Report {
        defer {
            for construction in constructions { construction.needs = [] }
            waiting = []
        }
        do {
            report.result = .success(try resolve(need, view: place, tag: nil))
        } catch {
            report.result = .failure(error)
        }
        var hasSucceeded = false
        if case .success = report.result { hasSucceeded = true }
        for (instance, construction) in created.reversed() where instance.definition.callsBack {
            let isKept = construction.map { $0.isCommitted } ?? hasSucceeded
            if isKept { report.notified.append(instance) }
        }
        return report
    }

    // MARK: Requests

    /// Resolves a request.
    ///
    /// - Parameters:
    ///   - need: The request.
    ///   - view: The asked container.
    ///   - tag: The tag of the request that this one serves, for a request that inherits it.
    /// - Returns: The instance, or `nil` for an optional that nothing provides.
    /// - Throws: The failure.
    private func resolve(
        _ need: Plan.Need,
        view: Place,
        tag: Int?
    ) throws(Failure) -> Instance? {
        if unwinding != nil { throw .postponed }
        let name =
            need.isInheriting ? Plan.Name(type: need.name.type, tag: tag) : need.name
        let found = model.find(name, isInherited: need.isInheriting, from: view)
        guard let found else {
            if need.style == .optional { return nil }
            throw .missing
        }
        let argument = need.argument
        switch found {
        case .forward(let target):
            return try resolve(target, argument, view: view, forwardedFrom: name)
        case .definition(let definition, let owner):
            return try resolve(definition, argument, view, owner, tag: name.tag)
        }
    }

    /// Resolves what a forwarded name leads to.
    private func resolve(
        _ target: Plan.Name,
        _ argument: Int?,
        view: Place,
        forwardedFrom name: Plan.Name
    ) throws(Failure) -> Instance? {
        guard
            case .definition(let definition, let owner) =
                model.find(target, isInherited: false, from: view)
        else { throw .missing }
        return try resolve(definition, argument, view, owner, tag: target.tag ?? name.tag)
    }

    private func resolve(
        _ definition: Plan.Definition,
        _ argument: Int?,
        _ view: Place,
        _ owner: Place,
        tag: Int?
    ) throws(Failure) -> Instance? {
        switch definition.scope {
        case .unique: return try make(definition, argument, view, tag, nil)
        case .shared: return try makeShared(definition, argument, view, tag)
        default: return try makeCached(definition, argument, owner, tag)
        }
    }

    /// The result of one request of a factory or a step.
    private func get(_ need: Plan.Need, for frame: Frame) throws(Failure) -> Instance? {
        guard need.style == .forgiving else {
            return try resolve(need, view: frame.view, tag: frame.tag)
        }
        do {
            return try resolve(need, view: frame.view, tag: frame.tag)
        } catch {
            if error == .endless || error == .tooMuch { report.isOpen = true }
            return nil
        }
    }

    private func makeShared(
        _ definition: Plan.Definition,
        _ argument: Int?,
        _ view: Place,
        _ tag: Int?
    ) throws(Failure) -> Instance {
        let slot = Slot(id: definition.id, argument: argument)
        let known = shared.last {
            $0.slot == slot && $0.view === view && !$0.construction.hasFailed
        }
        if let construction = known?.construction, let instance = construction.instance {
            try hold(construction)
            return instance
        }
        let making = frames.last {
            $0.definition.id == definition.id && $0.argument == argument && $0.view === view
                && $0.isInFactory
        }
        if let making {
            do throws(Failure) {
                try close(making)
            } catch {
                // A constructor cycle without cached instances: found by its depth, some rounds later.
                throw error == .cycle ? .endless : error
            }
        }
        return try make(definition, argument, view, tag, begin(nil))
    }

    private func makeCached(
        _ definition: Plan.Definition,
        _ argument: Int?,
        _ owner: Place,
        _ tag: Int?
    ) throws(Failure) -> Instance {
        let slot = Slot(id: definition.id, argument: argument)
        if let instance = model.cached(slot) { return instance }
        guard let construction = inFlight[slot] else {
            let construction = begin(slot)
            inFlight[slot] = construction
            return try make(definition, argument, owner, tag, construction)
        }
        if let instance = construction.instance {
            try hold(construction)
            return instance
        }
        guard let making = frames.last(where: { $0.construction === construction }) else {
            throw .cycle
        }
        try close(making)
        throw .cycle
    }

    /// Handles a request for an instance in its factory: a step in between can wait, or it is a cycle.
    private func close(_ making: Frame) throws(Failure) {
        guard let position = frames.firstIndex(where: { $0 === making }),
            let step = frames[(position + 1)...].last(where: \.isInStep)
        else { throw .cycle }
        unwinding = (step, making)
        report.hasPostponed = true
        throw .postponed
    }

    // MARK: Making

    private func begin(_ slot: Slot?) -> Construction {
        let construction = Construction(slot)
        constructions.append(construction)
        return construction
    }

    private func make(
        _ definition: Plan.Definition,
        _ argument: Int?,
        _ view: Place,
        _ tag: Int?,
        _ construction: Construction?
    ) throws(Failure) -> Instance {
        budget -= 1
        if budget < 0 { throw .tooMuch }
        if frames.count > 120 { throw .endless }
        let frame = Frame(definition, argument, view, tag, construction)
        let mark = created.count
        frames.append(frame)
        if let construction { builders.append(construction) }
        defer {
            frames.removeLast()
            if construction != nil { builders.removeLast() }
        }
        do throws(Failure) {
            let instance = try callFactory(frame)
            created.append((instance, construction ?? builders.last))
            if let construction {
                construction.instance = instance
                if definition.scope == .shared {
                    let slot = Slot(id: definition.id, argument: argument)
                    shared.append((slot, view, construction))
                }
            }
            frame.isInFactory = false
            try runWaiting(for: frame)
            if try runSteps(of: instance, frame, from: 0, construction) {
                if let construction { try complete(construction) }
            }
            return instance
        } catch {
            unwind(frame, construction, error, since: mark)
            throw error
        }
    }

    private func callFactory(_ frame: Frame) throws(Failure) -> Instance {
        let definition = frame.definition
        report.runs.append(definition.id)
        let instance = Instance(definition, frame.argument)
        model.note(instance)
        for need in definition.needs {
            instance.needs.append(try get(need, for: frame))
        }
        if definition.factoryFailures.contains(operation) {
            throw unwinding == nil ? .factory : .postponed
        }
        if unwinding != nil { throw .postponed }
        return instance
    }

    /// Runs steps.
    ///
    /// - Returns: Whether they are done; otherwise the rest waits for a factory.
    private func runSteps(
        of instance: Instance,
        _ frame: Frame,
        from first: Int,
        _ construction: Construction?
    ) throws(Failure) -> Bool {
        for index in instance.definition.steps.indices where index >= first {
            frame.isInStep = true
            do {
                try runStep(index, of: instance, frame)
                frame.isInStep = false
            } catch {
                frame.isInStep = false
                guard let (step, until) = unwinding, step === frame else { throw error }
                unwinding = nil
                try wait(instance, frame, from: index, construction, until: until)
                return false
            }
        }
        return true
    }

    private func runStep(_ index: Int, of instance: Instance, _ frame: Frame) throws(Failure) {
        let definition = instance.definition
        var properties: [Instance?] = []
        for need in definition.steps[index] {
            properties.append(try get(need, for: frame))
        }
        instance.properties[index] = properties
        let isLast = index == definition.steps.count - 1
        if isLast, definition.stepFailures.contains(operation) {
            throw unwinding == nil ? .step : .postponed
        }
        if unwinding != nil { throw .postponed }
    }

    /// Postpones the rest of the steps until a factory has returned.
    private func wait(
        _ instance: Instance,
        _ frame: Frame,
        from index: Int,
        _ construction: Construction?,
        until target: Frame
    ) throws(Failure) {
        // The construction around it must not be committed before that.
        let watched = construction ?? begin(nil)
        watched.instance = instance
        if let doom = watched.doom { throw doom }
        watched.isWaiting = true
        if !frame.isRerun {
            (construction == nil ? builders.last : builders.dropLast().last)?.needs.append(watched)
        }
        waiting.append(
            Waiting(until: target, construction: watched) { [self] () throws(Failure) in
                watched.isWaiting = false
                let again = Frame(
                    frame.definition,
                    frame.argument,
                    frame.view,
                    frame.tag,
                    watched
                )
                again.isInFactory = false
                again.isRerun = true
                frames.append(again)
                builders.append(watched)
                defer {
                    frames.removeLast()
                    builders.removeLast()
                }
                if try runSteps(of: instance, again, from: index, watched) {
                    try complete(watched, isHandedOut: false)
                }
            }
        )
    }

    /// Runs the steps that waited for a frame's factory.
    private func runWaiting(for frame: Frame) throws(Failure) {
        while let index = waiting.firstIndex(where: { $0.until === frame }) {
            let step = waiting.remove(at: index)
            // Its construction may have failed meanwhile.
            if step.construction.hasFailed { continue }
            do throws(Failure) {
                try step.run()
            } catch {
                fail(step.construction, error)
                throw error
            }
        }
    }
}

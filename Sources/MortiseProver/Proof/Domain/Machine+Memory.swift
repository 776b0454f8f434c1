// SPDX-License-Identifier: MIT

import MortiseGraph

// What variables and containers hold where the machine is, with what other code may have done.
extension Machine {
    /// What a variable holds.
    func read(_ cell: Cell) -> Value? {
        guard var now = state, let own = now[cell] else {
            // It may have run before, and have made what is there.
            return state == nil ? nil : foreign(cell, isAgain: true)
        }
        var value = own
        if isShared(cell) {
            if let later = now.later, !later.cells.contains(cell), !isOwn(cell) {
                memory.lookers.insert(later.number)
                now.later?.cells.insert(cell)
                if let other = previous.after[later.number]?.cells[cell] {
                    value = joined(value, madeBefore(other))
                }
                now[cell] = value
                state = now
            }
            value = joined(value, foreign(cell) ?? value)
        }
        return memory.weak.contains(cell) ? joined(value, .none) : value
    }

    /// What code that may run at any time writes to a variable.
    private func foreign(_ cell: Cell, isAgain: Bool = false) -> Value? {
        var values: [Value] = []
        for (number, effects) in effects where isAgain || number != running?.number {
            guard let value = effects.cells[cell], state?.accesses.mayRun(number) ?? false else {
                continue
            }
            values.append(value)
        }
        return values.isEmpty ? nil : madeBefore(any(of: values))
    }

    /// A value that other code has left: what the code that runs has made itself is not in it, but what
    /// it has made when it ran before.
    private func madeBefore(_ value: Value) -> Value {
        guard let running else { return value }
        return value.renamed { origin in
            let isThere = state?[origin] != nil || state?.objects.contains(origin) ?? false
            return isThere && !running.isShared(origin) ? origin.old : origin
        } replacing: { value in
            let code: (key: Escape.Key, seen: Environment)
            switch value {
            case .closure(let closure): code = (.closure(closure), closure.environment)
            case .localFunction(let function, let seen): code = (.local(function, seen), seen)
            default: return value
            }
            let seesOwn = code.seen.cells.contains {
                $0.isLocal && !$0.isSelf && running.start[$0] == nil && state?[$0] != nil
            }
            guard seesOwn else { return value }
            letRun(code.key)
            return .unknown
        }
    }

    /// Notes that a property of some instance holds a value.
    func keep(_ value: Value, in property: String) {
        let value = value.withoutFacts
        if memory.tainted.contains(property) {
            escape(value, "a key path leads to it", at: frame.place)
        }
        let known = round.properties[property]
        round.properties[property] = joined(known, value)
    }

    /// What a property of an instance may hold that is not known.
    func anyValue(of property: String) -> Value {
        let all = [round.properties[property], previous.properties[property]].compactMap { $0 }
        return all.isEmpty ? .unknown : any(of: all).assigned
    }

    /// The pieces of escaped code that may run from here on, and look at what changes.
    private var listeners: Set<Int> {
        guard let accesses = state?.accesses else { return [] }
        return memory.lookers.filter(accesses.mayRun)
    }

    func isShared(_ cell: Cell) -> Bool { cell.isShared || memory.captured.contains(cell) }

    /// Whether the escaped code that runs made it itself.
    private func isOwn(_ cell: Cell) -> Bool {
        guard let running else { return false }
        return switch cell {
        case .field(let origin, _): !running.isShared(origin)
        case .local: running.start[cell] == nil
        case .global: false
        }
    }

    /// Makes a variable hold a value.
    func write(_ value: Value, to cell: Cell) {
        guard state != nil else { return }
        var value = value
        if case .field(let origin, _) = cell, isSummary(origin), let old = state?[cell] {
            value = joined(old, value)
        }
        if case .field(_, let property) = cell, program.variables[property] != nil {
            keep(value, in: property)
        }
        if isShared(cell) {
            // They run after other tests.
            let value = listeners.isEmpty && running == nil ? value : value.withoutFacts
            for number in listeners {
                let known = round.after[number]?.cells[cell]
                round.after[number, default: .init()].cells[cell] = joined(known, value)
            }
            if let running, !isOwn(cell) {
                let known = round.effects[running.number]?.cells[cell]
                round.effects[running.number, default: .init()].cells[cell] = joined(known, value)
            }
        }
        // What is new is not known to a task that has begun.
        if isShared(cell), state?[cell] != nil { state?.begun = [] }
        if isShared(cell), !value.isConstant, value != .unknown { state?.accesses.share() }
        state?[cell] = value
    }

    /// Makes a variable that is new here hold a value.
    ///
    /// If a closure sees the variable of an earlier round, both are one.
    func declare(_ name: String, _ value: Value, at place: Place) {
        var cell = Cell.local(Origin(place: place, path: frame.path), name)
        if case .variable(.local(let origin, let known))? = environment[name],
            origin.place == place, origin.path == frame.path
        {
            cell = .local(origin, known + "'")
        }
        environment[name] = .variable(cell)
        frame.declared.append(cell)
        guard memory.captured.contains(cell), let old = state?[cell] else {
            state?[cell] = value
            return
        }
        write(joined(old, value), to: cell)
    }

    func isSummary(_ origin: Origin) -> Bool { state?.summaries.contains(origin) ?? true }
}

// MARK: - Containers

extension Machine {
    /// What a container has.
    func view(_ origin: Origin) -> ContainerState? {
        guard var now = state else { return nil }
        guard let known = now[origin] else {
            let made = previous.foreign[origin] ?? previous.containers[origin]
            // What this code has made when it ran before is known as its latest one.
            guard var foreign = made ?? previous.foreign[origin.latest] else { return nil }
            for slot in foreign.order { foreign[slot]?.mayLack() }
            return foreign.withoutFacts
        }
        var container = known
        if let later = now.later, !later.containers.contains(origin),
            running?.isShared(origin) ?? false
        {
            memory.lookers.insert(later.number)
            now.later?.containers.insert(origin)
            if let change = previous.after[later.number]?.containers[origin] {
                container.suffer(change)
            }
            now[origin] = container
            state = now
        }
        for (number, effects) in effects where number != running?.number {
            guard var change = effects.containers[origin] else { continue }
            switch now.accesses.access(of: number, to: origin) {
            case .none: continue
            case .onceAsked: change.asks = false
            case .always: break
            }
            container.suffer(change)
        }
        return container
    }

    /// Changes a container; if it stands for several, perhaps.
    func change(_ origin: Origin, _ transition: (inout ContainerState) -> Change) {
        guard var after = view(origin), state != nil else { return }
        // Other code has made it.
        let isForeign = state?[origin] == nil
        if isForeign {
            running?.shared.insert(origin)
            state?.accesses.share(origin)
        }
        let before = isForeign || isSummary(origin) ? after : nil
        // Not copied while it changes.
        state?.forget(origin)
        var change = transition(&after)
        if let before {
            let (joined, less) = before.joined(after)
            after = joined
            change.lost.formUnion(less.lost)
        }
        state?[origin] = after
        note(change, of: origin)
    }

    /// Notes what changed, for code that runs at any time.
    func note(_ change: Change, of origin: Origin) {
        if state?.begun.isEmpty == false, !change.isOfRequest { state?.begun = [] }
        // Whether escaped code runs after its container is closed is not decided.
        var change = change
        let closes = change.closes
        change.closes = false
        for number in listeners {
            round.after[number, default: .init()].containers[origin, default: Change()].join(change)
        }
        guard let running, running.isShared(origin) else { return }
        change.closes = closes
        round.effects[running.number, default: .init()].containers[origin, default: Change()].join(
            change
        )
    }

    /// Takes into two states of escaped code what either has taken in of later changes.
    func takeIn(_ first: inout State, _ second: inout State) {
        guard let one = first.later, let other = second.later else { return }
        for origin in one.containers.symmetricDifference(other.containers) {
            guard let change = previous.after[one.number]?.containers[origin] else { continue }
            if !one.containers.contains(origin) { first[origin]?.suffer(change) }
            if !other.containers.contains(origin) { second[origin]?.suffer(change) }
        }
        for cell in one.cells.symmetricDifference(other.cells) {
            guard let later = previous.after[one.number]?.cells[cell] else { continue }
            if let value = first[cell] { first[cell] = joined(value, later) }
            if let value = second[cell] { second[cell] = joined(value, later) }
        }
    }

    /// Makes a container.
    func makeContainer(
        _ name: String,
        _ role: ContainerState.Role = .plain,
        sources: [Origin],
        at place: Place
    ) -> Origin {
        let origin = fresh(at: place)
        var container = ContainerState(name, role, sources: sources.uniqued, at: place)
        // What is opened from a closed container is closed.
        if container.isOpened, let outer = sources.first.flatMap(view) {
            container.closed = outer.closed
        }
        if state?[origin] == nil, !isSummary(origin.old) { state?.accesses.noteNew(origin) }
        state?[origin] = container
        return origin
    }

    /// The origin of what is made here; what was made here before becomes one of several.
    func fresh(at place: Place) -> Origin {
        let origin = Origin(place: place, path: frame.path)
        // Code that runs again finds what it has made before.
        let exists =
            state.map { state in
                state[origin] != nil || state.objects.contains(origin)
                    || running != nil && state.cells.values.contains { $0.holds(origin) }
            } ?? false
        if exists {
            noteOutlived(origin)
            var lost: [Value] = []
            state?.retire(origin) { lost.append($0) }
            for value in lost { escape(value, Self.tooMany, at: place) }
        }
        return origin
    }

    /// Notes what variables still name of a container that is not the latest one any more.
    private func noteOutlived(_ origin: Origin) {
        guard let container = state?[origin] else { return }
        let named = (state?.cells ?? [:]).values.flatMap(\.definitions)
        memory.outlived.formUnion(named.filter(container.has))
    }

    /// Whether a variable holds a container, or an object with it.
    ///
    /// - Parameters:
    ///   - origin: The container.
    ///   - isNow: Whether what held it when the code that runs escaped may be gone.
    ///   - isLater: Whether any local variable may be gone.
    /// - Returns: Whether something keeps it alive.
    func isHeld(_ origin: Origin, now isNow: Bool = false, later isLater: Bool = false) -> Bool {
        var seen: Set<Origin> = [origin]
        var waiting = [origin]
        while let next = waiting.popLast() {
            for (cell, value) in state?.cells ?? [:] where value.holds(next) {
                guard case .field(let owner, let property) = cell else {
                    if isNow, cell.isLocal, running?.start[cell] != nil { continue }
                    if isLater, cell.isLocal { continue }
                    return true
                }
                // An assembly does not keep its context.
                if property == Cell.context { continue }
                if seen.insert(owner).inserted { waiting.append(owner) }
            }
            // It keeps what it searches.
            for (other, container) in state?.containers ?? [:]
            where container.sources.contains(next) && seen.insert(other).inserted {
                waiting.append(other)
            }
        }
        return false
    }

    /// The containers that a container can reach, itself among them.
    func world(of origin: Origin) -> [Origin: ContainerState] {
        var world: [Origin: ContainerState] = [:]
        var waiting = [origin]
        while let next = waiting.popLast() {
            guard world[next] == nil, var container = view(next) else { continue }
            if let published = staged[next] {
                container = container.with(definitionsOf: published)
            }
            // A link keeps nobody alive.
            for link in container.links where !isHeld(link) {
                let reason = "a container that it is linked with may not be there any more"
                _ = container.lose(nil, Gap(reason: reason, place: container.place))
            }
            world[next] = container
            waiting += container.sources + container.links
        }
        return world
    }
}

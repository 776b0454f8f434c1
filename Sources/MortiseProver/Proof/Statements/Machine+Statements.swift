// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    /// Runs the statements of a block.
    func run(_ body: [Statement]) {
        let (outer, count) = (environment, frame.declared.count)
        defer { environment = outer }
        runOpen(body[...])
        // What is declared in it ends with it.
        drop(Array(frame.declared[count...]))
    }

    /// Runs statements whose variables stay.
    func runOpen(_ body: ArraySlice<Statement>) {
        for (index, statement) in zip(body.indices, body) {
            if state == nil {
                statement.visit { round.dead.insert($0.place) }
                continue
            }
            if case .deferred(let last) = statement {
                finally(last) { runOpen(body[(index + 1)...]) }
                return
            }
            run(statement, before: body[(index + 1)...])
        }
    }

    private func run(_ statement: Statement, before rest: ArraySlice<Statement>) {
        switch statement {
        case .expression(let expression): _ = evaluate(expression)
        case .variable(let pattern, let value): bind(pattern, value, before: rest)
        case .weak(let name): makeWeak(name)
        case .function(let function):
            environment[function.name] = .function(
                function,
                seen(by: function.defaults + (function.body ?? []))
            )
        case .computed(let getter, let setter):
            let seen = seen(by: (getter.body ?? []) + (setter?.body ?? []))
            environment[getter.name] = .computed(getter: getter, setter: setter, seen)
        case .branch(let conditions, let first, let second):
            branch(conditions, first, otherwise: second)
        case .unless(let conditions, let body):
            let rest = test(conditions, endingElse: body.endsProgram)
            let otherwise = labelled(conditions.first?.place, rest)
            let holds = state
            state = otherwise
            run(body)
            state = joined(holds, state, because: conditions.first?.place)
        case .choose(let subject, let cases): choose(subject, cases)
        case .each(let pattern, let sequence, let body): each(pattern, in: sequence, body)
        case .loop(let conditions, let body, let runsFirst):
            loop(conditions, body, runsFirst: runsFirst)
        case .attempt(let body, let cases): attempt(body, cases)
        case .deferred(let body): finally(body) {}
        case .leave(let expression):
            let value = expression.map { evaluate($0) } ?? .tuple([])
            leave(with: value)
        case .fail(let expression):
            let thrown = evaluate(expression)
            escape(thrown, "it is thrown", at: expression.place)
            if thrown.options.contains(.unknown) { throwKept() }
            fail()
            state = nil
        case .jump(let jump, let isLabelled): self.jump(jump, isLabelled: isLabelled)
        case .give(let expression): frame.given.append(evaluate(expression))
        case .unsupported(let kind, let parts, let place):
            for part in parts { _ = evaluate(part) }
            loseAll("`\(kind)` is not read", at: place)
        }
    }

    private func makeWeak(_ name: String) {
        if case .variable(let cell)? = environment[name] { memory.weak.insert(cell) }
    }

    private func bind(
        _ pattern: Pattern,
        _ value: Expression?,
        before rest: ArraySlice<Statement>
    ) {
        guard let value else {
            for name in pattern.names { declare(name, .unset, at: frame.place) }
            return
        }
        var endsElse = false
        if case .optionalTry = value.kind, let name = pattern.names.first {
            endsElse = rest.endProgram(without: name)
        }
        let known = endsElse ? evaluate(endingWithoutValue: value) : evaluate(value)
        bind(pattern, to: known, at: value.place)
    }
}

// MARK: - Leaving

extension Machine {
    /// Ends the function, with a value.
    func leave(with value: Value) {
        guard let now = state else { return }
        if let (earlier, known) = frame.result, let both = joined(earlier, now) {
            frame.result = (both, joined(known, earlier, value, now))
        } else {
            frame.result = (now, value)
        }
        state = nil
    }

    /// Joins what is known here into what handles an error.
    ///
    /// - Parameter isOfRequest: Whether it is the error of a request, which does not come of another one.
    func fail(isOfRequest: Bool = false) {
        if !isOfRequest { failForWhatWasHandled() }
        let kinds: [Frame.Target.Kind] = [.handler, .clauses, .ending, .rollback, .function]
        guard let target = frame.targets.last(where: { kinds.contains($0.kind) }) else { return }
        // Where an error leaves the program, nothing runs that could notice what differs.
        target.failed = joined(
            target.failed,
            state,
            isLast: endsProgram && target.kind == .function
        )
    }

    /// Throws what may be the error of a request that was handled before.
    private func throwKept() {
        guard frame.handlesAllHere != true else { return }
        for case .visit(let index) in state?.handled ?? [] { round.visits[index].isCaught = false }
    }

    /// Notes that a factory may fail, if it does, for want of what it has gone on without.
    ///
    /// - Parameters:
    ///   - isEnd: Whether the program ends, which nothing handles.
    ///   - ways: How tests have turned out on the ways on which it fails.
    func failForWhatWasHandled(isEnd: Bool = false, on ways: [Facts]? = nil) {
        guard let known = making, let now = state, isEnd || !frame.handlesAll else { return }
        for one in now.handled {
            switch one {
            case .need(let index):
                making?.needs[index].isHandled = false
                making?.needs[index].mayEnd = true
                state?.handled.remove(one)
            case .request(let index):
                making?.requests.append(known.handled[index])
                state?.handled.remove(one)
            case .opening(let index):
                making?.openings[index].isHandled = false
                state?.handled.remove(one)
            case .visit: continue
            case .optional(let index, let place):
                guard (ways ?? [now.facts]).contains(where: { $0.isWithout(place) }) else {
                    continue
                }
                var asked = known.needs[index]
                asked.need.type = asked.need.type.wrapped ?? asked.need.type
                (asked.need.isOptional, asked.mayBeHandled, asked.mayEnd) = (false, true, true)
                if !known.needs.contains(where: { $0.need == asked.need }) {
                    making?.needs.append(asked)
                }
            }
        }
    }

    /// Whether an error that is not handled here ends the program.
    private var endsProgram: Bool {
        running == nil && (frame.isScript || main.map { frame.calls.map(\.code) == [$0] } ?? false)
    }

    private func jump(_ jump: Statement.Jump, isLabelled: Bool) {
        let targets = frame.targets.reversed()
        switch jump {
        case .fallThrough:
            guard let target = targets.first(where: { $0.kind == .choice }) else { break }
            target.fallen = joined(target.fallen, state)
        case .leave:
            let around = targets.filter { isLabelled || $0.kind == .loop || $0.kind == .choice }
            for target in isLabelled ? around : Array(around.prefix(1)) {
                target.left = joined(target.left, state)
            }
        case .next:
            let around = targets.filter { $0.kind == .loop }
            for target in isLabelled ? around : Array(around.prefix(1)) {
                target.next = joined(target.next, state)
            }
        }
        state = nil
    }

    /// Runs something that statements inside may leave, and gives where they lead.
    func within(
        _ kind: Frame.Target.Kind,
        handlesAll: Bool = true,
        _ body: () -> Void
    ) -> Frame.Target {
        let target = Frame.Target(kind, handlesAll: handlesAll)
        let count = frame.declared.count
        frame.targets.append(target)
        body()
        frame.targets.removeLast()
        let ended = Array(frame.declared[count...])
        drop(ended, from: &target.left)
        drop(ended, from: &target.next)
        drop(ended, from: &target.failed)
        return target
    }

    /// Runs something, and then `defer`'s body on whatever way it ends.
    private func finally(_ last: [Statement], _ body: () -> Void) {
        let result = frame.result
        let before = frame.targets.map { ($0.left, $0.next, $0.fallen, $0.failed) }
        frame.result = nil
        for target in frame.targets {
            (target.left, target.next, target.fallen, target.failed) = (nil, nil, nil, nil)
        }
        body()
        func after(_ end: State?) -> State? {
            guard let end else { return nil }
            let normal = state
            defer { state = normal }
            state = end
            run(last)
            return state
        }
        state = after(state)
        for (target, known) in zip(frame.targets, before) {
            target.left = joined(known.0, after(target.left))
            target.next = joined(known.1, after(target.next))
            target.fallen = joined(known.2, after(target.fallen))
            target.failed = joined(known.3, after(target.failed))
        }
        guard let own = frame.result, let end = after(own.state) else {
            frame.result = result
            return
        }
        frame.result = (end, own.value)
        if let result, let both = joined(result.state, end) {
            frame.result = (both, joined(result.value, own.value))
        }
    }
}

// MARK: - Branches

extension Machine {
    private func branch(
        _ conditions: [Statement.Condition],
        _ first: [Statement],
        otherwise second: [Statement]
    ) {
        let target = within(.block) {
            let outer = environment
            let rest = test(conditions, endingElse: second.endsProgram)
            let otherwise = labelled(conditions.first?.place, rest)
            run(first)
            let after = state
            environment = outer
            state = otherwise
            run(second)
            state = joined(after, state, because: conditions.first?.place)
        }
        state = joined(state, target.left, because: conditions.first?.place)
    }

    private func choose(_ subject: Expression, _ cases: [Statement.Case]) {
        let value = evaluate(subject)
        let target = within(.choice) {
            var rest = state
            var end: State?
            for (number, clause) in cases.enumerated() {
                let outer = environment
                let fallen = frame.targets.last?.fallen
                frame.targets.last?.fallen = nil
                state = rest
                rest = enter(clause, value, at: subject.place)
                rest = labelled(subject.place, rest, number: number + 1)
                state = joined(state, fallen)
                run(clause.body)
                end = joined(end, state, because: subject.place)
                environment = outer
            }
            // The cases of a `switch` are all that there are.
            state = end
        }
        state = joined(state, target.left, because: subject.place)
    }

    /// Goes into a clause if it matches; gives the state if it does not.
    private func enter(_ clause: Statement.Case, _ value: Value, at place: Place) -> State? {
        guard !clause.patterns.isEmpty else { return nil }
        var ways: [(state: State, seen: Environment)] = []
        for (index, pattern) in clause.patterns.enumerated() {
            guard state != nil else { break }
            var otherwise = test(pattern, value, at: place)
            if clause.restrictions.indices.contains(index),
                let restriction = clause.restrictions[index]
            {
                otherwise = joined(otherwise, test(restriction))
            }
            if let state { ways.append((state, environment)) }
            state = otherwise
        }
        let rest = state
        state = nil
        for (known, seen) in ways {
            var way = known
            // Each pattern binds the names anew; the last one's variables stay.
            for name in clause.patterns.flatMap(\.names) {
                guard case .variable(let cell)? = seen[name],
                    case .variable(let last)? = environment[name], cell != last
                else { continue }
                way[last] = way[cell]
            }
            state = joined(state, way)
        }
        return rest
    }

    private func attempt(_ body: [Statement], _ cases: [Statement.Case]) {
        let kind = cases.isEmpty ? .block : handler(of: cases)
        let target = within(kind, handlesAll: cases.contains(where: \.catchesAll)) {
            frame.targets.last?.keepsErrors = cases.contains(where: \.keepsError)
            run(body)
        }
        var end = joined(state, target.left)
        guard target.failed != nil else {
            for clause in cases {
                for one in clause.body { one.visit { round.dead.insert($0.place) } }
            }
            state = end
            return
        }
        var rest = target.failed
        for clause in cases {
            let outer = environment
            state = rest
            declare("error", .unknown, at: frame.place)
            rest = enter(clause, .unknown, at: frame.place)
            run(clause.body)
            end = joined(end, state)
            environment = outer
        }
        // No clause may match.
        state = rest
        fail(isOfRequest: true)
        state = end
    }
}

// MARK: - Loops

extension Machine {
    private func each(_ pattern: Pattern, in sequence: Expression, _ body: [Statement]) {
        let value = evaluate(sequence)
        for one in value.options where one.isInstance {
            escape(one, "it is a sequence of the program", at: sequence.place)
        }
        if case .dictionary(let pairs) = value {
            each(pattern, in: inAnyOrder(pairs.map(\.tuple)), sequence, body)
        } else {
            each(pattern, in: value, sequence, body)
        }
    }

    private func each(
        _ pattern: Pattern,
        in value: Value,
        _ sequence: Expression,
        _ body: [Statement]
    ) {
        if case .set = value, value.options.allSatisfy({ $0.elements != nil }) {
            _ = each(value) { list in
                each(pattern, in: list, sequence, body)
                return .unset
            }
            return
        }
        switch value {
        case .list(let all) where all.count > 64: break
        case .list, .partial:
            return rounds(value.ordered ?? [], at: sequence.place) { element in
                round(pattern, element, body, at: sequence.place)
            }
        default: break
        }
        fixedPoint(at: sequence.place) {
            round(pattern, element(of: value), body, at: sequence.place)
        } leaving: {
            finish(value, at: sequence.place)
            return state
        }
    }

    /// What an element of a collection may be.
    func element(of value: Value) -> Value {
        switch value {
        case .list(let values), .bag(let values): values.isEmpty ? .unknown : any(of: values)
        case .partial(let elements): any(of: elements.map(\.value))
        case .dictionary(let pairs): any(of: pairs.map(\.tuple))
        case .set: any(of: value.options.map { element(of: $0) })
        default: .unknown
        }
    }

    /// Runs the body of a loop for an element, unless that does not match.
    private func round(
        _ pattern: Pattern,
        _ element: Value,
        _ body: [Statement],
        at place: Place
    ) {
        let otherwise = test(pattern, element, at: place)
        run(body)
        state = joined(state, otherwise)
    }

    /// Runs something for each of some values, one after the other.
    func rounds(_ elements: [Value], at place: Place, _ body: (Value) -> Void) {
        let (path, outer) = (frame.path, environment)
        let target = within(.loop) {
            for (index, element) in elements.enumerated() {
                frame.path = memory.paths.path(from: path, place, round: index + 1)
                environment = outer
                frame.targets.last?.next = nil
                body(element)
                state = joined(state, frame.targets.last?.next)
            }
        }
        (frame.path, environment) = (path, outer)
        state = joined(state, target.left)
    }

    /// Runs something for each of some values, or not for those that may not be there.
    func rounds(_ elements: [Value.Element], at place: Place, _ body: (Value) -> Void) {
        var rest = elements[...]
        rounds(elements.map(\.value), at: place) { element in
            let before = rest.removeFirst().isCertain ? nil : state
            body(element)
            state = joined(state, before)
        }
    }

    private func loop(_ conditions: [Statement.Condition], _ body: [Statement], runsFirst: Bool) {
        let place = conditions.first?.place ?? frame.place
        guard runsFirst else {
            fixedPoint(at: place) {
                let otherwise = test(conditions)
                run(body)
                frame.targets.last?.failed = joined(frame.targets.last?.failed, otherwise)
            } leaving: {
                nil
            }
            return
        }
        fixedPoint(at: place) {
            run(body)
            state = joined(state, frame.targets.last?.next)
            frame.targets.last?.next = nil
            let otherwise = test(conditions)
            frame.targets.last?.failed = joined(frame.targets.last?.failed, otherwise)
        } leaving: {
            nil
        }
    }

    /// Runs a round again and again until it changes nothing more.
    ///
    /// - Parameters:
    ///   - place: The place of the loop.
    ///   - round: A round. Where its condition does not hold, the loop ends.
    ///   - leaving: The state with which it ends before a round without a condition.
    func fixedPoint(at place: Place, _ round: () -> Void, leaving: () -> State?) {
        let outer = environment
        loops += 1
        defer { loops -= 1 }
        let target = within(.loop) {
            guard let target = frame.targets.last else { return }
            for count in 0... {
                let before = state
                environment = outer
                (target.next, target.failed) = (nil, nil)
                round()
                let after = joined(state, target.next)
                guard let start = before, let again = joined(start, after) else { break }
                let isSettled = again.covers(start)
                state = again
                if isSettled || count > Self.roundLimit { break }
                if count > 2 { widen(from: start) }
                if count == Self.roundLimit { loseAll("the loop does not settle", at: place) }
            }
            environment = outer
            state = joined(leaving(), target.failed)
        }
        state = joined(state, target.left)
    }

    private static let roundLimit = 20

    /// Makes variables unknown that each round changes; of collections it is known what they may
    /// have in them.
    private func widen(from before: State) {
        for (cell, value) in state?.cells ?? [:] where before[cell] != nil && before[cell] != value
        {
            if value.isReference { continue }
            let elements = value.options.compactMap(\.elements)
            let all = Array(elements.joined()).uniqued
            let isCollection = elements.count == value.options.count && all.count <= Value.limit
            state?[cell] = isCollection ? .bag(all) : .unknown
        }
    }
}

extension Statement.Condition {
    var place: Place? {
        switch self {
        case .holds(let expression), .matches(_, let expression): expression.place
        case .available: nil
        }
    }
}

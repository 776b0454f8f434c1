// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    /// Runs statements one after the other.
    ///
    /// - Returns: When control is still in the function afterwards, or reaches a `break`.
    @discardableResult
    func run(_ statements: [Statement], _ context: Context) -> Guard {
        var context = context
        for statement in statements { declare(statement, context) }
        for (index, statement) in statements.enumerated() {
            let frame = context.frame
            let (left, failed) = (frame.left.count, frame.failed.count)
            if case .deferred(let body) = statement {
                let rest = run(Array(statements.dropFirst(index + 1)), context)
                run(body, context.inner)
                return rest
            }
            var next = run(statement, &context)
            for gone in frame.left[left...] + frame.failed[failed...] {
                next = next.and(gone.negated)
            }
            context.guardian = next
            if next.isNever { break }
        }
        return context.guardian
    }

    /// Runs one statement.
    ///
    /// - Returns: When control goes on to the next one; what left the function need not be
    ///   subtracted.
    private func run(_ statement: Statement, _ context: inout Context) -> Guard {
        let guardian = context.guardian
        switch statement {
        case .expression(let expression):
            _ = evaluate(expression, context)
            if isNever(expression.type) { return .never }
            return guardian
        case .variable(let pattern, let value):
            let value = value.map { evaluate($0, context) } ?? .none
            bind(pattern, to: value, context)
            return guardian
        case .function, .computed, .deferred: return guardian
        case .branch(let conditions, let then, let otherwise):
            return branch(conditions, then, otherwise, context)
        case .unless(let conditions, let body):
            let holds = condition(conditions, context)
            let fails = guardian.and(holds.negated)
            if !fails.isNever { run(body, context.inner.with(fails)) }
            return guardian.and(holds)
        case .choose(let subject, let cases): return choose(subject, cases, context)
        case .each(let pattern, let sequence, let body):
            return each(pattern, sequence, body, context)
        case .loop(let conditions, let body, let runsFirst):
            let inner = context.inner
            let holds = condition(conditions, inner)
            let round = decision(["again", "no more"], at: placeOfFirst(conditions))
            let runs = runsFirst ? guardian : guardian.and(holds).and(.decided(round, "again"))
            inLoop { _ = run(body, inner.with(runs)) }
            return guardian
        case .attempt(let body, let clauses): return attempt(body, clauses, context)
        case .leave(let value):
            let value = value.map { evaluate($0, context) } ?? .tuple([])
            context.frame.results.append((guardian, value))
            context.frame.left.append(guardian)
            return .never
        case .fail(let error):
            _ = evaluate(error, context)
            context.frame.failed.append(guardian)
            return .never
        case .jump: return .never
        case .give(let value):
            context.frame.given.append((guardian, evaluate(value, context)))
            return guardian
        case .other(let parts):
            for part in parts { _ = evaluate(part, context) }
            return guardian
        }
    }

    private func declare(_ statement: Statement, _ context: Context) {
        switch statement {
        case .function(let function), .computed(let function): context.variables.declare(function)
        default: return
        }
    }

    private func branch(
        _ conditions: [Statement.Condition],
        _ then: [Statement],
        _ otherwise: [Statement],
        _ context: Context
    ) -> Guard {
        let inner = context.inner
        let holds = condition(conditions, inner)
        let (yes, no) = (context.guardian.and(holds), context.guardian.and(holds.negated))
        let first = yes.isNever ? Guard.never : run(then, inner.with(yes))
        let second = no.isNever ? Guard.never : run(otherwise, context.inner.with(no))
        if first == yes, second == no { return context.guardian }
        return first.or(second)
    }

    private func choose(
        _ subject: Expression,
        _ cases: [Statement.Case],
        _ context: Context
    ) -> Guard {
        let value = evaluate(subject, context)
        var rest = context.guardian
        var after = Guard.never
        var isWhole = true
        for (index, clause) in cases.enumerated() {
            let inner = context.inner
            var matches = Guard.never
            for pattern in clause.patterns {
                matches = matches.or(match(pattern, value, at: subject.place, inner))
            }
            // A switch is exhaustive.
            if clause.patterns.isEmpty || index == cases.count - 1 { matches = .always }
            for restriction in clause.restrictions {
                _ = evaluate(restriction, inner)
            }
            if clause.isRestricted {
                let choice = decision(["where", "not"], at: subject.place)
                matches = matches.and(.decided(choice, "where"))
            }
            let own = rest.and(matches)
            if !own.isNever {
                let end = run(clause.body, inner.with(own))
                // A `break` ends the clause alone.
                let hasLeft = context.frame.left.contains(own) || context.frame.failed.contains(own)
                if end != own, hasLeft { isWhole = false } else { after = after.or(own) }
            }
            rest = rest.and(matches.negated)
            if rest.isNever { break }
        }
        return isWhole ? context.guardian : after.or(cases.isEmpty ? context.guardian : .never)
    }

    private func each(
        _ pattern: Pattern,
        _ sequence: Expression,
        _ body: [Statement],
        _ context: Context
    ) -> Guard {
        if case .array(let elements) = evaluate(sequence, context), elements.count <= 1_000 {
            for element in elements {
                let inner = context.inner
                bind(pattern, to: element, inner)
                run(body, inner)
            }
            return context.guardian
        }
        let round = decision(["some", "none"], at: sequence.place)
        let inner = context.inner.with(context.guardian.and(.decided(round, "some")))
        bind(pattern, to: makeUnknown(.unknown("element")), inner)
        inLoop { _ = run(body, inner) }
        return context.guardian
    }

    /// Runs the body of a loop whose number of rounds is not known.
    private func inLoop(_ body: () -> Void) {
        let before = containers.map(\.changes.count)
        body()
        for (container, count) in before.enumerated() {
            for change in containers[container].changes.dropFirst(count) {
                if case .add(let definition) = change.kind {
                    note(
                        "a loop over values that are not known",
                        at: definition.place,
                        in: container
                    )
                }
            }
        }
    }

    private func attempt(
        _ body: [Statement],
        _ clauses: [Statement.Case],
        _ context: Context
    ) -> Guard {
        guard !clauses.isEmpty else { return run(body, context.inner) }
        let frame = context.frame
        let (left, failed, wasCaught) = (frame.left.count, frame.failed.count, frame.isCaught)
        frame.isCaught = true
        let inner = context.inner
        let end = decision(["whole"], at: context.frame.place)
        var guardian = context.guardian
        for statement in body { declare(statement, inner) }
        for (index, statement) in body.enumerated() {
            let (left, failed) = (frame.left.count, frame.failed.count)
            guardian = run([statement], inner.with(guardian))
            for gone in frame.left[left...] + frame.failed[failed...] {
                guardian = guardian.and(gone.negated)
            }
            if guardian.isNever { break }
            guard index + 1 < body.count, statement.mayFail else { continue }
            // What comes after may not run.
            addOutcome("\(index)", to: end)
            guardian = guardian.and(.not(.decided(end, "\(index)")))
        }
        frame.isCaught = wasCaught
        frame.failed.removeSubrange(failed...)
        let thrown = decision(["thrown", "not"], at: frame.place)
        for clause in clauses {
            let inner = context.inner.with(context.guardian.and(.decided(thrown, "thrown")))
            inner.variables.declare("error", makeUnknown(.unknown("error")))
            for pattern in clause.patterns { bindNames(in: pattern, inner) }
            run(clause.body, inner)
        }
        var after = context.guardian
        for gone in frame.left[left...] { after = after.and(gone.negated) }
        return after
    }

    private func placeOfFirst(_ conditions: [Statement.Condition]) -> Place {
        switch conditions.first {
        case .holds(let expression), .matches(_, let expression): expression.place
        case .available, nil: Place(file: 0, start: 0, end: 0)
        }
    }

    private func isNever(_ type: SwiftType) -> Bool { type.path == "Swift.Never" }
}

extension Statement {
    /// Whether an error may end it.
    var mayFail: Bool {
        switch self {
        case .function, .computed, .deferred, .jump: false
        default: true
        }
    }
}

// MARK: - Conditions and patterns

extension Interpreter {
    /// When conditions hold; what they bind is declared.
    func condition(_ conditions: [Statement.Condition], _ context: Context) -> Guard {
        var holds = Guard.always
        for condition in conditions {
            let inner = context.with(context.guardian.and(holds))
            switch condition {
            case .holds(let expression):
                holds = holds.and(truth(of: evaluate(expression, inner), at: expression.place))
            case .matches(let pattern, let expression):
                let value = evaluate(expression, inner)
                holds = holds.and(match(pattern, value, at: expression.place, inner))
            case .available: continue
            }
        }
        return holds
    }

    /// When a truth value is true.
    func truth(of value: Value, at place: Place) -> Guard {
        switch value {
        case .boolean(let isTrue): return isTrue ? .always : .never
        case .condition(let guardian): return guardian
        case .unknown(let symbol, _):
            return .decided(decision(over: symbol, ["true", "false"], at: place), "true")
        case .choice:
            return value.options(under: .always).reduce(.never) { found, option in
                found.or(option.guard.and(truth(of: option.value, at: place)))
            }
        default: return .decided(decision(["true", "false"], at: place), "true")
        }
    }

    /// When a value matches a pattern; what the pattern binds is declared.
    func match(_ pattern: Pattern, _ value: Value, at place: Place, _ context: Context) -> Guard {
        if case .choice = value {
            bind(pattern, to: value, context)
            return value.options(under: .always).reduce(.never) { found, option in
                let inner = Context(
                    frame: context.frame,
                    variables: Variables(inside: context.variables),
                    guardian: context.guardian.and(option.guard)
                )
                return found.or(option.guard.and(match(pattern, option.value, at: place, inner)))
            }
        }
        switch (pattern, value) {
        case (.name, _), (.any, _):
            bind(pattern, to: value, context)
            return .always
        case (.some, .none): return .never
        case (.some(let inner), .unknown(let symbol, let type)):
            let inside = member("?", of: symbol, type.wrapped ?? type)
            _ = match(inner, inside, at: place, context)
            return .decided(decision(over: symbol, ["some", "none"], at: place), "some")
        case (.some(let inner), _): return match(inner, value, at: place, context)
        case (.boolean(let isTrue), _):
            let holds = truth(of: value, at: place)
            return isTrue ? holds : holds.negated
        case (.enumCase(let name, _, let payload), .enumCase(let other, _, let values)):
            guard name == other.name else { return .never }
            if let payload {
                bind(payload, to: values.count == 1 ? values[0] : .tuple(values), context)
            }
            return .always
        case (.enumCase(let name, _, let payload), .unknown(let symbol, _)):
            if let payload { bindNames(in: payload, context) }
            return .decided(decision(over: symbol, [name], at: place), name)
        case (.tuple(let patterns), .tuple(let values)) where patterns.count == values.count:
            return zip(patterns, values).reduce(.always) { found, pair in
                found.and(match(pair.0, pair.1, at: place, context))
            }
        case (.value(let expression), _):
            return equal(value, evaluate(expression, context), at: place)
        case (.type(_, let inner), _):
            if let inner { bind(inner, to: value, context) }
            return .decided(decision(["is", "is not"], at: place), "is")
        default:
            bindNames(in: pattern, context)
            return .decided(decision(["matches", "not"], at: place), "matches")
        }
    }

    /// When two values are equal.
    func equal(_ first: Value, _ second: Value, at place: Place) -> Guard {
        switch (first, second) {
        case (.string(let one), .string(let other)): return one == other ? .always : .never
        case (.integer(let one), .integer(let other)): return one == other ? .always : .never
        case (.boolean(let one), .boolean(let other)): return one == other ? .always : .never
        case (.enumCase(let one, _, let values), .enumCase(let other, _, _)):
            if one.name != other.name { return .never }
            if values.isEmpty { return .always }
        case (.enumCase(let one, _, _), .unknown(let symbol, _)),
            (.unknown(let symbol, _), .enumCase(let one, _, _)):
            return .decided(decision(over: symbol, [one.name], at: place), one.name)
        case (.unknown(let symbol, _), .string(let text)),
            (.string(let text), .unknown(let symbol, _)):
            return .decided(decision(over: symbol, [text], at: place), text)
        case (.none, .none): return .always
        default: break
        }
        return .decided(decision(["equal", "not"], at: place), "equal")
    }

    /// Declares what a pattern binds.
    func bind(_ pattern: Pattern, to value: Value, _ context: Context) {
        switch pattern {
        case .name(let name): context.variables.declare(name, value, when: context.guardian)
        case .tuple(let patterns):
            guard case .tuple(let values) = value, values.count == patterns.count else {
                return bindNames(in: pattern, context)
            }
            for (pattern, value) in zip(patterns, values) { bind(pattern, to: value, context) }
        case .some(let inner): bind(inner, to: value, context)
        case .type(_, let inner?): bind(inner, to: value, context)
        case .any, .value, .boolean, .type(_, nil): return
        case .enumCase(_, _, let payload):
            if let payload { bindNames(in: payload, context) }
        }
    }

    /// Declares what a pattern binds, without knowing the values.
    func bindNames(in pattern: Pattern, _ context: Context) {
        switch pattern {
        case .name(let name):
            context.variables.declare(name, makeUnknown(.unknown(name)), when: context.guardian)
        case .tuple(let patterns): for pattern in patterns { bindNames(in: pattern, context) }
        case .some(let inner), .type(_, let inner?), .enumCase(_, _, let inner?):
            bindNames(in: inner, context)
        case .any, .value, .boolean, .type(_, nil), .enumCase(_, _, nil): return
        }
    }
}

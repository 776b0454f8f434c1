// SPDX-License-Identifier: MIT

// Each `test` goes on where something holds, and gives the state where it does not.
extension Machine {
    /// Goes on where all conditions hold.
    ///
    /// - Parameters:
    ///   - conditions: The conditions.
    ///   - endsElse: Whether the program ends where one does not hold.
    /// - Returns: What is known where one does not hold.
    func test(_ conditions: [Statement.Condition], endingElse endsElse: Bool = false) -> State? {
        var otherwise: State?
        for condition in conditions {
            let rest: State? =
                switch condition {
                case .holds(let expression): test(expression)
                case .matches(let pattern, let expression):
                    test(
                        pattern,
                        endsElse && pattern.isOfAnyValue
                            ? evaluate(endingWithoutValue: expression) : evaluate(expression),
                        at: expression.place
                    )
                case .available: state
                }
            otherwise = joined(otherwise, rest)
        }
        return otherwise
    }

    func test(_ expression: Expression) -> State? {
        if let (name, arguments) = logical(expression) {
            switch name {
            case "!":
                let otherwise = test(arguments[0])
                let holds = state
                state = otherwise
                return holds
            case "&&":
                let otherwise = test(arguments[0])
                return joined(otherwise, test(arguments[1]))
            default:
                let otherwise = test(arguments[0])
                let first = state
                state = otherwise
                let rest = test(arguments[1])
                state = joined(first, state)
                return rest
            }
        }
        return test(evaluate(expression))
    }

    private func test(_ value: Value) -> State? {
        switch value {
        case .boolean(true): return nil
        case .boolean(false):
            defer { state = nil }
            return state
        default: return split(value) { $0 == .unknown ? .maybe : equality($0, .boolean(true)) }
        }
    }

    /// Goes on where one of the values matches that one may be; gives the state where one does not.
    private func split(
        _ value: Value,
        _ match: (Value) -> ContainerState.Certainty
    ) -> State? {
        let before = state
        guard case .set = value else { return before }
        let ways = value.alternatives.filter { $0.value != .unset }.map {
            (holds: match($0.value), facts: $0.facts)
        }
        state = narrowed(before, to: ways.filter { $0.holds != .never }.map(\.facts))
        return narrowed(before, to: ways.filter { $0.holds != .always }.map(\.facts))
    }

    /// The operator and the sides of `!`, `&&` or `||`; a side that may not run is not in a closure.
    func logical(_ expression: Expression) -> (name: String, arguments: [Expression])? {
        guard case .call(let callee, let arguments) = expression.kind,
            let reference = callee.named
        else { return nil }
        let count = reference.name == "!" ? 1 : 2
        guard ["!", "&&", "||"].contains(reference.name), arguments.count == count,
            standardSymbol(reference)?.owner.last == "Bool"
        else { return nil }
        return (reference.name, arguments.map { $0.value.body })
    }

    func test(_ pattern: Pattern, _ value: Value, at place: Place) -> State? {
        let known = values(in: pattern)
        let match = match(pattern, value, known)
        let otherwise =
            match.holds == .maybe ? split(value) { self.match(pattern, $0, known).holds } : state
        for (name, value) in match.bound { declare(name, value, at: place) }
        switch match.holds {
        case .always: return nil
        case .maybe: break
        case .never: state = nil
        }
        return otherwise
    }

    /// Binds the names of a pattern that always matches.
    func bind(_ pattern: Pattern, to value: Value, at place: Place) {
        for (name, value) in match(pattern, value).bound { declare(name, value, at: place) }
    }
}

extension Expression {
    /// What an `@autoclosure` gives, or the expression itself.
    var body: Expression {
        guard case .closure(let closure) = kind, closure.isImplicit, closure.body.count == 1,
            case .leave(let value?) = closure.body[0]
        else { return self }
        return value
    }
}

// MARK: - Patterns

/// Whether a value matches a pattern, and what the pattern binds.
struct Match {
    var holds: ContainerState.Certainty
    var bound: [(String, Value)] = []

    /// Both must match.
    func and(_ other: Match) -> Match {
        let holds: ContainerState.Certainty =
            self.holds == .never || other.holds == .never
            ? .never : self.holds == .always ? other.holds : .maybe
        return Match(holds: holds, bound: bound + other.bound)
    }
}

extension Machine {
    /// Whether a value matches a pattern, whose own values are evaluated before.
    func match(_ pattern: Pattern, _ value: Value) -> Match {
        match(pattern, value, values(in: pattern))
    }

    /// Evaluates what a pattern has of its own.
    ///
    /// A value inside of a pattern may not be evaluated: what is beside it, or around it, may have
    /// decided. The order is the compiler's.
    private func values(in pattern: Pattern) -> [Place: Value] {
        var known: [Place: Value] = [:]
        for expression in pattern.values {
            let before = state
            known[expression.place] = evaluate(expression)
            if program.comparesByItself {
                loseAll("the program says itself what a pattern matches", at: expression.place)
            }
            if case .value = pattern { continue }
            state = joined(before, state)
        }
        return known
    }

    private func match(_ pattern: Pattern, _ value: Value, _ known: [Place: Value]) -> Match {
        if case .set = value, !pattern.isName { return match(pattern, oneOf: value.options, known) }
        switch pattern {
        case .name(let name): return Match(holds: .always, bound: [(name, value)])
        case .any: return Match(holds: .always)
        case .boolean(let isTrue): return Match(holds: equality(value, .boolean(isTrue)))
        case .some(let inner):
            switch value {
            case .none: return unbound(pattern, .never)
            case .unknown, .unset: return unbound(pattern, .maybe)
            default: return match(inner, value.withoutNone, known)
            }
        case .tuple(let patterns):
            guard case .tuple(let values) = value, values.count == patterns.count else {
                let isName = patterns.allSatisfy { $0.isIrrefutable }
                return unbound(pattern, isName ? .always : .maybe)
            }
            return zip(patterns, values).reduce(Match(holds: .always)) {
                $0.and(match($1.0, $1.1, known))
            }
        case .enumCase("some", let type, let payload) where type.wrapped != nil:
            return match(.some(payload ?? .any), value, known)
        case .enumCase("none", let type, _) where type.wrapped != nil:
            return Match(holds: equality(value, .none))
        case .enumCase(let name, _, let payload):
            return match(name, payload, value, pattern, known)
        case .value(let expression):
            return Match(holds: matches(value, known[expression.place] ?? .unknown))
        case .type(let type, let inner):
            let holds = isInstance(value, of: type.substituting(frame.substitutions))
            guard let inner else { return Match(holds: holds) }
            return Match(holds: holds).and(match(inner, value, known))
        }
    }

    private func match(
        _ name: String,
        _ payload: Pattern?,
        _ value: Value,
        _ pattern: Pattern,
        _ known: [Place: Value]
    ) -> Match {
        switch (name, value) {
        case ("none", .none): return Match(holds: .always)
        case (_, .none): return unbound(pattern, .never)
        case (_, .enumCase(let own, let type, let values)):
            guard own == name else { return unbound(pattern, .never) }
            if program.hasSeveralCases(called: name, type) { return unbound(pattern, .maybe) }
            guard let payload else { return Match(holds: .always) }
            return match(payload, values.count == 1 ? values[0] : .tuple(values), known)
        default: return unbound(pattern, .maybe)
        }
    }

    private func match(
        _ pattern: Pattern,
        oneOf values: [Value],
        _ known: [Place: Value]
    ) -> Match {
        let all = values.filter { $0 != .unset }.map { match(pattern, $0, known) }
        let possible = all.filter { $0.holds != .never }
        guard let first = possible.first else { return unbound(pattern, .never) }
        let bound = first.bound.indices.map { index in
            let values = possible.compactMap {
                $0.bound.indices.contains(index) ? $0.bound[index].1 : nil
            }
            return (first.bound[index].0, any(of: values))
        }
        let isCertain = all.allSatisfy { $0.holds == .always }
        return Match(holds: isCertain ? .always : .maybe, bound: bound)
    }

    private func unbound(_ pattern: Pattern, _ holds: ContainerState.Certainty) -> Match {
        Match(holds: holds, bound: pattern.names.map { ($0, .unknown) })
    }
}

extension Program {
    /// Whether an enumeration has cases that only the labels of what they hold tell apart.
    ///
    /// The compiler's tree does not say which of them is meant.
    fileprivate func hasSeveralCases(called name: String, _ type: SwiftType) -> Bool {
        (self.type(type)?.cases.count { $0.name == name } ?? 0) > 1
    }
}

extension Pattern {
    fileprivate var isName: Bool {
        if case .name = self { true } else { false }
    }

    /// Whether it matches whatever is not `nil`.
    var isOfAnyValue: Bool {
        if case .some(let inner) = self { inner.isIrrefutable } else { false }
    }

    /// Whether it matches whatever it is given.
    var isIrrefutable: Bool {
        switch self {
        case .name, .any: true
        case .tuple(let patterns): patterns.allSatisfy(\.isIrrefutable)
        case .some, .enumCase, .value, .type, .boolean: false
        }
    }
}

// MARK: - Comparisons

extension Machine {
    /// Whether two values are equal, by an equality that is known.
    func equality(_ first: Value, _ second: Value) -> ContainerState.Certainty {
        if comparesOthers { return .maybe }
        switch (first, second) {
        case (.string, .string), (.integer, .integer), (.boolean, .boolean), (.tag, .tag):
            return first == second ? .always : .never
        case (.none, .none): return .always
        case (.none, let other), (let other, .none):
            if case .set = other { return other.options.contains(.none) ? .maybe : .never }
            return other == .unknown || other == .unset ? .maybe : .never
        case (.enumCase(let one, let type, let values), .enumCase(let other, let same, let others)):
            guard type == same, hasOwnEquality(type) == false else { return .maybe }
            if one != other { return .never }
            if values.count != others.count || program.hasSeveralCases(called: one, type) {
                return .maybe
            }
            return zip(values, others).reduce(.always) { found, pair in
                let holds = equality(pair.0, pair.1)
                return found == .never || holds == .never
                    ? .never : found == .always ? holds : .maybe
            }
        default: return .maybe
        }
    }

    /// Whether the program says itself when two values of a type are equal.
    func hasOwnEquality(_ type: SwiftType) -> Bool? {
        guard program.type(type) != nil else { return nil }
        return program.hasOwnRawValue(type)
            || !program.protocols(of: type).isDisjoint(with: Self.comparing)
            || (program.allMethods(of: type) + program.operators).contains {
                ["==", "~="].contains($0.name) && !$0.isImplicit && $0.body != nil
            }
    }

    /// Protocols that say when values are equal: `Strideable`, `StringProtocol`, numbers, `SetAlgebra` and `SIMD`.
    private static let comparing: Set<String> = [
        "s:Sx", "s:Sy", "s:Sz", "s:SF", "s:s10SetAlgebraP", "s:s4SIMDP",
    ]

    /// Whether a value matches one that a pattern names.
    private func matches(_ value: Value, _ pattern: Value) -> ContainerState.Certainty {
        if case .list(let values) = pattern, case .integer = value {
            return values.contains(value) ? .always : .never
        }
        return equality(value, pattern)
    }

    /// Whether a value has a type at run time.
    func isInstance(_ value: Value, of type: SwiftType) -> ContainerState.Certainty {
        guard type.isConcrete else { return .maybe }
        switch value {
        case .structure(let own, _), .enumCase(_, let own, _):
            if own == type { return .always }
            if !own.isConcrete { return .maybe }
            guard let kind = program.type(type)?.kind, kind != .protocol else { return .maybe }
            return .never
        case .object(_, let own):
            let chain = program.superclasses(of: own)
            if chain.contains(type) { return .always }
            // What the arguments of a superclass are is not followed.
            if chain.contains(where: { $0.withoutArguments == type.withoutArguments }) {
                return .maybe
            }
            guard let kind = program.type(type)?.kind, kind != .protocol else { return .maybe }
            return .never
        default: return .maybe
        }
    }
}

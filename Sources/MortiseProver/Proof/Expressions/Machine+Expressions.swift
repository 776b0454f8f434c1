// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    /// The value of an expression; what it does is done.
    func evaluate(_ expression: Expression) -> Value {
        var value = self.value(of: expression)
        if expression.isResult { value = told(value, type(of: expression), at: expression.place) }
        let isOptional = value.options.contains { $0 == .none || $0 == .present }
        guard isOptional else { return value }
        // One `nil` is not told from the other where an optional holds an optional, and none of them is
        // where its type does not say that it is one.
        let type = type(of: expression)
        guard let wrapped = type.wrapped else {
            var isAny = false
            if case .existential = type { isAny = true }
            guard isAny || value.options.contains(.present) else { return value }
            return each(value) { $0 == .present || isAny && $0 == .none ? .unknown : $0 }
        }
        guard wrapped.wrapped != nil else { return value }
        escape(value, "it is optional twice", at: expression.place)
        return .unknown
    }

    private func value(of expression: Expression) -> Value {
        guard state != nil else {
            expression.visit { round.dead.insert($0.place) }
            return .unknown
        }
        let place = expression.place
        switch expression.kind {
        case .call(let callee, let arguments):
            return call(callee, arguments, expression)
        case .reference(let reference):
            if expression.canThrow, program.variables[reference.usr] == nil { fail() }
            return read(reference, expression)
        case .local(let name):
            let value = local(name, expression.substitutions, at: place)
            let result = awaited(.name, value, at: place)
            // What a task gives back.
            if expression.canThrow { fail() }
            return result ?? value
        case .member(let base, let reference):
            let isComputed = program.variables[reference.usr]?.getter != nil
            let base = isComputed ? settled(base) : base
            let owner = evaluate(base)
            changedOwner = nil
            if expression.canThrow, program.variables[reference.usr] == nil { fail() }
            let value = member(reference, of: owner, expression, isSuper: base.isSuper)
            // Reading it may change what it belongs to, such as the owner of a lazy property.
            if let changed = changedOwner, state != nil {
                changedOwner = nil
                let isOne = owner.options.count == 1
                assign(isOne ? changed : any(of: owner.options + [changed]), to: base)
            }
            return value
        case .enumCase(let reference):
            let type = type(of: expression)
            return type.wrapped == nil ? .enumCase(reference.name, type, []) : .none
        case .closure(let closure): return self.closure(closure, expression)
        case .typeValue(let type): return .type(type.substituting(frame.substitutions))
        case .typeOf(let inside):
            if case .local("self") = inside.kind, environment["self"] == nil {
                return typeOfAnySelf(expression)
            }
            return typeOf(evaluate(inside))
        case .string(let text): return literal(.string(text), expression)
        case .integer(let number): return literal(.integer(number), expression)
        case .boolean(let isTrue): return literal(.boolean(isTrue), expression)
        case .none: return literal(.none, expression)
        case .magic: return .unknown
        case .array(let elements):
            let values = elements.map { evaluate($0) }
            if type(of: expression).path == "Swift.Set" { return set(of: values.uniqued) }
            return literal(.list(values), expression)
        case .dictionary(let pairs):
            return dictionary(pairs.map { (evaluate($0.key), evaluate($0.value)) }, expression)
        case .tuple(let elements): return .tuple(elements.map { evaluate($0.value) })
        case .element(let tuple, let index):
            return each(evaluate(tuple)) { value in
                guard case .tuple(let values) = value, values.indices.contains(index) else {
                    return .unknown
                }
                return values[index]
            }
        case .keyPath(let references):
            guard let references else {
                loseAll("this key path is not read", at: place)
                return .unknown
            }
            return .keyPath(references.map(\.usr))
        case .conditional(let condition, let first, let second):
            return conditional(condition, first, second)
        case .statement(let statement): return given(by: statement)
        case .assign(let value, let target):
            let target = settled(target)
            let known = assigned(value, to: target)
            assign(known, to: target)
            return .tuple([])
        case .forcedTry(let inside):
            var value = Value.unknown
            _ = within(.ending) { value = evaluate(inside) }
            return value
        case .optionalTry(let inside): return optionalTry(inside)
        case .bindOptional(let inside): return bindOptional(inside)
        case .optionalChain(let inside):
            if noticesWhatIsLeftOut(inside) {
                loseAll("what observes a change that may be left out", at: place)
            }
            return optionalChain(inside)
        case .forced(let inside): return forced(evaluate(endingWithoutValue: inside))
        case .cast(let inside, let type, let cast):
            return self.cast(evaluate(inside), to: type.substituting(frame.substitutions), cast)
        case .converted(let inside), .inOut(let inside): return evaluate(inside)
        case .defaultArgument: return .unknown
        case .error:
            round.unread.append(
                (place, Gap(reason: "the compiler could not check this", place: place), nil)
            )
            loseAll("the compiler could not check this", at: place)
            return .unknown
        case .other(let parts):
            if expression.canThrow { fail() }
            for part in parts {
                let value = evaluate(part)
                if expression.type.path != "Swift.String" {
                    escape(value, "it is used in a way that is not read", at: part.place)
                }
            }
            // A literal may be made by way of an initializer that is not named.
            if program.type(expression.type) != nil { noteInstances(of: expression.type) }
            return .unknown
        case .text(let parts): return text(parts.map { (evaluate($0), type(of: $0)) })
        case .unsupported(let kind, let parts):
            for part in parts { _ = evaluate(part) }
            loseAll("`\(kind)` is not read", at: place)
            return .unknown
        }
    }

    /// A set of some values, whose order is not known, or how many are there if some may be equal.
    private func set(of values: [Value]) -> Value {
        let areApart = values.indices.allSatisfy { index in
            values[..<index].allSatisfy { equality($0, values[index]) == .never }
        }
        return areApart ? inAnyOrder(values) : .bag(values)
    }

    /// Notes that a key path leads to a property: what it holds may be read and written anywhere.
    func taint(_ property: String, at place: Place) {
        guard var now = state else { return }
        taint(property, at: place, in: &now)
        state = now
    }

    func taint(_ property: String, at place: Place, in now: inout State) {
        var seen: Set<String> = []
        var waiting = [property]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            memory.tainted.insert(next)
            escape(anyValue(of: next), "a key path leads to it", at: place, in: &now)
            if let variable = program.variables[next], variable.getter != nil,
                !program.isData(variable.type)
            {
                // It may give what any stored property has.
                let chain = variable.owner.map { program.superclasses(of: $0) } ?? []
                waiting += chain.flatMap { program.type($0)?.stored ?? [] }
            }
            for usr in program.variables[next]?.accessors ?? [] {
                guard let accessor = program.functions[usr], let body = accessor.body else {
                    continue
                }
                let reach = reach(of: accessor, body)
                waiting += reach.writes.sorted()
                guard reach.isLost else { continue }
                release(.entry(accessor, .unknown), in: &now)
            }
        }
    }

    /// The text that some values are, one after the other, if it is known.
    private func text(_ parts: [(value: Value, type: SwiftType)]) -> Value {
        var all = ""
        for (value, type) in parts {
            switch (value, type.path) {
            case (.string(let text), "Swift.String"): all += text
            case (.integer(let number), "Swift.Int"): all += String(number)
            default: return .unknown
            }
        }
        return .string(all)
    }

    /// A literal: nothing is known of it unless the values of its type are what is written.
    private func literal(_ value: Value, _ expression: Expression) -> Value {
        let type = type(of: expression)
        let isExact: Bool =
            switch value {
            case .string: Self.texts.contains(type.path ?? "")
            case .integer: Self.integers.contains(type.path ?? "")
            case .boolean: type.path == "Swift.Bool"
            case .list: type.path == "Swift.Array"
            case .none: type.wrapped != nil || program.type(type) == nil
            default: type.path == "Swift.Dictionary"
            }
        if isExact { return value }
        if case .list(let options) = value, let set = optionSet(of: options, type) { return set }
        escape(value, "it is an element of a type that is not read", at: expression.place)
        if program.type(type) != nil { noteInstances(of: type) }
        return .unknown
    }

    private static let texts: Set<String> = [
        "Swift.String", "Swift.Substring", "Swift.StaticString", "Swift.Character",
        "MortiseGraph.DefinitionTag", "Mortise.ScopeName", "MortiseDip.DependencyContainer.Tag",
    ]

    private static let integers = Set(
        ["", "8", "16", "32", "64", "128"].flatMap { ["Swift.Int\($0)", "Swift.UInt\($0)"] }
            + ["MortiseGraph.DefinitionTag", "MortiseDip.DependencyContainer.Tag"]
    )

    /// What `Self` is where nobody knows of which instance: known, unless it is a class.
    private func typeOfAnySelf(_ expression: Expression) -> Value {
        guard case .metatype(let own) = type(of: expression), let known = program.type(own),
            known.kind != .class
        else { return .unknown }
        return .type(own)
    }

    private func typeOf(_ value: Value) -> Value {
        each(value) { value in
            switch value {
            case .object(_, let type), .structure(let type, _), .enumCase(_, let type, _):
                .type(type)
            // `Self` in a static method.
            case .type: value
            default: .unknown
            }
        }
    }

    func type(of expression: Expression) -> SwiftType {
        expression.type.substituting(frame.substitutions)
    }

    private func local(_ name: String, _ substitutions: Substitutions, at place: Place) -> Value {
        let others = program.files[place.file].ambiguous[name] ?? []
        if others.contains(where: { $0.start <= place.start && place.end <= $0.end }) {
            loseAll("several local functions are called \(name)", at: place)
            return .unknown
        }
        switch environment[name == "super" ? "self" : name] {
        case .variable(let cell)?: return (read(cell) ?? .unknown).assigned
        case .function(let function, var seen)?:
            for (parameter, type) in substitutions {
                let known = type.substituting(frame.substitutions)
                // A function that calls itself may name ever larger types.
                if known.size <= 8 { seen.substitutions[parameter] = known }
            }
            let code = Escape.Key.local(function, seen)
            if memory.strays.contains(code) { release(code) }
            return .localFunction(function, seen)
        case .computed(let getter, _, var seen)?:
            seen[name] = environment[name]
            return invoke(.localFunction(getter, seen), [], at: place)
        case nil:
            loseAll("the variable \(name) is not known", at: place)
            return .unknown
        }
    }

    private func dictionary(_ pairs: [(Value, Value)], _ expression: Expression) -> Value {
        if type(of: expression).path == "Swift.KeyValuePairs" {
            return .list(pairs.map { .tuple([$0.0, $0.1]) })
        }
        return literal(.dictionary(pairs.map { Value.Pair(key: $0.0, value: $0.1) }), expression)
    }

    private func closure(_ closure: Expression.Closure, _ expression: Expression) -> Value {
        var seen = environment
        for capture in closure.captures {
            let value = evaluate(capture.value)
            let cell = Cell.local(
                Origin(place: capture.value.place, path: frame.path),
                capture.name
            )
            seen[capture.name] = .variable(cell)
            if mayBeWeak(capture.value) { memory.weak.insert(cell) }
            state?[cell] = value
        }
        seen = seen.restricted(to: memory.names(in: closure))
        for cell in seen.cells { memory.captured.insert(cell) }
        let made = ClosureValue(
            closure: closure,
            type: type(of: expression),
            environment: seen,
            substitutions: frame.substitutions,
            place: expression.place
        )
        if memory.strays.contains(.closure(made)) { release(.closure(made)) }
        return .closure(made)
    }

    /// Whether a closure may capture a value weakly: the compiler tells it only by an optional type.
    private func mayBeWeak(_ captured: Expression) -> Bool {
        if case .converted = captured.kind { return true }
        guard let type = type(of: captured).wrapped else { return false }
        switch program.type(type)?.kind {
        case .structure, .enumeration: return false
        default: return !(type.path?.hasPrefix("Swift.") ?? false)
        }
    }

    /// The variables that a local function sees.
    func seen(by body: [Statement]?) -> Environment {
        var names: Set<String> = ["self"]
        for statement in body ?? [] {
            statement.visit { if case .local(let name) = $0.kind { names.insert(name) } }
        }
        if names.contains("super") { names.insert("self") }
        var seen = environment.restricted(to: names)
        seen.substitutions = frame.substitutions
        for cell in seen.cells { memory.captured.insert(cell) }
        return seen
    }
}

extension Memory {
    func names(in closure: Expression.Closure) -> Set<String> {
        if let known = mentioned[ObjectIdentifier(closure)] { return known }
        var names: Set<String> = []
        for statement in closure.body {
            statement.visit {
                if case .local(let name) = $0.kind { names.insert(name == "super" ? "self" : name) }
            }
        }
        names.subtract(closure.parameters.map(\.name))
        mentioned[ObjectIdentifier(closure)] = names
        return names
    }
}

extension Expression {
    /// The longest part that is bound if it is not `nil`.
    var bound: Expression? {
        switch kind {
        case .bindOptional(let inner): inner
        case .member(let base, _), .element(let base, _), .forced(let base), .converted(let base),
            .inOut(let base), .call(let base, _), .optionalChain(let base):
            base.bound
        default: nil
        }
    }

    /// Whether something has just given its value, which nothing has kept before.
    fileprivate var isResult: Bool {
        switch kind {
        case .call, .member, .cast, .optionalTry, .optionalChain: true
        default: false
        }
    }

    var isInOut: Bool { if case .inOut = kind { true } else { false } }

    /// Whether it names something, and does nothing.
    var isName: Bool {
        switch inside.kind {
        case .local, .reference: true
        case .member(let base, _), .forced(let base), .bindOptional(let base): base.isName
        default: false
        }
    }

    var isSuper: Bool {
        if case .local("super") = inside.kind { true } else { false }
    }

    /// The expression without conversions and `&`.
    var inside: Expression {
        switch kind {
        case .converted(let inner), .inOut(let inner), .forcedTry(let inner): inner.inside
        default: self
        }
    }
}

// MARK: - Ways

extension Machine {
    private func conditional(
        _ condition: Expression,
        _ first: Expression,
        _ second: Expression
    ) -> Value {
        let outer = environment
        let otherwise = labelled(condition.place, test(condition))
        let one = state == nil ? Value.unset : evaluate(first)
        let after = state
        environment = outer
        state = otherwise
        let other = state == nil ? Value.unset : evaluate(second)
        environment = outer
        let value = other == .unset ? one : joined(one, after, other, state)
        state = joined(after, state)
        return value == .unset ? .unknown : value
    }

    private func given(by statement: Statement) -> Value {
        let known = frame.given.count
        run([statement])
        let given = Array(frame.given[known...])
        frame.given.removeSubrange(known...)
        return given.isEmpty ? .unknown : any(of: given)
    }

    /// Evaluates an expression where `nil` ends the program: `try?` handles no failure there.
    func evaluate(endingWithoutValue expression: Expression) -> Value {
        guard case .optionalTry(let inside) = expression.kind else { return evaluate(expression) }
        return optionalTry(inside, .ending)
    }

    private func optionalTry(_ inside: Expression, _ kind: Frame.Target.Kind = .handler) -> Value {
        var value = Value.unknown
        let target = within(kind) { value = evaluate(inside) }
        if state == nil, target.failed != nil {
            value = .none
        } else if target.failed != nil {
            value = joined(value, .none)
        }
        state = joined(state, target.failed)
        return value
    }

    func bindOptional(_ inside: Expression) -> Value {
        let value = evaluate(inside)
        guard let target = frame.targets.last(where: { $0.kind == .chain }) else {
            return forced(value)
        }
        let otherwise = test(.some(.any), value, at: inside.place)
        target.left = joined(target.left, otherwise)
        return value.withoutNone
    }

    private func optionalChain(_ inside: Expression) -> Value {
        var value = Value.unknown
        let target = within(.chain) { value = evaluate(inside) }
        guard let left = target.left else { return value }
        value = state == nil ? .none : joined(value, state, .none, left)
        state = joined(state, left)
        return value
    }

    private func forced(_ value: Value) -> Value {
        let ways = value.alternatives.filter { [.none, .unknown].contains($0.value) }
        if !ways.isEmpty { failForWhatWasHandled(isEnd: true, on: ways.map(\.facts)) }
        if value == .none { state = nil }
        return value.withoutNone
    }

    private func cast(_ value: Value, to type: SwiftType, _ cast: Expression.Cast) -> Value {
        each(value) { value in
            let holds = isInstance(value, of: type.wrapped ?? type)
            switch cast {
            case .test: return holds == .maybe ? .unknown : .boolean(holds == .always)
            case .forced:
                if holds == .never { state = nil }
                return value
            case .conditional:
                if value == .unknown || value == .present { return .unknown }
                return holds == .always ? value : holds == .never ? .none : joined(value, .none)
            }
        }
    }
}

extension Value {
    /// What it is if it is not `nil`.
    var withoutNone: Value {
        if self == .none || self == .present { return .unknown }
        guard case .set = self else { return self }
        let rest = alternatives.filter { $0.value != .none }
        if rest.contains(where: { $0.value == .present }) { return .unknown }
        return rest.count == 1
            ? rest[0].value : .set(Choice(rest.map(\.value), rest.map(\.facts)))
    }
}

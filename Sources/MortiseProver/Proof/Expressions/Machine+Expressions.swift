// SPDX-License-Identifier: MIT

extension Machine {
    /// The value of an expression; what it does is done.
    func evaluate(_ expression: Expression) -> Value {
        guard state != nil else {
            expression.visit { round.dead.insert($0.place) }
            return .unknown
        }
        let place = expression.place
        switch expression.kind {
        case .call(let callee, let arguments): return call(callee, arguments, expression)
        case .reference(let reference): return read(reference, expression)
        case .local(let name): return local(name, at: place)
        case .member(let base, let reference):
            let value = evaluate(base)
            return member(reference, of: value, expression, isSuper: base.isSuper)
        case .enumCase(let reference): return .enumCase(reference.name, type(of: expression), [])
        case .closure(let closure): return self.closure(closure, expression)
        case .typeValue(let type): return .type(type.substituting(frame.substitutions))
        case .string(let text): return literal(.string(text), expression)
        case .integer(let number): return literal(.integer(number), expression)
        case .boolean(let isTrue): return literal(.boolean(isTrue), expression)
        case .none: return .none
        case .magic: return .unknown
        case .array(let elements):
            let values = elements.map { evaluate($0) }
            if type(of: expression).path == "Swift.Set" { return .bag(values.uniqued) }
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
            for reference in references ?? [] { taint(reference.usr, at: place) }
            return .unknown
        case .conditional(let condition, let first, let second):
            return conditional(condition, first, second)
        case .statement(let statement): return given(by: statement)
        case .assign(let value, let target):
            let known = evaluate(value)
            assign(known, to: target)
            return .tuple([])
        case .optionalTry(let inside): return optionalTry(inside)
        case .bindOptional(let inside): return bindOptional(inside)
        case .optionalChain(let inside): return optionalChain(inside)
        case .forced(let inside): return forced(evaluate(inside))
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
            for part in parts {
                let value = evaluate(part)
                if expression.type.path != "Swift.String" {
                    escape(value, "it is used in a way that is not read", at: part.place)
                }
            }
            return .unknown
        case .unsupported(let kind, let parts):
            for part in parts { _ = evaluate(part) }
            loseAll("`\(kind)` is not read", at: place)
            return .unknown
        }
    }

    /// Notes that a key path leads to a property: what it holds may be read and written anywhere.
    func taint(_ property: String, at place: Place) {
        memory.tainted.insert(property)
        escape(anyValue(of: property), "a key path leads to it", at: place)
    }

    /// A literal of a type whose values are what is written, or what an initializer of the program
    /// makes of it.
    private func literal(_ value: Value, _ expression: Expression) -> Value {
        let type = type(of: expression)
        let (label, isExact): (String, Bool) =
            switch value {
            case .string: ("stringLiteral", Self.texts.contains(type.path ?? ""))
            case .integer: ("integerLiteral", Self.integers.contains(type.path ?? ""))
            case .boolean: ("booleanLiteral", type.path == "Swift.Bool")
            case .list: ("arrayLiteral", type.path == "Swift.Array")
            default: ("dictionaryLiteral", type.path == "Swift.Dictionary")
            }
        if isExact { return value }
        let own = program.methods[type.withoutArguments]?.first {
            $0.name == "init" && $0.parameters.first?.label == label
        }
        if let own {
            let arguments = Arguments([value], at: expression.place)
            let reference = Reference(usr: own.usr, name: own.name)
            return apply(reference, of: .type(type), nil, arguments, expression)
        }
        escape(value, "it is an element of a type that is not read", at: expression.place)
        return .unknown
    }

    private static let texts: Set<String> = [
        "Swift.String", "Swift.Substring", "Swift.StaticString", "Swift.Character",
        "MortiseGraph.DefinitionTag", "Mortise.ScopeName",
    ]

    private static let integers = Set(
        ["", "8", "16", "32", "64", "128"].flatMap { ["Swift.Int\($0)", "Swift.UInt\($0)"] }
            + ["MortiseGraph.DefinitionTag"]
    )

    func type(of expression: Expression) -> SwiftType {
        expression.type.substituting(frame.substitutions)
    }

    private func local(_ name: String, at place: Place) -> Value {
        switch environment[name == "super" ? "self" : name] {
        case .variable(let cell)?: return (read(cell) ?? .unknown).assigned
        case .function(let function, let seen)?: return .localFunction(function, seen)
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
            var value = evaluate(capture.value)
            // What is captured weakly is made optional.
            if case .converted = capture.value.kind { value = joined(value, .none) }
            let cell = Cell.local(
                Origin(place: capture.value.place, path: frame.path),
                capture.name
            )
            seen[capture.name] = .variable(cell)
            state?[cell] = value
        }
        seen = seen.restricted(to: memory.names(in: closure))
        for cell in seen.cells { memory.captured.insert(cell) }
        return .closure(
            ClosureValue(
                closure: closure,
                type: type(of: expression),
                environment: seen,
                substitutions: frame.substitutions,
                place: expression.place
            )
        )
    }

    /// The variables that a local function sees.
    func seen(by body: [Statement]?) -> Environment {
        var names: Set<String> = ["self"]
        for statement in body ?? [] {
            statement.visit { if case .local(let name) = $0.kind { names.insert(name) } }
        }
        if names.contains("super") { names.insert("self") }
        let seen = environment.restricted(to: names)
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
        mentioned[ObjectIdentifier(closure)] = names
        return names
    }
}

extension Expression {
    var isSuper: Bool {
        if case .local("super") = inside.kind { true } else { false }
    }

    /// The expression without conversions and `&`.
    var inside: Expression {
        switch kind {
        case .converted(let inner), .inOut(let inner): inner.inside
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

    private func optionalTry(_ inside: Expression) -> Value {
        var value = Value.unknown
        let target = within(.handler) { value = evaluate(inside) }
        if state == nil, target.failed != nil {
            value = .none
        } else if target.failed != nil {
            value = joined(value, .none)
        }
        state = joined(state, target.failed)
        return value
    }

    private func bindOptional(_ inside: Expression) -> Value {
        let value = evaluate(inside)
        guard let target = frame.targets.last(where: { $0.kind == .chain }) else {
            return forced(value)
        }
        switch value {
        case .none:
            target.left = joined(target.left, state)
            state = nil
        case .unknown, .unset: target.left = joined(target.left, state)
        case .set where value.options.contains(.none) || value.options.contains(.unknown):
            target.left = joined(target.left, state)
        default: break
        }
        return value.withoutNone
    }

    private func optionalChain(_ inside: Expression) -> Value {
        var value = Value.unknown
        let target = within(.chain) { value = evaluate(inside) }
        guard let left = target.left else { return value }
        value = state == nil ? .none : joined(value, .none)
        state = joined(state, left)
        return value
    }

    private func forced(_ value: Value) -> Value {
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
                if value == .unknown { return .unknown }
                return holds == .always ? value : holds == .never ? .none : joined(value, .none)
            }
        }
    }
}

extension Value {
    /// What it is if it is not `nil`.
    var withoutNone: Value {
        guard case .set(let choice) = self else { return self == .none ? .unknown : self }
        let rest = choice.values.filter { $0 != .none }
        return rest.count == 1 ? rest[0] : .set(Choice(rest))
    }
}

// MARK: - Assignments

extension Machine {
    /// Stores a value where an expression says.
    func assign(_ value: Value, to target: Expression) {
        guard state != nil else { return }
        switch target.kind {
        case .local(let name):
            switch environment[name] {
            case .variable(let cell)?: write(value, to: cell)
            case .computed(_, let setter?, var seen)?:
                seen[name] = environment[name]
                _ = invoke(.localFunction(setter, seen), [value], at: target.place)
            default:
                escape(value, "it is assigned to \(name), which is not known", at: target.place)
                loseAll("the variable \(name) is not known", at: target.place)
            }
        case .reference(let reference): assign(value, toGlobal: reference, at: target.place)
        case .member(let base, let reference): assign(value, to: reference, of: base, target)
        case .tuple(let targets) where targets.isEmpty: return
        case .tuple(let targets):
            guard case .tuple(let values) = value, values.count == targets.count else {
                for one in targets { assign(.unknown, to: one.value) }
                return escape(value, "it is taken apart", at: target.place)
            }
            for (one, part) in zip(targets, values) { assign(part, to: one.value) }
        case .element(let tuple, let index):
            guard case .tuple(var values) = evaluate(tuple), values.indices.contains(index) else {
                escape(value, "it is stored in a tuple that is not known", at: target.place)
                return assign(.unknown, to: tuple)
            }
            values[index] = value
            assign(.tuple(values), to: tuple)
        case .forced(let inner), .bindOptional(let inner), .converted(let inner), .inOut(let inner):
            if case .bindOptional = target.kind { _ = bindOptional(inner) }
            assign(value, to: inner)
        case .optionalChain(let inner):
            let chain = within(.chain) { assign(value, to: inner) }
            state = joined(state, chain.left)
        case .call(let callee, let arguments): assign(value, toElementOf: callee, arguments, target)
        default:
            escape(value, "it is assigned in a way that is not read", at: target.place)
            loseAll("an assignment that is not read", at: target.place)
        }
    }

    private func assign(_ value: Value, toGlobal reference: Reference, at place: Place) {
        guard let variable = program.variables[reference.usr] else {
            return escape(
                value,
                "it is assigned to \(reference.name), which is not read",
                at: place
            )
        }
        if let setter = variable.setter, let function = program.functions[setter] {
            _ = run(function, of: nil, [value], [:], at: place)
            return
        }
        write(value, to: .global(reference.usr))
        observe(variable, of: nil, value, at: place)
    }

    private func observe(_ variable: Variable, of owner: Value?, _ value: Value, at place: Place) {
        var observers = variable.observers
        if case .object(_, let type)? = owner {
            // A subclass may observe it as well.
            observers = program.superclasses(of: type).flatMap { owner in
                (program.properties[owner.withoutArguments] ?? []).filter {
                    $0.name == variable.name
                }.flatMap(\.observers)
            }
        }
        for usr in observers {
            guard let observer = program.functions[usr] else { continue }
            _ = run(observer, of: owner, [value], [:], at: place)
        }
    }

    private func assign(
        _ value: Value,
        to reference: Reference,
        of base: Expression,
        _ target: Expression
    ) {
        let owner = evaluate(base)
        guard state != nil else { return }
        if program.isOfMortise(reference) {
            _ = mortise(reference, of: owner, .none(target.place), target)
            return escape(value, "it is given to \(reference.name)", at: target.place)
        }
        if case .type = owner {
            let found = properties(reference, of: owner).map {
                Reference(usr: $0.usr, name: $0.name)
            }
            _ = oneOf(found.isEmpty ? [reference] : found) { reference in
                assign(value, toGlobal: reference, at: target.place)
                return .unknown
            }
            return
        }
        let changed = each(owner) { owner in
            set(reference, of: owner, value, at: target.place)
        }
        if changed != owner, !owner.options.allSatisfy(\.isObject) { assign(changed, to: base) }
    }

    /// Sets a property; gives the owner, which is another value then if it is a structure.
    private func set(
        _ reference: Reference,
        of owner: Value,
        _ value: Value,
        at place: Place
    ) -> Value {
        let found = properties(reference, of: owner)
        if found.isEmpty { return set(nil, reference.usr, of: owner, value, at: place) }
        return oneOf(found) { set($0, $0.usr, of: owner, value, at: place) }
    }

    private func set(
        _ variable: Variable?,
        _ usr: String,
        of owner: Value,
        _ value: Value,
        at place: Place
    ) -> Value {
        if let setter = variable?.setter, let function = program.functions[setter] {
            return run(function, of: owner, [value], [:], at: place, isMutating: true).owner
        }
        switch owner {
        case .object(let origin, _):
            guard let variable else { break }
            if program.isOpen(variable), memory.exposed.contains(origin) {
                escape(value, "it is stored in an object that is given to unread code", at: place)
            }
            write(value, to: .field(origin, usr))
            observe(variable, of: owner, value, at: place)
            return owner
        case .structure(let type, var fields):
            guard let variable, variable.getter == nil else { break }
            fields[usr] = value
            keep(value, in: usr)
            let changed = Value.structure(type, fields)
            guard !variable.observers.isEmpty else { return changed }
            var last = changed
            for usr in variable.observers {
                guard let observer = program.functions[usr] else { continue }
                last = run(observer, of: last, [value], [:], at: place, isMutating: true).owner
            }
            return last
            for field in fields.values { escape(field, "what is set in it is not read", at: place) }
        default: break
        }
        if variable.map({ program.isOpen($0) }) ?? true {
            escape(value, "it is stored in something that is not known", at: place)
        }
        keep(value, in: usr)
        for (cell, old) in state?.cells ?? [:] {
            guard case .field(_, usr) = cell else { continue }
            write(joined(old, value), to: cell)
        }
        return owner.isObject ? owner : .unknown
    }

    /// Sets an element of an array or a dictionary.
    private func assign(
        _ value: Value,
        toElementOf callee: Expression,
        _ arguments: [Expression.Argument],
        _ target: Expression
    ) {
        let keys = arguments.map { evaluate($0.value) }
        guard case .member(let base, let reference) = callee.kind else {
            escape(value, "it is assigned in a way that is not read", at: target.place)
            return loseAll("an assignment that is not read", at: target.place)
        }
        let owner = evaluate(base)
        // The USR of a subscript ends with `p`, that of its setter with `s`.
        let setter = Reference(usr: reference.usr.dropLast() + "s", name: reference.name)
        let setters = functions(setter, of: owner, isSuper: base.isSuper)
        if !setters.isEmpty {
            let changed = oneOf(setters) { setter in
                run(setter, of: owner, [value] + keys, [:], at: target.place, isMutating: true)
                    .owner
            }
            if changed != owner, !owner.isObject { assign(changed, to: base) }
            return
        }
        let isPart = type(of: target).path == "Swift.ArraySlice"
        switch (standardSymbol(reference)?.owner.last, owner) {
        case ("Array", .list(var values)) where !isPart:
            if let index = keys[0].index(in: values) {
                values[index] = value
                assign(.list(values), to: base)
            } else {
                assign(.bag(values + [value]), to: base)
            }
        case ("Array", .bag(let values)) where !isPart:
            assign(.bag(values.contains(value) ? values : values + [value]), to: base)
        case ("Dictionary", .dictionary), ("Dictionary", .bag):
            var values = owner.elements ?? []
            if case .dictionary(let pairs) = owner {
                values = pairs.map { .tuple([$0.key, $0.value]) }
            }
            assign(.bag((values + [.tuple([keys[0], value])]).uniqued), to: base)
        default:
            for one in [value, owner] {
                escape(one, "it is stored in something that is not known", at: target.place)
            }
            if !owner.isObject { assign(.unknown, to: base) }
        }
    }
}

extension Value {
    /// Whether it is an instance of a type of the program.
    var isInstance: Bool {
        switch self {
        case .object, .structure, .enumCase: true
        default: false
        }
    }

    /// Whether it is shared by all that have it.
    var isObject: Bool {
        if case .object = self { true } else { false }
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// The arguments of a call: what is written, and its values; `nil` for a default.
struct Arguments {
    var written: [Expression.Argument]
    var values: [Value?]

    static func none(_ place: Place) -> Arguments { Arguments(written: [], values: []) }

    /// The values of a call that is not written.
    init(_ values: [Value?], at place: Place) {
        self.values = values
        written = values.map { _ in
            Expression.Argument(Expression(.other([]), type: .unknown(""), at: place))
        }
    }

    init(written: [Expression.Argument], values: [Value?]) {
        self.written = written
        self.values = values
    }
}

extension Machine {
    func call(
        _ callee: Expression,
        _ arguments: [Expression.Argument],
        _ expression: Expression
    ) -> Value {
        if logical(expression) != nil { return truth(of: expression) }
        let place = expression.place
        switch callee.kind {
        case .member(let base, let reference) where program.variables[reference.usr] == nil:
            let base = base.isInOut ? settled(base) : base
            let receiver = evaluate(base)
            let known = self.arguments(arguments)
            guard isReached(place) else { return .unknown }
            return apply(reference, of: receiver, base, known, expression.given(known.written))
        case .reference(let reference) where program.variables[reference.usr] == nil:
            let known = self.arguments(arguments)
            guard isReached(place) else { return .unknown }
            return apply(reference, of: nil, nil, known, expression.given(known.written))
        case .enumCase(let reference):
            let values = self.arguments(arguments).values.map { $0 ?? .unknown }
            let type = type(of: expression)
            if type.wrapped != nil, values.count == 1 { return values[0] }
            return .enumCase(reference.name, type, values)
        case .closure(let closure) where closure.isImplicit && closure.isAsync:
            // `async let`: a task of its own.
            let value = evaluate(callee)
            escape(value, "", at: place)
            return .unknown
        default:
            let function = evaluate(callee)
            let known = self.arguments(arguments)
            guard isReached(place) else { return .unknown }
            return each(function) { invoke($0, known.values, at: place, known.written) }
        }
    }

    /// Whether a way leads to a call, once its arguments are known.
    private func isReached(_ place: Place) -> Bool {
        if state == nil { round.dead.insert(place) }
        return state != nil
    }

    func arguments(_ written: [Expression.Argument]) -> Arguments {
        var arguments = Arguments(written: [], values: [])
        for var argument in written {
            if argument.value.isInOut {
                argument = Expression.Argument(
                    label: argument.label,
                    settled(argument.value),
                    isInout: argument.isInout
                )
            }
            let isDefault = if case .defaultArgument = argument.value.kind { true } else { false }
            arguments.values.append(isDefault ? nil : evaluate(argument.value))
            arguments.written.append(argument)
        }
        return arguments
    }

    private func truth(of expression: Expression) -> Value {
        let otherwise = test(expression)
        let holds = state
        state = joined(holds, otherwise)
        if otherwise == nil { return .boolean(true) }
        return holds == nil ? .boolean(false) : .unknown
    }

    /// Calls a value.
    func invoke(
        _ function: Value,
        _ values: [Value?],
        at place: Place,
        _ written: [Expression.Argument] = []
    ) -> Value {
        each(function) { function in
            switch function {
            case .closure(let closure) where isStray(closure, values):
                memory.strays.insert(closure)
                if let number = memory.numbers[.closure(closure)] {
                    state?.accesses.release([number])
                }
                forget(written)
                fail()
                return .unknown
            case .closure(let closure): return run(closure, values, at: place, written)
            case .localFunction(let function, let seen):
                return run(function, of: nil, values, frame.substitutions, at: place, seen, written)
                    .value
            case .function(let reference, let receiver):
                let expression = Expression(
                    .other([]),
                    type: .unknown("result"),
                    at: place,
                    canThrow: true
                )
                var arguments = Arguments(values, at: place)
                if written.count == values.count {
                    arguments = Arguments(written: written, values: values)
                }
                return apply(reference, of: receiver, nil, arguments, expression)
            default:
                for value in values {
                    escape(value ?? .none, "it is given to a function that is not known", at: place)
                }
                forget(written)
                fail()
                return .unknown
            }
        }
    }

    /// Whether a closure sees variables of which nothing is known here: it is from elsewhere, where it may
    /// run at any time.
    private func isStray(_ closure: ClosureValue, _ values: [Value?]) -> Bool {
        guard let state, values.allSatisfy({ $0?.isReference != true }) else { return false }
        return closure.environment.cells.contains { $0.isLocal && state[$0] == nil }
    }

    /// Makes unknown what is passed `inout`.
    func forget(_ written: [Expression.Argument]) {
        for argument in written {
            guard case .inOut(let target) = argument.value.kind else { continue }
            assign(.unknown, to: target)
        }
    }

    /// Calls a function by its name.
    func apply(
        _ reference: Reference,
        of receiver: Value?,
        _ base: Expression?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value {
        let known = resolved(reference)
        guard let receiver else { return apply(one: known, of: nil, base, arguments, expression) }
        return each(receiver) { apply(one: known, of: $0, base, arguments, expression) }
    }

    /// A reference whose substitutions are what they are in the function that runs.
    func resolved(_ reference: Reference) -> Reference {
        guard !frame.substitutions.isEmpty, !reference.substitutions.isEmpty else {
            return reference
        }
        return Reference(
            usr: reference.usr,
            name: reference.name,
            substitutions: reference.substitutions.mapValues {
                $0.substituting(frame.substitutions)
            }
        )
    }

    private func apply(
        one reference: Reference,
        of receiver: Value?,
        _ base: Expression?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value {
        if program.isOfMortise(reference) {
            let own =
                receiver?.isInstance == true || receiver.map { isOwnType($0) } == true
                ? functions(reference, of: receiver, isSuper: base?.isSuper ?? false) : []
            if !own.isEmpty {
                return run(oneOf: own, reference, receiver, base, arguments, expression)
            }
            return mortise(reference, of: receiver, arguments, expression)
        }
        if program.isHarmless(reference) {
            for value in arguments.values {
                if case .closure? = value { escape(value ?? .none, "", at: expression.place) }
            }
            if expression.canThrow { fail() }
            return .unknown
        }
        if reference.name == "init",
            let made = initialized(reference, receiver, base, arguments, expression)
        {
            return made
        }
        let bodies = functions(reference, of: receiver, isSuper: base?.isSuper ?? false)
        if !bodies.isEmpty {
            return run(oneOf: bodies, reference, receiver, base, arguments, expression)
        }
        if receiver.map({ program.isSequence($0) }) != true,
            let value = standard(reference, receiver, base, arguments, expression)
        {
            return value
        }
        return unread(reference, receiver, base, arguments, expression)
    }

    /// Whether it is a type that the program declares.
    private func isOwnType(_ value: Value) -> Bool {
        if case .type(let type) = value { program.type(type) != nil } else { false }
    }

    /// Runs the bodies that may be meant, each from the same state.
    private func run(
        oneOf bodies: [Function],
        _ reference: Reference,
        _ receiver: Value?,
        _ base: Expression?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value {
        oneOf(bodies) { body in
            let isMutating = if case .inOut? = base?.kind { true } else { false }
            let end = run(
                body,
                of: receiver,
                arguments.values,
                reference.substitutions,
                at: expression.place,
                nil,
                arguments.written
            )
            if isMutating, let base, state != nil, !end.owner.isObject {
                assign(end.owner, to: base)
            }
            return end.value
        }
    }

    /// The functions that a reference may mean for a receiver; none if one of them is not read.
    func functions(_ reference: Reference, of receiver: Value?, isSuper: Bool) -> [Function] {
        let direct = program.functions[reference.usr]
        if isSuper { return direct?.body == nil ? [] : direct.map { [$0] } ?? [] }
        switch receiver {
        case .object(_, let type)?, .type(let type)?, .structure(let type, _)?,
            .enumCase(_, let type, _)?:
            if let direct, direct.body != nil {
                guard program.type(type)?.kind == .class else { return [direct] }
                return [program.implementation(of: direct, in: type)]
            }
            return program.witness(of: reference, for: type)
        default:
            guard let direct else { return [] }
            guard direct.body != nil else { return program.witnesses(of: reference) }
            return direct.owner == nil ? [direct] : program.implementations(of: direct)
        }
    }
}

// MARK: - Bodies

extension Machine {
    /// Runs a function of the program; gives its value and what it leaves of a mutated receiver.
    func run(
        _ function: Function,
        of receiver: Value?,
        _ values: [Value?],
        _ substitutions: Substitutions,
        at place: Place,
        _ seen: Environment? = nil,
        _ written: [Expression.Argument] = []
    ) -> (value: Value, owner: Value) {
        guard let body = function.body else {
            for value in values + [receiver] {
                escape(value ?? .none, "\(function.name) is not read", at: place)
            }
            forget(written)
            fail()
            return (.unknown, receiver?.isObject == true ? receiver ?? .unknown : .unknown)
        }
        round.ran.insert(function)
        let own = memberPath(of: function, receiver)
        let path = own ?? memory.paths.path(from: frame.path, place)
        let isFollowed = mayEnter(Frame.Call(code: ObjectIdentifier(function), path: path))
        if !isFollowed || frame.calls.count > Self.followed || alternatives > 0,
            passes(function, values.compactMap { $0 } + [receiver].compactMap { $0 }, body)
        {
            forget(written)
            fail()
            return (.unknown, receiver?.isObject == true ? receiver ?? .unknown : .unknown)
        }
        guard isFollowed else {
            for value in values + [receiver] {
                escape(
                    value ?? .none,
                    "it is given to \(function.name), which calls itself",
                    at: place
                )
            }
            forget(written)
            loseAll("\(function.name) calls itself, or too many calls are open", at: place)
            fail()
            return (.unknown, .unknown)
        }
        let inner = Frame(
            path: path,
            substitutions: substitutions,
            lane: function.isMainActor ? .main : frame.lane,
            calls: frame.calls + [Frame.Call(code: ObjectIdentifier(function), path: path)],
            current: frame.current,
            at: place
        )
        inner.isInitializer = function.name == "init"
        inner.member = own == nil ? nil : function
        return enter(inner, seen ?? Environment()) {
            if let seen, seen[function.name] == nil {
                environment[function.name] = .function(function, seen)
            }
            var owner: Cell?
            if let receiver {
                declare("self", receiver, at: function.place)
                if case .variable(let cell)? = environment["self"] { owner = cell }
            }
            let cells = bind(function.parameters, values, at: function.place)
            run(body)
            return (owner, cells)
        } after: { owner, cells in
            // An initializer that fails ends what it has made.
            if function.name == "init", let receiver { noteEnd(of: receiver) }
            writeBack(cells, function.parameters, written, at: place)
            return owner.flatMap { state?[$0] } ?? .unknown
        }
    }

    /// Runs a closure.
    func run(
        _ closure: ClosureValue,
        _ values: [Value?],
        at place: Place,
        _ written: [Expression.Argument] = []
    ) -> Value {
        let code = closure.closure
        let path = memory.paths.path(from: frame.path, place)
        guard mayEnter(Frame.Call(code: ObjectIdentifier(code), path: path)) else {
            for value in values { escape(value ?? .none, "the closure calls itself", at: place) }
            loseAll("a closure calls itself, or too many calls are open", at: place)
            fail()
            return .unknown
        }
        let inner = Frame(
            path: path,
            substitutions: closure.substitutions,
            lane: code.isMainActor ? .main : frame.lane,
            calls: frame.calls + [Frame.Call(code: ObjectIdentifier(code), path: path)],
            current: frame.current,
            at: place
        )
        return enter(inner, closure.environment) {
            let cells = bind(code.parameters, values, at: closure.place)
            run(code.body)
            return (nil, cells)
        } after: { _, cells in
            writeBack(cells, code.parameters, written, at: place)
            return .unknown
        }.value
    }

    /// How deep calls are followed that cannot come to wiring.
    private static let followed = 8

    /// Whether a function that is not followed leaves everything as it is but what it assigns.
    private func passes(_ function: Function, _ values: [Value], _ body: [Statement]) -> Bool {
        let known = reach(of: function, body)
        let isHarmless = values.allSatisfy { !$0.isReference || $0.isObject }
        guard !known.touchesWiring, isHarmless, let now = state else { return false }
        for usr in known.keyPaths.sorted() { taint(usr, at: function.place) }
        for usr in known.writes where program.variables[usr]?.owner != nil {
            keep(.unknown, in: usr)
        }
        for (cell, value) in now.cells {
            switch cell {
            case .field(_, let usr), .global(let usr):
                guard known.writes.contains(usr) else { continue }
                escape(value, "\(function.name) may assign to it", at: function.place)
                write(.unknown, to: cell)
            case .local: continue
            }
        }
        return true
    }

    /// What a function may touch, which is found out once.
    func reach(of function: Function, _ body: [Statement]) -> Reach {
        if let known = memory.reaches[ObjectIdentifier(function)] { return known }
        let reach = program.reach(of: body)
        memory.reaches[ObjectIdentifier(function)] = reach
        return reach
    }

    /// Whether a piece of code may run here: what runs has variables of its own then.
    private func mayEnter(_ code: Frame.Call) -> Bool {
        frame.calls.count < 48 && !frame.calls.contains(code)
            && frame.calls.filter { $0.code == code.code }.count < 3 && countCall()
    }

    /// Runs a body in a frame of its own, and goes on where it returned.
    ///
    /// What it throws goes to what handles errors here.
    private func enter(
        _ inner: Frame,
        _ seen: Environment,
        _ body: () -> (owner: Cell?, cells: [Cell]),
        after: (Cell?, [Cell]) -> Value
    ) -> (value: Value, owner: Value) {
        let (outerFrame, outerEnvironment) = (frame, environment)
        inner.caller = frame.calls.isEmpty && !frame.isScript ? nil : inner.place
        inner.isCaughtOutside = frame.isCaught || frame.isCaughtOutside
        inner.isExpectedToFail = frame.isExpectedToFail
        inner.isOfMember = frame.isOfMember || inner.member != nil
        (frame, environment) = (inner, seen)
        let target = Frame.Target(.function)
        frame.targets = [target]
        let (owner, cells) = body()
        var value = Value.tuple([])
        if let result = inner.result {
            value = state == nil ? result.value : joined(result.value, .tuple([]))
            state = joined(state, result.state)
        }
        (frame, environment) = (outerFrame, outerEnvironment)
        if let failed = target.failed {
            let normal = state
            state = failed
            _ = after(owner, cells)
            drop(inner.declared)
            fail()
            state = normal
        }
        let left = after(owner, cells)
        drop(inner.declared)
        return (value, left)
    }

    /// Forgets the variables of a function that has ended, but those that closures see.
    func drop(_ cells: [Cell]) { drop(cells, from: &state) }

    func drop(_ cells: [Cell], from state: inout State?) {
        for cell in cells where !memory.captured.contains(cell) { state?.forget(cell) }
    }

    /// Declares parameters; what is not given has its default value.
    private func bind(
        _ parameters: [Function.Parameter],
        _ values: [Value?],
        at place: Place
    ) -> [Cell] {
        var values = values
        if parameters.count > 1, values.count == 1, case let single? = values[0] {
            // A tuple is taken apart.
            if case .tuple(let parts) = single, parts.count == parameters.count {
                values = parts
            } else {
                escape(single, "it is taken apart", at: place)
                values = parameters.map { _ in .unknown }
            }
        }
        return parameters.enumerated().map { index, parameter in
            var value = values.indices.contains(index) ? values[index] : nil
            if value == nil {
                value = parameter.defaultValue.map { evaluate($0) } ?? .unknown
            }
            if let wrapper = parameter.attribute, program.isWrapper(wrapper, of: parameter) {
                escape(value ?? .none, "it is wrapped", at: place)
                loseAll("a parameter has a property wrapper", at: place)
                value = .unknown
            }
            declare(parameter.name, value ?? .unknown, at: place)
            guard case .variable(let cell)? = environment[parameter.name] else {
                return .global("")
            }
            return cell
        }
    }

    /// Stores what `inout` parameters hold at the end where they came from.
    private func writeBack(
        _ cells: [Cell],
        _ parameters: [Function.Parameter],
        _ written: [Expression.Argument],
        at place: Place
    ) {
        guard let now = state else { return }
        for (index, cell) in cells.enumerated() where parameters[index].isInout {
            let value = now[cell] ?? .unknown
            if written.indices.contains(index),
                case .inOut(let target) = written[index].value.kind
            {
                assign(value, to: target)
            } else if !value.isResolver {
                escape(value, "it is given to code that is not read", at: place)
            }
        }
    }
}

// MARK: - Instances

extension Machine {
    /// Makes an instance, if it is one of a type of the program.
    private func initialized(
        _ reference: Reference,
        _ receiver: Value?,
        _ base: Expression?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value? {
        let direct = program.functions[reference.usr]
        switch receiver {
        case .type(let type)?:
            guard program.type(type) != nil || direct?.body != nil else { return nil }
            let initializer = self.initializer(reference, of: type)
            return make(type, with: initializer, arguments, reference, at: expression.place)
        case .object(_, let type)?, .structure(let type, _)?:
            // `self.init` and `super.init`.
            guard let direct, direct.body != nil else { return receiver }
            if program.type(type)?.kind == .class {
                let isSuper = base?.isSuper ?? false
                _ = run(
                    isSuper ? direct : initializer(reference, of: type) ?? direct,
                    of: receiver,
                    arguments.values,
                    reference.substitutions,
                    at: expression.place,
                    nil,
                    arguments.written
                )
                return receiver
            }
            let made = make(type, with: direct, arguments, reference, at: expression.place)
            assign(made, to: Expression(.local("self"), type: type, at: expression.place))
            return made
        default: return nil
        }
    }

    /// The initializer that a type has for one that is named: its own, if that is another one.
    private func initializer(_ reference: Reference, of type: SwiftType) -> Function? {
        guard let direct = program.functions[reference.usr] else { return nil }
        if direct.body == nil, !direct.isImplicit {
            return program.witness(of: reference, for: type).first
        }
        let own = program.implementation(of: direct, in: type)
        return own.isImplicit ? direct : own
    }

    func make(
        _ type: SwiftType,
        with initializer: Function?,
        _ arguments: Arguments,
        _ reference: Reference,
        at place: Place
    ) -> Value {
        let nominal = program.type(type)
        guard let nominal, [.class, .actor, .structure].contains(nominal.kind) else {
            guard let initializer, initializer.body != nil else {
                return enumCase(of: type, arguments) ?? unknown(arguments, at: place)
            }
            let end = run(
                initializer,
                of: .unset,
                arguments.values,
                reference.substitutions,
                at: place,
                nil,
                arguments.written
            )
            let made = end.owner.assigned
            return end.value.options.contains(.none) ? joined(made, .none) : made
        }
        let isStructure = nominal.kind == .structure
        let origin = isStructure ? nil : fresh(at: place)
        var value = origin.map { Value.object($0, type) } ?? .structure(type, [:])
        if let origin { state?.objects.insert(origin) }
        value = initialize(nominal, value, replacedBy: initializer)
        if let initializer, initializer.body != nil, !initializer.isImplicit {
            let end = run(
                initializer,
                of: value,
                arguments.values,
                reference.substitutions,
                at: place,
                nil,
                arguments.written
            )
            if isStructure { value = end.owner }
            if end.value.options.contains(.none) { value = joined(value, .none) }
        } else {
            value = fill(value, nominal, arguments, at: place)
        }
        note(nominal, origin.map { .object($0, type) } ?? value)
        return withoutEnd(value, at: place)
    }

    /// A value; if it is a structure whose end runs code, nothing is known of it.
    ///
    /// When that is, is not followed.
    private func withoutEnd(_ value: Value, at place: Place) -> Value {
        guard case .structure(let type, let fields) = value, var now = state else { return value }
        let ends = (program.methods[type.withoutArguments] ?? []).filter(\.isDeinitializer)
        guard !ends.isEmpty else { return value }
        for (_, part) in fields.sorted(by: { $0.key < $1.key }) {
            escape(part, "the end of what holds it is not followed", at: place, in: &now)
        }
        for end in ends { release(.entry(end, .unknown), in: &now) }
        state = now
        return .unknown
    }

    /// The case of an enumeration with a raw value, or none.
    private func enumCase(of type: SwiftType, _ arguments: Arguments) -> Value? {
        let cases = program.cases(of: type)
        guard arguments.written.map(\.label) == ["rawValue"], !cases.isEmpty,
            let raw = arguments.values[0]
        else { return nil }
        guard raw.isConstant else { return any(of: cases + [.none]) }
        return cases.first { rawValue(of: $0) == raw } ?? Value.none
    }

    /// A value of which nothing is known, made of some arguments.
    private func unknown(_ arguments: Arguments, at place: Place) -> Value {
        for value in arguments.values { escape(value ?? .none, "it is kept", at: place) }
        return .unknown
    }

    /// Gives the stored properties their initial values, but for those that nothing can read.
    private func initialize(
        _ nominal: NominalType,
        _ object: Value,
        replacedBy initializer: Function? = nil
    ) -> Value {
        var object = object
        let replaced = initializer.map { program.replacedAtOnce(by: $0) } ?? []
        if let superclass = nominal.superclass, let other = program.type(superclass) {
            object = initialize(other, object)
        }
        for usr in nominal.stored {
            guard let variable = program.variables[usr], let initial = variable.initialValue,
                !replaced.contains(usr) || !initial.isDefaultWrapper
            else { continue }
            let inner = Frame(
                path: memory.paths.path(from: frame.path, initial.place),
                lane: frame.lane,
                calls: frame.calls,
                current: frame.current,
                at: initial.place
            )
            let value = enter(inner, Environment()) {
                frame.result = nil
                let value = evaluate(initial)
                if let state { frame.result = (state, value) }
                state = nil
                return (nil, [])
            } after: { _, _ in
                .unknown
            }.value
            object = store(value, usr, in: object)
        }
        return object
    }

    private func store(_ value: Value, _ usr: String, in object: Value) -> Value {
        switch object {
        case .structure(let type, var fields):
            fields[usr] = value
            keep(value, in: usr)
            return .structure(type, fields)
        case .object(let origin, _):
            write(value, to: .field(origin, usr))
            return object
        default: return object
        }
    }

    /// What a memberwise initializer does.
    private func fill(
        _ object: Value,
        _ nominal: NominalType,
        _ arguments: Arguments,
        at place: Place
    ) -> Value {
        var object = object
        // Named as a function, it is given all of them, in order and without labels.
        let isInOrder =
            arguments.written.count == nominal.stored.count
            && arguments.written.allSatisfy { $0.label == nil }
        for (index, argument) in arguments.written.enumerated() {
            guard let value = arguments.values[index] else { continue }
            let named = nominal.stored.first { program.variables[$0]?.name == argument.label }
            let field = isInOrder ? nominal.stored[index] : named
            if let field {
                object = store(value, field, in: object)
            } else {
                escape(value, "it is given to \(nominal.name)", at: place)
            }
        }
        return object
    }
}

extension Program {
    /// Whether an attribute of a parameter is a property wrapper: it builds no closure.
    fileprivate func isWrapper(_ attribute: SwiftType, of parameter: Function.Parameter) -> Bool {
        if type(attribute) != nil {
            return properties[attribute.withoutArguments]?.contains { $0.name == "wrappedValue" }
                ?? false
        }
        if case .function = parameter.type { return false }
        return true
    }

    /// The properties that an initializer sets before it does anything else.
    fileprivate func replacedAtOnce(by initializer: Function) -> Set<String> {
        var replaced: Set<String> = []
        for statement in initializer.body ?? [] {
            guard case .expression(let expression) = statement,
                case .assign(let value, let target) = expression.inside.kind,
                case .member(let base, let reference) = target.inside.kind,
                case .local("self") = base.inside.kind,
                let variable = variables[reference.usr], variable.getter == nil,
                variable.observers.isEmpty
            else { break }
            var isOther = true
            value.visit { if case .local("self") = $0.kind { isOther = false } }
            guard isOther else { break }
            replaced.insert(reference.usr)
        }
        return replaced
    }
}

extension Expression {
    /// Whether it makes a property wrapper of Mortise that is not said anything.
    fileprivate var isDefaultWrapper: Bool {
        guard case .call(_, let arguments) = inside.kind, case .nominal(let path, _) = type,
            path.first.map({ Interface.isOfMortise(module: $0.name) }) ?? false
        else { return false }
        return arguments.allSatisfy {
            if case .defaultArgument = $0.value.kind { true } else { false }
        }
    }
}

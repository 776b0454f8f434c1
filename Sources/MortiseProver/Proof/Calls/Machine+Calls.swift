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
            // What a method changes is read once its arguments are known, but for those passed `inout`.
            let target = base.isInOut ? settled(base) : nil
            var receiver = target == nil ? evaluate(base) : .unknown
            let known = self.arguments(arguments, of: reference) {
                if let target { receiver = evaluate(target) }
            }
            guard isReached(place) else { return .unknown }
            let value = apply(
                reference,
                of: receiver,
                target ?? base,
                known,
                expression.given(known.written)
            )
            return isUnsure(reference) ? .unknown : value
        case .reference(let reference) where program.variables[reference.usr] == nil:
            let known = self.arguments(arguments)
            guard isReached(place) else { return .unknown }
            let value = apply(reference, of: nil, nil, known, expression.given(known.written))
            return isUnsure(reference) ? .unknown : value
        case .enumCase(let reference):
            let values = self.arguments(arguments).values.map { $0 ?? .unknown }
            let type = type(of: expression)
            if type.wrapped != nil, values.count == 1 { return values[0] }
            return .enumCase(reference.name, type, values)
        case .closure(let closure) where closure.isImplicit && closure.isAsync:
            // `async let`: a task of its own.
            guard case .closure(let task) = evaluate(callee) else { return .unknown }
            return begin(.name, task, at: place)
        default:
            let function = evaluate(callee)
            let known = self.arguments(arguments)
            guard isReached(place) else { return .unknown }
            return each(function) { invoke($0, known.values, at: place, known.written) }
        }
    }

    /// Whether it is not known which operator compares.
    private func isUnsure(_ operation: Reference) -> Bool {
        comparesOthers && Program.comparing.contains(operation.name)
    }

    /// Whether a way leads to a call, once its arguments are known.
    private func isReached(_ place: Place) -> Bool {
        if state == nil { round.dead.insert(place) }
        return state != nil
    }

    /// The values of arguments.
    ///
    /// - Parameters:
    ///   - written: The arguments.
    ///   - function: The function that gets them, if it is named.
    ///   - readReceiver: Reads what the function changes, before what is passed `inout` is read.
    /// - Returns: The arguments with their values.
    func arguments(
        _ written: [Expression.Argument],
        of function: Reference? = nil,
        readReceiver: () -> Void = {}
    ) -> Arguments {
        var arguments = Arguments(written: [], values: [])
        for var argument in written {
            if argument.value.isInOut {
                argument = Expression.Argument(
                    label: argument.label,
                    settled(argument.value),
                    isInout: argument.isInout
                )
            }
            switch argument.value.kind {
            case .defaultArgument(let reference, let index)
            where program.hidesDefault(of: reference, index):
                loseAll("this default argument is not read", at: argument.value.place)
                arguments.values.append(.unknown)
            case .defaultArgument, .inOut: arguments.values.append(nil)
            case _ where function.map { onlyRecords($0, argument.value) } ?? false:
                arguments.values.append(.unknown)
            default: arguments.values.append(evaluate(argument.value))
            }
            arguments.written.append(argument)
        }
        readReceiver()
        // What is passed `inout` is read last.
        for (index, argument) in arguments.written.enumerated() where argument.value.isInOut {
            arguments.values[index] = evaluate(argument.value)
        }
        return arguments
    }

    private func truth(of expression: Expression) -> Value {
        let otherwise = labelled(expression.place, test(expression), number: Self.evaluation)
        let holds = state
        let value = joined(.boolean(true), holds, .boolean(false), otherwise)
        state = joined(holds, otherwise)
        return value
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
                letRun(.closure(closure))
                forget(written)
                fail()
                return .unknown
            case .closure(let closure): return run(closure, values, at: place, written)
            case .localFunction(let function, let seen):
                return run(function, of: nil, values, seen.substitutions, at: place, seen, written)
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

    /// Lets a closure or a local function run at any time from here on: it is from elsewhere.
    func letRun(_ code: Escape.Key) {
        memory.strays.insert(code)
        if let number = memory.numbers[code] { state?.accesses.release([number]) }
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
            let made = mortise(reference, of: receiver, arguments, expression)
            // An initializer that the program adds.
            if reference.name == "init", let base, case .local("self") = base.kind, state != nil {
                assign(made, to: base)
            }
            return made
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
        // Defaults are those of the function that is named, whatever overrides it.
        var values = arguments.values
        if let named = program.functions[reference.usr], bodies.contains(where: { $0 !== named }) {
            for (index, parameter) in named.parameters.enumerated()
            where values.indices.contains(index) && values[index] == nil {
                values[index] = parameter.defaultValue.map { evaluate($0) }
            }
        }
        guard state != nil else { return .unknown }
        return oneOf(bodies) { body in
            run(
                body,
                of: receiver,
                values,
                program.substitutions(reference, for: body, of: receiver?.ownType),
                at: expression.place,
                nil,
                arguments.written,
                changing: base
            ).value
        }
    }

    /// The functions that a reference may mean for a receiver; none if one of them is not read.
    func functions(_ reference: Reference, of receiver: Value?, isSuper: Bool) -> [Function] {
        let direct = program.functions[reference.usr]
        if isSuper { return direct?.body == nil ? [] : direct.map { [$0] } ?? [] }
        switch receiver {
        case .object(_, let type)?, .type(let type)?, .structure(let type, _)?,
            .enumCase(_, let type, _)?:
            guard !type.isUndetermined, type.isConcrete || direct?.body == nil else { fallthrough }
            if let direct, direct.body != nil {
                guard program.type(type)?.kind == .class else { return [direct] }
                return [program.implementation(of: direct, in: type)]
            }
            return program.witnesses(of: reference, forInstanceOf: type)
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
        _ written: [Expression.Argument] = [],
        changing base: Expression? = nil
    ) -> (value: Value, owner: Value) {
        guard let body = function.body else {
            for value in values + [receiver] {
                escape(value ?? .none, "\(function.name) is not read", at: place)
            }
            forget(written)
            let owner = unknownOwner(receiver, base)
            fail()
            return (.unknown, owner)
        }
        round.ran.insert(function)
        let own = memberPath(of: function, receiver)
        let path = own ?? memory.paths.path(from: frame.path, place)
        let call = Frame.Call(code: ObjectIdentifier(function), path: path)
        let isFollowed = mayEnter(call)
        let isFar = frame.calls.count > Self.followed || alternatives > 0 || loops > 1
        if !isFollowed || isFar,
            passes(function, (values + [receiver]).compactMap { $0 }, body, seen)
        {
            forget(written)
            let owner = unknownOwner(receiver, base)
            fail()
            return (.unknown, owner)
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
            let instance = receiver.map { _ in Value.unknown }
            // It may go other ways there. Each call would see other variables.
            let isLocal = seen != nil
            release(isLocal ? .local(function, Environment()) : .entry(function, instance))
            let owner = unknownOwner(receiver, base)
            fail()
            return (.unknown, owner)
        }
        let inner = Frame(
            path: path,
            substitutions: self.substitutions(substitutions, of: function, receiver, values),
            lane: function.isMainActor ? .main : frame.lane,
            calls: frame.calls + [call],
            current: frame.current,
            at: place
        )
        inner.isInitializer = function.name == "init"
        inner.isInitAccessor = program.isInitAccessor(function)
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
            if inner.isInitializer { giveInitialValues(function) }
            run(body)
            if inner.isInitializer { initializeSuperclass(function) }
            return (owner, cells)
        } after: { owner, cells in
            let hasFailed = isFailing
            isFailing = false
            // An initializer that fails ends what it has made.
            if inner.isInitializer, let receiver { noteEnd(of: receiver) }
            writeBack(cells, function.parameters, written, at: place)
            let left = owner.flatMap { state?[$0] } ?? .unknown
            // Also if it throws.
            let isInOut = base?.isInOut ?? false
            if let base, isInOut, state != nil, !left.isObject { assign(left, to: base) }
            if hasFailed, !isInOut, !inner.isInitializer, function.isMutating, let receiver,
                receiver != left, !receiver.isObject
            {
                loseAll("what \(function.name) has changed before it failed", at: place)
            }
            return left
        }
    }

    /// What generic parameters and `Self` stand for in a call, where the instances say more than types.
    private func substitutions(
        _ written: Substitutions,
        of function: Function,
        _ receiver: Value?,
        _ values: [Value?]
    ) -> Substitutions {
        let own = function.owner.map { program.substitutions(of: receiver?.ownType, in: $0) }
        var known = (own ?? [:]).merging(written) { $1 }
        for (parameter, type) in written {
            guard case .dynamic = type else { continue }
            let generic = SwiftType.parameter(parameter)
            let index = function.parameters.firstIndex {
                $0.type == generic || $0.type == .metatype(generic)
            }
            var value = index.flatMap { values.indices.contains($0) ? values[$0] : nil }
            if parameter == .own, program.isProtocol(function.owner) { value = receiver }
            known[parameter] =
                value?.ownType.flatMap { program.mayBeWidened($0) ? nil : $0 } ?? type
        }
        known[.dynamicSelf] = receiver?.ownType
        return known
    }

    /// What a function that is not followed leaves of what it belongs to.
    private func unknownOwner(_ receiver: Value?, _ base: Expression?) -> Value {
        if let receiver, receiver.isObject { return receiver }
        if let base, base.isInOut, state != nil { assign(.unknown, to: base) }
        return .unknown
    }

    /// Runs a closure, in the lane of its caller unless another one is named.
    func run(
        _ closure: ClosureValue,
        _ values: [Value?],
        at place: Place,
        _ written: [Expression.Argument] = [],
        lane: Lane? = nil
    ) -> Value {
        let code = closure.closure
        let path = memory.paths.path(from: frame.path, place)
        let call = Frame.Call(code: ObjectIdentifier(code), path: path)
        guard mayEnter(call) else {
            for value in values { escape(value ?? .none, "the closure calls itself", at: place) }
            loseAll("a closure calls itself, or too many calls are open", at: place)
            release(
                .closure(
                    ClosureValue(
                        closure: code,
                        type: closure.type,
                        environment: Environment(),
                        substitutions: [:],
                        place: closure.place
                    )
                )
            )
            fail()
            return .unknown
        }
        let inner = Frame(
            path: path,
            substitutions: closure.substitutions,
            lane: code.isMainActor ? .main : lane ?? frame.lane,
            calls: frame.calls + [call],
            current: frame.current,
            at: place
        )
        let end = enter(inner, closure.environment) {
            let cells = bind(code.parameters, values, at: closure.place)
            run(code.body)
            return (nil, cells)
        } after: { _, cells in
            writeBack(cells, code.parameters, written, at: place)
            return .unknown
        }
        // What its only expression gives is dropped then.
        if case .function(let type) = closure.type, type.result == .void { return .tuple([]) }
        return end.value
    }

    /// How deep calls are followed that cannot come to wiring.
    private static let followed = 8

    /// Whether a function that is not followed leaves everything as it is but what it assigns.
    private func passes(
        _ function: Function,
        _ values: [Value],
        _ body: [Statement],
        _ seen: Environment?
    ) -> Bool {
        let isHarmless = values.allSatisfy { (!$0.isReference || $0.isObject) && !$0.isCode }
        var known = reach(of: function, body)
        guard isHarmless, add(seen, of: function, to: &known), !known.isLost,
            !known.callsLocally || !values.contains(.unknown), let now = state
        else { return false }
        for type in known.made.sorted(by: { ($0.path ?? "") < ($1.path ?? "") }) {
            noteInstances(of: type)
        }
        for usr in known.keyPaths.sorted() { taint(usr, at: function.place) }
        for usr in known.writes.sorted() where program.variables[usr]?.owner != nil {
            keep(.unknown, in: usr)
        }
        // What was not read before is made by then.
        for usr in known.writes.sorted() where now[.global(usr)] == nil {
            guard let variable = program.variables[usr], variable.owner == nil || variable.isStatic
            else { continue }
            write(.unknown, to: .global(usr))
        }
        for (cell, value) in now.cells.inOrder {
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

    /// Adds what a local function may touch by what it sees around itself, and forgets what it assigns
    /// there; `false` if that may be a container or a closure.
    private func add(_ seen: Environment?, of function: Function, to known: inout Reach) -> Bool {
        guard let seen else { return true }
        var cells: Set<Cell> = []
        var done: Set<ObjectIdentifier> = [ObjectIdentifier(function)]
        var waiting = [(known, seen)]
        while let (reach, seen) = waiting.popLast() {
            known.touchesWiring = known.touchesWiring || reach.isLost
            known.writes.formUnion(reach.writes)
            known.callsLocally = known.callsLocally || reach.callsLocally
            known.keyPaths.formUnion(reach.keyPaths)
            known.made.formUnion(reach.made)
            for name in reach.names.union(reach.assigned) {
                switch seen[name] {
                case .variable(let cell)?:
                    let value = read(cell) ?? .unknown
                    guard !value.isReference || value.isObject, !value.isCode else { return false }
                    if reach.assigned.contains(name), !value.isObject { cells.insert(cell) }
                case .function(let other, let around)?:
                    guard done.insert(ObjectIdentifier(other)).inserted, let body = other.body
                    else {
                        continue
                    }
                    waiting.append((self.reach(of: other, body), around))
                case .computed?: return false
                case nil: continue
                }
            }
        }
        guard !known.isLost else { return false }
        for cell in cells.sorted() { write(.unknown, to: cell) }
        return true
    }

    /// What a function may touch, which is found out once.
    func reach(of function: Function, _ body: [Statement]) -> Reach {
        if let known = memory.reaches[ObjectIdentifier(function)] { return known }
        let reach = program.reach(of: function, body)
        memory.reaches[ObjectIdentifier(function)] = reach
        return reach
    }

    /// Whether a piece of code may run here: what runs has variables of its own then.
    private func mayEnter(_ code: Frame.Call) -> Bool {
        // Where each call may be one of several, their number grows with each that is open.
        let limit = alternatives > 2 ? 1 : 3
        return frame.calls.count < 48 && !frame.calls.contains(code)
            && frame.calls.count { $0.code == code.code } < limit && countCall()
    }

    /// Runs a body in a frame of its own, and goes on where it returned.
    ///
    /// What it throws goes to what handles errors here.
    func enter(
        _ inner: Frame,
        _ seen: Environment,
        _ body: () -> (owner: Cell?, cells: [Cell]),
        after: (Cell?, [Cell]) -> Value
    ) -> (value: Value, owner: Value) {
        let (outerFrame, outerEnvironment) = (frame, environment)
        inner.caller = frame.calls.isEmpty && !frame.isScript ? nil : inner.place
        inner.isCaughtOutside = frame.isCaughtAnywhere
        inner.mayBeCaughtOutside = frame.mayBeCaught
        inner.mayEndOutside = frame.mayEnd
        inner.handlesAllOutside = frame.handlesAll
        inner.isExpectedToFail = frame.expectsFailure
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
            isFailing = true
            _ = after(owner, cells)
            isFailing = false
            drop(inner.declared)
            fail(isOfRequest: true)
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
            let type = parameter.type.substituting(frame.substitutions)
            let known = told(value ?? .unknown, type, at: place, number: index + 1)
            declare(parameter.name, known, at: place)
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
        // What begins last ends first.
        for (index, cell) in cells.enumerated().reversed() where parameters[index].isInout {
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

extension Program {
    /// Whether an attribute of a parameter is a property wrapper: it builds no closure.
    func isWrapper(_ attribute: SwiftType, of parameter: Function.Parameter) -> Bool {
        if type(attribute) != nil {
            return properties[attribute.withoutArguments]?.contains { $0.name == "wrappedValue" }
                ?? false
        }
        if case .function = parameter.type { return false }
        return true
    }
}

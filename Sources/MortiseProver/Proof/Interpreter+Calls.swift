// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    func call(
        _ callee: Expression,
        _ arguments: [Expression.Argument],
        _ expression: Expression,
        _ type: SwiftType,
        _ context: Context
    ) -> Value {
        switch callee.kind {
        case .member(let base, let reference):
            let receiver = evaluate(base, context)
            if let value = logical(reference, arguments, expression, context) { return value }
            let values = arguments.map { evaluate($0.value, context) }
            return mapped(receiver, context) { receiver, context in
                self.apply(
                    self.resolved(reference, context),
                    of: receiver,
                    arguments,
                    values,
                    expression,
                    type,
                    context
                )
            }
        case .reference(let reference):
            if let value = logical(reference, arguments, expression, context) { return value }
            let values = arguments.map { evaluate($0.value, context) }
            return apply(
                resolved(reference, context),
                of: nil,
                arguments,
                values,
                expression,
                type,
                context
            )
        case .enumCase(let reference):
            return .enumCase(reference, type, arguments.map { evaluate($0.value, context) })
        case .typeValue:
            for argument in arguments {
                escape(evaluate(argument.value, context), to: nil, at: expression.place, context)
            }
            return makeUnknown(type)
        default:
            let function = evaluate(callee, context)
            let values = arguments.map { evaluate($0.value, context) }
            return mapped(function, context) { function, context in
                self.call(function, values, at: expression.place, type, context)
            }
        }
    }

    /// Calls a closure or a function that is a value.
    func call(
        _ function: Value,
        _ values: [Value],
        at place: Place,
        _ type: SwiftType,
        _ context: Context
    ) -> Value {
        switch function {
        case .closure(let closure): return invoke(closure, values, at: place, context)
        case .localFunction(let function, let variables):
            return invoke(
                function,
                of: nil,
                values,
                context.frame.substitutions,
                at: place,
                context,
                variables
            )
        case .function(let reference, let receiver):
            let arguments = values.map { _ in
                Expression.Argument(Expression(.other([]), type: .unknown(""), at: place))
            }
            return apply(
                reference,
                of: receiver,
                arguments,
                values,
                Expression(.other([]), type: type, at: place),
                type,
                context
            )
        default:
            for value in values {
                escape(value, to: "a function that is not known", at: place, context)
            }
            return makeUnknown(type)
        }
    }

    private func apply(
        _ reference: Reference,
        of receiver: Value?,
        _ arguments: [Expression.Argument],
        _ values: [Value],
        _ expression: Expression,
        _ type: SwiftType,
        _ context: Context
    ) -> Value {
        let place = expression.place
        if program.isOfMortise(reference) {
            return mortise(reference, of: receiver, arguments, values, expression, type, context)
        }
        if program.isHarmless(reference) {
            for case .closure(let closure) in values { runLater(closure, at: place, context) }
            return makeUnknown(type)
        }
        if let function = function(reference, of: receiver), function.body != nil {
            if function.name == "init", let receiver, case .type(let made) = receiver {
                return make(made, with: function, arguments, values, reference, at: place, context)
            }
            return invoke(
                function,
                of: receiver,
                ordered(values, arguments, function),
                reference.substitutions,
                at: place,
                context
            )
        }
        if reference.name == "init", let receiver, case .type(let made) = receiver {
            if let known = usr(of: made), program.types[known] != nil {
                return make(made, with: nil, arguments, values, reference, at: place, context)
            }
            if made.path == "Mortise.ScopeName", case .string(let text)? = values.first {
                return .scopeName(text)
            }
        }
        if let value = standard(reference, of: receiver, values, place, type, context) {
            return value
        }
        let name = program.symbols[reference.usr]?.signature ?? reference.name
        for (value, argument) in zip(values, arguments) {
            escape(value, to: name, at: argument.value.place, context)
        }
        if let receiver { escape(receiver, to: name, at: place, context, isReceiver: true) }
        return makeUnknown(type)
    }

    /// The arguments in the order of a function's parameters; a missing one has its default value.
    private func ordered(
        _ values: [Value],
        _ arguments: [Expression.Argument],
        _ function: Function
    ) -> [Value] { values }

    /// The function that a reference means for a receiver.
    func function(_ reference: Reference, of receiver: Value?) -> Function? {
        let direct = program.functions[reference.usr]
        guard let receiver, case .object(let object) = receiver else { return direct }
        let type = object.type.withoutArguments
        if let direct, direct.owner?.withoutArguments == type { return direct }
        // A requirement of a protocol, or a method that a subclass overrides.
        let name = reference.name
        let labels = direct?.parameters.map(\.label)
        let own = program.methods[type]?.first {
            $0.name == name && (labels == nil || $0.parameters.map(\.label) == labels)
                && $0.body != nil
        }
        return own ?? direct
    }

    func usr(of type: SwiftType) -> String? { program.usrs[type.withoutArguments] }

    /// Makes an instance of a type of the program.
    func make(
        _ type: SwiftType,
        with initializer: Function?,
        _ arguments: [Expression.Argument],
        _ values: [Value],
        _ reference: Reference,
        at place: Place,
        _ context: Context
    ) -> Value {
        guard let usr = usr(of: type), let nominal = program.types[usr] else {
            if let initializer {
                _ = invoke(
                    initializer,
                    of: nil,
                    values,
                    reference.substitutions,
                    at: place,
                    context
                )
            }
            return makeUnknown(type)
        }
        let object = Object(type, usr: usr, isClass: nominal.kind != .structure)
        object.birth = context.guardian
        object.isUnderConstruction = true
        let value = Value.object(object)
        initialize(nominal, object, context)
        if let initializer, initializer.body?.isEmpty == false {
            _ = invoke(initializer, of: value, values, reference.substitutions, at: place, context)
        } else {
            ran.insert(reference.usr)
            for (argument, value) in zip(arguments, values) {
                let field = nominal.stored.first { program.variables[$0]?.name == argument.label }
                if case .defaultArgument = argument.value.kind { continue }
                if let field {
                    object.fields[field] = value
                } else {
                    escape(value, to: nominal.name, at: place, context)
                }
            }
        }
        object.isUnderConstruction = false
        objects[usr, default: []].append(object)
        return value
    }

    private func initialize(_ nominal: NominalType, _ object: Object, _ context: Context) {
        if let superclass = nominal.superclass, let usr = usr(of: superclass),
            let other = program.types[usr]
        {
            initialize(other, object, context)
        }
        for usr in nominal.stored {
            guard let variable = program.variables[usr], let initial = variable.initialValue,
                !variable.isLazy
            else { continue }
            let frame = Frame(
                run: context.frame.run,
                isCaught: context.frame.isCaught,
                lane: context.frame.lane,
                depth: context.frame.depth + 1,
                at: initial.place
            )
            let inside = Context(frame: frame, variables: Variables(), guardian: context.guardian)
            object.fields[usr] = evaluate(initial, inside)
        }
    }

    /// Runs a function of the program.
    func invoke(
        _ function: Function,
        of receiver: Value?,
        _ values: [Value],
        _ substitutions: Substitutions,
        at place: Place,
        _ context: Context,
        _ around: Variables? = nil
    ) -> Value {
        guard let body = function.body else { return makeUnknown(function.result) }
        guard context.frame.depth < 48, !isRecursive(function, context), countCall() else {
            for value in values {
                escape(value, to: "\(function.name), which calls itself", at: place, context)
            }
            return makeUnknown(function.result.substituting(substitutions))
        }
        ran.insert(function.usr)
        let frame = Frame(
            substitutions: substitutions,
            run: context.frame.run,
            isCaught: context.frame.isCaught,
            lane: function.isMainActor ? .main : context.frame.lane,
            depth: context.frame.depth + 1,
            calls: context.frame.calls + [function.usr],
            at: place
        )
        let variables = Variables(inside: around)
        if let receiver { variables.declare("self", receiver, when: context.guardian) }
        let inside = Context(frame: frame, variables: variables, guardian: context.guardian)
        for (index, parameter) in function.parameters.enumerated() {
            variables.declare(
                parameter.name,
                argument(index, values, parameter, inside),
                when: context.guardian
            )
        }
        run(body, inside)
        return result(of: frame, function.result.substituting(substitutions), context)
    }

    private func argument(
        _ index: Int,
        _ values: [Value],
        _ parameter: Function.Parameter,
        _ context: Context
    ) -> Value {
        guard values.indices.contains(index) else {
            return parameter.defaultValue.map { evaluate($0, context) }
                ?? makeUnknown(parameter.type.substituting(context.frame.substitutions))
        }
        if case .unknown(_, .unknown("default")) = values[index], let value = parameter.defaultValue
        {
            return evaluate(value, context)
        }
        return values[index]
    }

    private func isRecursive(_ function: Function, _ context: Context) -> Bool {
        context.frame.calls.filter { $0 == function.usr }.count > 2
    }

    /// Runs a closure.
    func invoke(
        _ value: ClosureValue,
        _ values: [Value],
        at place: Place,
        _ context: Context,
        run factory: FactoryRun? = nil,
        lane: Lane? = nil
    ) -> Value {
        guard context.frame.depth < 48, countCall() else {
            return makeUnknown(.unknown("result"))
        }
        let closure = value.closure
        let frame = Frame(
            substitutions: value.frame.substitutions,
            run: factory ?? context.frame.run,
            isCaught: context.frame.isCaught,
            lane: lane ?? (closure.isMainActor ? .main : context.frame.lane),
            depth: context.frame.depth + 1,
            calls: context.frame.calls,
            at: place
        )
        let variables = Variables(inside: value.variables)
        let inside = Context(frame: frame, variables: variables, guardian: context.guardian)
        for (index, parameter) in closure.parameters.enumerated() {
            variables.declare(
                parameter.name,
                argument(index, values, parameter, inside),
                when: context.guardian
            )
        }
        run(closure.body, inside)
        var result = SwiftType.unknown("result")
        if case .function(let function) = value.type { result = function.result }
        return self.result(of: frame, result, context)
    }

    private func result(of frame: Frame, _ type: SwiftType, _ context: Context) -> Value {
        context.frame.failed += frame.failed
        if frame.results.count == 1 { return frame.results[0].value }
        if frame.results.isEmpty { return type == .void ? .tuple([]) : makeUnknown(type) }
        return .choice(frame.results)
    }

    /// `&&`, `||` and `!`, whose right side may not run.
    private func logical(
        _ reference: Reference,
        _ arguments: [Expression.Argument],
        _ expression: Expression,
        _ context: Context
    ) -> Value? {
        guard reference.usr.hasPrefix("s:Sb") || reference.usr.hasPrefix("s:s"),
            let first = arguments.first
        else { return nil }
        func truth(_ index: Int, _ context: Context) -> Guard {
            var value = evaluate(arguments[index].value, context)
            if case .closure(let closure) = value {
                value = invoke(closure, [], at: expression.place, context)
            }
            return self.truth(of: value, at: arguments[index].value.place)
        }
        switch (reference.name, arguments.count) {
        case ("!", 1):
            _ = first
            return .condition(truth(0, context).negated)
        case ("&&", 2):
            let left = truth(0, context)
            return .condition(left.and(truth(1, context.with(context.guardian.and(left)))))
        case ("||", 2):
            let left = truth(0, context)
            let rest = context.with(context.guardian.and(left.negated))
            return .condition(left.or(left.negated.and(truth(1, rest))))
        default: return nil
        }
    }

    /// Functions of the standard library whose meaning is known.
    private func standard(
        _ reference: Reference,
        of receiver: Value?,
        _ values: [Value],
        _ place: Place,
        _ type: SwiftType,
        _ context: Context
    ) -> Value? {
        switch (reference.name, receiver, values.count) {
        case ("==", _, 2): return .condition(equal(values[0], values[1], at: place))
        case ("!=", _, 2): return .condition(equal(values[0], values[1], at: place).negated)
        case ("forEach", .array(let elements)?, 1):
            for element in elements { _ = call(values[0], [element], at: place, .void, context) }
            return .tuple([])
        case ("map", .array(let elements)?, 1):
            return .array(elements.map { call(values[0], [$0], at: place, type, context) })
        case ("+", _, 2):
            if case .array(let first) = values[0], case .array(let second) = values[1] {
                return .array(first + second)
            }
            if case .string(let first) = values[0], case .string(let second) = values[1] {
                return .string(first + second)
            }
            return nil
        case ("??", _, 2):
            return coalesced(values[0], values[1], at: place, context)
        case ("~=", _, 2): return .condition(equal(values[0], values[1], at: place))
        case ("===", _, 2), ("!==", _, 2): return makeUnknown(type)
        default: return nil
        }
    }

    private func coalesced(
        _ first: Value,
        _ second: Value,
        at place: Place,
        _ context: Context
    ) -> Value {
        mapped(first, context) { first, context in
            func other(_ context: Context) -> Value {
                guard case .closure(let closure) = second else { return second }
                return self.invoke(closure, [], at: place, context)
            }
            switch first {
            case .none: return other(context)
            case .unknown(let symbol, let type):
                let isSome = Guard.decided(
                    self.decision(over: symbol, ["some", "none"], at: place),
                    "some"
                )
                let inside = self.member("?", of: symbol, type.wrapped ?? type)
                let rest = context.with(context.guardian.and(isSome.negated))
                return .choice([(isSome, inside), (.always, other(rest))])
            default: return first
            }
        }
    }
}

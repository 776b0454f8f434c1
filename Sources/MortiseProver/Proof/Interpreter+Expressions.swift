// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    /// The value of an expression; what it does is noted.
    func evaluate(_ expression: Expression, _ context: Context) -> Value {
        let type = expression.type.substituting(context.frame.substitutions)
        switch expression.kind {
        case .call(let callee, let arguments):
            return call(callee, arguments, expression, type, context)
        case .reference(let reference): return read(reference, type, at: expression.place, context)
        case .local(let name):
            if let value = context.variables[name] { return value }
            if let local = context.variables.function(name) {
                return .localFunction(local.function, local.variables)
            }
            return makeUnknown(type)
        case .member(let base, let reference):
            let value = evaluate(base, context)
            return read(reference, of: value, type, at: expression.place, context)
        case .enumCase(let reference): return .enumCase(reference, type, [])
        case .closure(let closure):
            let variables = Variables(inside: context.variables)
            for capture in closure.captures {
                variables.declare(capture.name, evaluate(capture.value, context))
            }
            return .closure(
                ClosureValue(closure, type: type, variables, context.frame, at: expression.place)
            )
        case .typeValue(let type):
            return .type(type.substituting(context.frame.substitutions))
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        case .boolean(let isTrue): return .boolean(isTrue)
        case .none: return .none
        case .magic: return makeUnknown(type)
        case .array(let elements): return .array(elements.map { evaluate($0, context) })
        case .dictionary(let pairs):
            return .dictionary(
                pairs.map { (evaluate($0.key, context), evaluate($0.value, context)) }
            )
        case .tuple(let elements):
            return .tuple(elements.map { evaluate($0.value, context) })
        case .element(let tuple, let index):
            let value = evaluate(tuple, context)
            return mapped(value, context) { value, _ in
                guard case .tuple(let values) = value, values.indices.contains(index) else {
                    return self.makeUnknown(type)
                }
                return values[index]
            }
        case .keyPath: return makeUnknown(type)
        case .conditional(let condition, let first, let second):
            let holds = truth(of: evaluate(condition, context), at: expression.place)
            let (yes, no) = (context.guardian.and(holds), context.guardian.and(holds.negated))
            if no.isNever { return evaluate(first, context) }
            if yes.isNever { return evaluate(second, context) }
            return .choice([
                (holds, evaluate(first, context.with(yes))),
                (.always, evaluate(second, context.with(no))),
            ])
        case .statement(let statement):
            let known = context.frame.given.count
            run([statement], context)
            let given = Array(context.frame.given[known...])
            context.frame.given.removeSubrange(known...)
            return given.isEmpty ? makeUnknown(type) : .choice(given)
        case .assign(let value, let target):
            assign(evaluate(value, context), to: target, context)
            return .tuple([])
        case .optionalTry(let inside):
            let frame = context.frame
            let (wasCaught, failed) = (frame.isCaught, frame.failed.count)
            frame.isCaught = true
            defer {
                frame.isCaught = wasCaught
                frame.failed.removeSubrange(failed...)
            }
            let value = evaluate(inside, context)
            if case .unknown(let symbol, _) = value { return .unknown(symbol, type) }
            return value
        case .bindOptional(let inside): return unwrapped(evaluate(inside, context), type, context)
        case .optionalChain(let inside): return optional(evaluate(inside, context), type)
        case .forced(let inside): return unwrapped(evaluate(inside, context), type, context)
        case .cast(let inside, let target, let cast):
            return self.cast(evaluate(inside, context), to: target, cast, expression, context)
        case .converted(let inside): return optional(evaluate(inside, context), type)
        case .defaultArgument: return .unknown(0, .unknown("default"))
        case .error:
            leaveUnread(expression.place, "the compiler could not check this")
            return makeUnknown(type)
        case .other(let parts):
            for part in parts { escape(evaluate(part, context), to: nil, at: part.place, context) }
            return makeUnknown(type)
        }
    }

    /// A value inside an optional.
    private func unwrapped(_ value: Value, _ type: SwiftType, _ context: Context) -> Value {
        mapped(value, context) { value, _ in
            guard case .unknown(let symbol, let known) = value, known.wrapped != nil else {
                return value
            }
            return self.member("?", of: symbol, type)
        }
    }

    /// A value as an optional: what is not known keeps its symbol.
    private func optional(_ value: Value, _ type: SwiftType) -> Value { value }

    private func cast(
        _ value: Value,
        to target: SwiftType,
        _ cast: Expression.Cast,
        _ expression: Expression,
        _ context: Context
    ) -> Value {
        switch (cast, value) {
        case (.test, _):
            let choice = decision(["is", "is not"], at: expression.place)
            return .condition(.decided(choice, "is"))
        case (_, .container), (_, .object), (_, .closure): return value
        default: return makeUnknown(expression.type.substituting(context.frame.substitutions))
        }
    }

    /// Does something with each value that a choice may be.
    func mapped(
        _ value: Value,
        _ context: Context,
        _ transform: (Value, Context) -> Value
    ) -> Value {
        guard case .choice = value else { return transform(value, context) }
        let options = value.options(under: context.guardian)
        if options.count == 1 { return transform(options[0].value, context) }
        return .choice(
            options.map { ($0.guard, transform($0.value, context.with($0.guard))) }
        )
    }

    private func assign(_ value: Value, to target: Expression, _ context: Context) {
        switch target.kind {
        case .local(let name):
            if !context.variables.assign(name, value, when: context.guardian) {
                context.variables.declare(name, value)
            }
        case .reference(let reference):
            if let variable = program.variables[reference.usr], variable.isTopLevel {
                _ = topLevel[variable.place.file]?.assign(
                    variable.name,
                    value,
                    when: context.guardian
                )
                return
            }
            let known =
                globals[reference.usr] ?? read(reference, target.type, at: target.place, context)
            globals[reference.usr] = known.replaced(
                by: value,
                when: context.guardian,
                known: .always
            )
        case .member(let base, let reference):
            let owner = evaluate(base, context)
            if case .container(let number, _) = owner {
                _ = mortise(reference, of: owner, [], [value], target, target.type, context)
                _ = number
                return
            }
            if case .type = owner {
                let known = globals[reference.usr] ?? .none
                globals[reference.usr] = known.replaced(
                    by: value,
                    when: context.guardian,
                    known: .always
                )
                return
            }
            for option in owner.options(under: context.guardian) {
                guard case .object(let object) = option.value else {
                    escape(value, to: nil, at: target.place, context.with(option.guard))
                    continue
                }
                set(reference.usr, of: object, at: base, value, context.with(option.guard))
            }
        case .tuple(let targets):
            guard case .tuple(let values) = value, values.count == targets.count else { return }
            for (target, value) in zip(targets, values) { assign(value, to: target.value, context) }
        case .forced(let inner), .bindOptional(let inner), .optionalChain(let inner),
            .converted(let inner):
            assign(value, to: inner, context)
        case .other(let parts):
            for part in parts { _ = evaluate(part, context) }
            escape(value, to: nil, at: target.place, context)
        default: escape(value, to: nil, at: target.place, context)
        }
    }

    private func set(
        _ field: String,
        of object: Object,
        at base: Expression,
        _ value: Value,
        _ context: Context
    ) {
        let old = object.fields[field]
        let new =
            old.map { $0.replaced(by: value, when: context.guardian, known: object.birth) } ?? value
        if object.isClass || object.isUnderConstruction {
            object.fields[field] = new
            return
        }
        let copy = object.copied()
        copy.fields[field] = new
        assign(.object(copy), to: base, context)
    }

    /// Reads a global or static variable, or names a function.
    private func read(
        _ reference: Reference,
        _ type: SwiftType,
        at place: Place,
        _ context: Context
    ) -> Value {
        if let known = globals[reference.usr] { return known }
        if let variable = program.variables[reference.usr] {
            if variable.isTopLevel {
                return topLevel[variable.place.file]?[variable.name] ?? makeUnknown(type)
            }
            return global(variable, type, context)
        }
        if program.functions[reference.usr] != nil {
            return .function(resolved(reference, context), of: nil)
        }
        if let value = word(reference, nil, type) { return value }
        if case .function = type { return .function(resolved(reference, context), of: nil) }
        return makeUnknown(type)
    }

    private func global(_ variable: Variable, _ type: SwiftType, _ context: Context) -> Value {
        if let getter = variable.getter, let function = program.functions[getter],
            variable.initialValue == nil
        {
            return invoke(function, of: nil, [], [:], at: function.place, context)
        }
        guard let initial = variable.initialValue else { return makeUnknown(type) }
        globals[variable.usr] = makeUnknown(type)
        let wasLater = isLater
        let before = firstOwn
        isLater = false
        firstOwn = containers.count
        let frame = Frame(at: initial.place)
        let inside = Context(frame: frame, variables: Variables(), guardian: .always)
        let value = evaluate(initial, inside)
        isLater = wasLater
        firstOwn = before
        globals[variable.usr] = value
        return value
    }

    /// Reads a property, or names a method.
    private func read(
        _ reference: Reference,
        of base: Value,
        _ type: SwiftType,
        at place: Place,
        _ context: Context
    ) -> Value {
        mapped(base, context) { base, context in
            if program.isOfMortise(reference) {
                if case .function = type {
                    return .function(resolved(reference, context), of: base)
                }
                return mortise(
                    reference,
                    of: base,
                    [],
                    [],
                    Expression(.other([]), type: type, at: place),
                    type,
                    context
                )
            }
            switch base {
            case .object(let object):
                if let value = object.fields[reference.usr] { return value }
                if let variable = program.variables[reference.usr] {
                    return property(variable, of: base, type, context)
                }
                if let witness = witness(reference, of: object.type) {
                    if let value = object.fields[witness.usr] { return value }
                    return property(witness, of: base, type, context)
                }
            case .unknown(let symbol, let owner):
                if let variable = program.variables[reference.usr], let getter = variable.getter,
                    variable.initialValue == nil, let function = program.functions[getter],
                    function.body != nil, owner.path != nil, !ran.contains(getter)
                {
                    return invoke(
                        function,
                        of: base,
                        [],
                        reference.substitutions,
                        at: place,
                        context
                    )
                }
                if case .function = type {
                    return .function(resolved(reference, context), of: base)
                }
                return member(reference.usr, of: symbol, type)
            case .type:
                if case .function = type {
                    return .function(resolved(reference, context), of: base)
                }
                return read(reference, type, at: place, context)
            case .string(let text) where reference.name == "isEmpty":
                return .boolean(text.isEmpty)
            case .array(let values) where reference.name == "isEmpty":
                return .boolean(values.isEmpty)
            case .enumCase where reference.name == "rawValue":
                return rawValue(of: base) ?? makeUnknown(type)
            default: break
            }
            if case .function = type { return .function(resolved(reference, context), of: base) }
            if let variable = program.variables[reference.usr], variable.getter != nil {
                return property(variable, of: base, type, context)
            }
            return makeUnknown(type)
        }
    }

    private func property(
        _ variable: Variable,
        of base: Value,
        _ type: SwiftType,
        _ context: Context
    ) -> Value {
        if let getter = variable.getter, let function = program.functions[getter],
            function.body != nil, variable.initialValue == nil
        {
            return invoke(function, of: base, [], [:], at: function.place, context)
        }
        // A lazy property keeps its value.
        if let initial = variable.initialValue, case .object(let object) = base {
            let frame = Frame(at: initial.place)
            let variables = Variables()
            variables.declare("self", base)
            let inside = Context(frame: frame, variables: variables, guardian: context.guardian)
            let value = evaluate(initial, inside)
            object.fields[variable.usr] = value
            return value
        }
        if case .unknown(let symbol, _) = base { return member(variable.usr, of: symbol, type) }
        return makeUnknown(type)
    }

    /// The declaration of a type that answers a requirement of a protocol, by its name.
    func witness(_ requirement: Reference, of owner: SwiftType) -> Variable? {
        program.properties[owner.withoutArguments]?.first { $0.name == requirement.name }
    }

    /// A reference whose substitutions are what they are in the function that runs.
    func resolved(_ reference: Reference, _ context: Context) -> Reference {
        guard !context.frame.substitutions.isEmpty else { return reference }
        return Reference(
            usr: reference.usr,
            name: reference.name,
            substitutions: reference.substitutions.mapValues {
                $0.substituting(context.frame.substitutions)
            }
        )
    }
}

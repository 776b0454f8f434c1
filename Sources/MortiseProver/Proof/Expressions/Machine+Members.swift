// SPDX-License-Identifier: MIT

// Properties, global variables and the functions that are named without being called.
extension Machine {
    /// Reads a global or static variable, or names a function.
    func read(_ reference: Reference, _ expression: Expression) -> Value {
        if program.isOfMortise(reference), !program.isFunction(reference) {
            return mortise(reference, of: nil, .none(expression.place), expression)
        }
        if let cases = program.allCases(reference, expression) { return cases }
        guard let variable = program.variables[reference.usr] else {
            return program.isFunction(reference)
                ? .function(resolved(reference), of: nil) : .unknown
        }
        return global(variable, at: expression.place)
    }

    /// The value of a global or static variable.
    ///
    /// - Parameters:
    ///   - variable: The variable.
    ///   - type: The type that is asked for it, if it is static; by default the one that declares it.
    ///   - place: The place that reads it.
    /// - Returns: The value.
    func global(_ variable: Variable, of type: Value? = nil, at place: Place) -> Value {
        let cell = Cell.global(variable.usr)
        if memory.tainted.contains(variable.usr) {
            if let value = read(cell) {
                escape(value, "it may be written through a key path", at: place)
            }
            return .unknown
        }
        if variable.isTopLevel { return read(cell)?.assigned ?? .unknown }
        if let getter = variable.getter, variable.initialValue == nil {
            guard let function = program.functions[getter] else { return .unknown }
            let owner = type ?? program.owner(ofStatic: variable)
            return run(function, of: owner, [], [:], at: place).value
        }
        guard variable.isReadable, let initial = variable.initialValue else {
            return read(cell)?.assigned ?? .unknown
        }
        return once(cell) { value(of: initial, in: cell) }
    }

    /// What a variable holds that is made when it is first read.
    private func once(_ cell: Cell, _ make: () -> Value) -> Value {
        let isMade = state?[cell].map { !$0.options.contains(.unset) } ?? false
        guard let known = read(cell), known != .unset else { return make() }
        if isMade { return known.assigned }
        // It may have been made before.
        let (first, second) = either {
            state?[cell] = known.assigned
            takeWhatOthersMade(for: cell)
            return known.assigned
        } _: {
            state?[cell] = nil
            return make()
        }
        return any(of: [first, second])
    }

    /// The initial value of a global variable, which it holds from here on.
    private func value(of initial: Expression, in cell: Cell) -> Value {
        // It is the same whoever asks first.
        let (outerFrame, outerEnvironment) = (frame, environment)
        let before = state ?? State()
        frame = Frame(path: CallPaths.root, at: initial.place)
        frame.targets = [Frame.Target(.function)]
        environment = Environment()
        // What asks for it meanwhile does not get it.
        state?[cell] = .unknown
        let value = evaluate(initial)
        (frame, environment) = (outerFrame, outerEnvironment)
        write(value, to: cell)
        // Other code finds it as well, also what escaped before.
        if !value.isConstant { state?.accesses.share() }
        noteMade(for: cell, since: before)
        return read(cell)?.assigned ?? value
    }

    /// Notes what the initial value of a global variable has made, which other code finds as well.
    private func noteMade(for cell: Cell, since before: State) {
        guard let number = running?.number, let state else { return }
        let containers = state.containers.filter { before[$0.key] == nil }
        let objects = state.objects.subtracting(before.objects)
        running?.shared.formUnion(containers.keys)
        running?.shared.formUnion(objects)
        let fields = state.cells.filter {
            if case .field(let origin, _) = $0.key { objects.contains(origin) } else { false }
        }
        var made = round.effects[number]?.made[cell] ?? Round.Made()
        made.containers = made.containers.merging(containers) { $0.joined($1).state }
            .mapValues(\.withoutFacts)
        made.fields = made.fields.merging(fields) { joined($0, $1) }.mapValues(\.withoutFacts)
        round.effects[number, default: .init()].made[cell] = made
    }

    /// Takes over what other code may have made of the initial value of a global variable.
    private func takeWhatOthersMade(for cell: Cell) {
        guard var now = state else { return }
        for (number, effects) in effects where now.accesses.mayRun(number) {
            guard let made = effects.made[cell] else { continue }
            for (origin, container) in made.containers {
                now[origin] = container.joined(to: now[origin])
                running?.shared.insert(origin)
            }
            for (field, value) in made.fields {
                now[field] = joined(now[field], value)
            }
        }
        state = now
    }

    /// Reads a property, or names a method.
    func member(
        _ reference: Reference,
        of base: Value,
        _ expression: Expression,
        isSuper: Bool
    ) -> Value {
        if program.isFunction(reference) { return .function(resolved(reference), of: base) }
        return each(base) { base in
            if program.isOfMortise(reference) {
                return mortise(reference, of: base, .none(expression.place), expression)
            }
            return property(reference, of: base, expression, isSuper: isSuper)
        }
    }

    private func property(
        _ reference: Reference,
        of base: Value,
        _ expression: Expression,
        isSuper: Bool
    ) -> Value {
        let place = expression.place
        let named = isSuper ? program.variables[reference.usr] : nil
        if let named, named.getter != nil {
            return property(named, of: base, isSuper: true, at: place)
        }
        if let raw = rawValue(of: base), reference.name == "rawValue" { return raw }
        if case .type(let type) = base, !type.isUndetermined {
            if let cases = program.allCases(reference, expression) { return cases }
            let found = program.properties(reference, of: type)
            return found.isEmpty ? .unknown : oneOf(found) { global($0, of: base, at: place) }
        }
        if let value = result(reference, of: base, at: place) { return value }
        if !base.isInstance, let value = standardProperty(reference, of: base) { return value }
        let found = named.map { [$0] } ?? properties(resolved(reference), of: base)
        if found.isEmpty { return unreadProperty(reference, base, at: place) }
        return oneOf(found) { variable in
            if variable.getter != nil { return property(variable, of: base, at: place) }
            switch base {
            case .structure(_, let fields):
                if let value = fields[variable.usr] { return trusted(value, variable) }
                return property(variable, of: base, at: place)
            case .object(let origin, _): return field(variable, of: origin, base, at: place)
            case .unknown where !variable.isStatic:
                let value = anyValue(of: variable.usr)
                guard program.isDecoded(variable) else { return trusted(value, variable) }
                escape(value, "\(variable.name) may be decoded", at: place)
                return .unknown
            default: return unreadProperty(reference, base, at: place)
            }
        }
    }

    /// Notes that the stored properties of instances may be written anywhere, and those of what they hold.
    func taint(propertiesOf type: SwiftType, at place: Place) {
        if case .nominal(_, let arguments) = type {
            for argument in arguments { taint(propertiesOf: argument, at: place) }
        }
        for usr in program.type(type)?.stored ?? [] where !memory.tainted.contains(usr) {
            taint(usr, at: place)
            if let variable = program.variables[usr] {
                taint(propertiesOf: variable.type, at: place)
            }
        }
    }

    /// The properties that a reference may mean for an owner; none if it is not read.
    func properties(_ reference: Reference, of owner: Value) -> [Variable] {
        guard let type = owner.ownType, !type.isUndetermined else {
            return program.properties(reference)
        }
        switch reference.substitutions[.own] {
        case let own? where own.wrapped != nil: return program.properties(reference, of: own)
        case .dynamic? where program.isOptional(meeting: reference):
            return program.properties(reference)
        default: return program.properties(reference, of: type)
        }
    }

    private func unreadProperty(_ reference: Reference, _ base: Value, at place: Place) -> Value {
        let name = program.symbols[reference.usr]?.signature ?? reference.name
        escape(base, "its \(name) is not read", at: place)
        return .unknown
    }

    /// A stored property of an object.
    private func field(_ variable: Variable, of origin: Origin, _ base: Value, at place: Place)
        -> Value
    {
        if program.isOpen(variable), variable.isMutable, memory.exposed.contains(origin) {
            if let value = read(.field(origin, variable.usr)) {
                escape(value, "unread code may write \(variable.name)", at: place)
            }
            return .unknown
        }
        let cell = Cell.field(origin, variable.usr)
        return trusted(read(cell)?.assigned ?? .unknown, variable)
    }

    /// A value of a property, unless something that is not seen may write it.
    private func trusted(_ value: Value, _ variable: Variable?) -> Value {
        guard let variable else { return value }
        let isKnown =
            variable.attributes.isEmpty && !memory.tainted.contains(variable.usr)
            && !(variable.isPublic && variable.isMutable)
        if isKnown { return variable.isWeak ? joined(value, .none) : value }
        escape(value, "\(variable.name) may be written elsewhere", at: variable.place)
        return .unknown
    }

    /// A property that is computed.
    private func property(
        _ variable: Variable?,
        of base: Value,
        isSuper: Bool = false,
        at place: Place
    ) -> Value {
        // The getter that the compiler writes asks the wrapper.
        guard let variable, variable.attributes.allSatisfy({ program.type($0.type) != nil }),
            let getter = variable.getter.flatMap({ program.functions[$0] })
        else {
            let isAsking = variable?.attributes.contains { $0.type.isAskedWhenRead } ?? false
            if isAsking, !frame.isCaughtAnywhere { readInMaking(at: place) }
            escape(base, "a property of it is not read", at: place)
            return .unknown
        }
        let bodies: [Function] =
            switch base {
            case .object(_, let type) where !isSuper:
                [program.implementation(of: getter, in: type)]
            case .unknown where !isSuper, .unset where !isSuper:
                program.implementations(of: getter)
            default: [getter]
            }
        guard bodies.allSatisfy({ $0.body != nil }) else {
            escape(base, "a property of it is not read", at: place)
            if !variable.attributes.isEmpty {
                loseAll("how \(variable.name) is wrapped is not read", at: place)
            }
            return .unknown
        }
        return oneOf(bodies) { body in
            let end = run(body, of: base, [], [:], at: place)
            if !base.isObject, end.owner != base { changedOwner = end.owner }
            return end.value
        }
    }

    /// The raw value of a case.
    func rawValue(of value: Value) -> Value? {
        guard case .enumCase(let name, let type, _) = value,
            let known = program.type(type)?.cases.first(where: { $0.name == name })
        else { return nil }
        switch known.rawValue {
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        default: return nil
        }
    }
}

extension Program {
    /// The cases of an enumeration with raw values; none of any other type.
    func cases(of type: SwiftType) -> [Value] {
        guard let nominal = self.type(type), nominal.kind == .enumeration else { return [] }
        let known = nominal.cases.filter { $0.rawValue != nil }
        guard known.count == nominal.cases.count else { return [] }
        return known.map { .enumCase($0.name, type, []) }
    }

    /// Whether values are compared by a `rawValue` that the compiler does not write.
    func hasOwnRawValue(_ type: SwiftType) -> Bool {
        protocols(of: type).contains("s:SY")
            && (self.type(type)?.kind != .enumeration || writes("rawValue", type))
    }

    /// Whether the program writes a property itself that the compiler could write.
    private func writes(_ name: String, _ type: SwiftType) -> Bool {
        members(of: type, in: properties).contains { property in
            let getter = property.getter.flatMap { functions[$0] }
            return property.name == name && getter?.isImplicit != true && !isRequirement(property)
        }
    }

    /// What `allCases` is, if the compiler writes it for an enumeration.
    fileprivate func allCases(_ reference: Reference, _ expression: Expression) -> Value? {
        guard reference.name == "allCases", let type = expression.type.element else { return nil }
        guard !writes("allCases", type), let nominal = self.type(type),
            nominal.kind == .enumeration
        else { return nil }
        // What the compiler counts up holds nothing.
        let cases = nominal.cases.map { Value.enumCase($0.name, type, []) }
        return cases.isEmpty ? nil : .list(cases)
    }
}

extension Variable {
    /// Whether its initial value is what it holds.
    fileprivate var isReadable: Bool { attributes.isEmpty }
}

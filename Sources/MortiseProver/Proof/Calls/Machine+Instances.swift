// SPDX-License-Identifier: MIT

import MortiseGraph

// Instances of the program's types: which initializer runs, and what it begins and ends with.
extension Machine {
    /// Makes an instance, if it is one of a type of the program.
    func initialized(
        _ reference: Reference,
        _ receiver: Value?,
        _ base: Expression?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value? {
        let direct = program.functions[reference.usr]
        switch receiver {
        case .type(let type)?:
            guard !type.isUndetermined else {
                return direct == nil ? nil : made(by: reference, arguments, at: expression.place)
            }
            guard program.type(type) != nil || direct?.body != nil else { return nil }
            let initializer = self.initializer(reference, of: type)
            return make(type, with: initializer, arguments, reference, at: expression.place)
        case .object(_, let type)?, .structure(let type, _)?:
            // `self.init` and `super.init`.
            // In an extension of a protocol it is what meets the requirement.
            let isDemanded = direct.map { program.isProtocol($0.owner) } ?? false
            let direct = isDemanded ? initializer(reference, of: type) : direct
            guard let direct, direct.body != nil else {
                if isDemanded { loseAll("an initializer is not read", at: expression.place) }
                return receiver
            }
            guard program.type(type)?.kind == .class else {
                let made = make(type, with: direct, arguments, reference, at: expression.place)
                assign(
                    made.assigned,
                    to: Expression(.local("self"), type: type, at: expression.place)
                )
                fail(ifNil: made)
                return made
            }
            let isSuper = base?.isSuper ?? false
            let initializer = isSuper ? direct : initializer(reference, of: type) ?? direct
            let end = run(
                initializer,
                of: receiver,
                arguments.values,
                program.substitutions(reference, for: initializer, of: type),
                at: expression.place,
                nil,
                arguments.written
            )
            fail(ifNil: end.value)
            return receiver
        default: return nil
        }
    }

    /// Makes an instance of a type that only the run time knows: of one that has such an initializer.
    private func made(by reference: Reference, _ arguments: Arguments, at place: Place) -> Value {
        let types = program.types(with: reference)
        guard !types.isEmpty, types.count <= 8 else {
            loseAll("the type that is made is not known", at: place)
            return unknown(arguments, at: place)
        }
        let made = oneOf(types) {
            make($0, with: initializer(reference, of: $0), arguments, reference, at: place)
        }
        escape(made, "its type is only known at run time", at: place)
        return .unknown
    }

    /// The initializer that a type has for one that is named: its own, if that is another one.
    private func initializer(_ reference: Reference, of type: SwiftType) -> Function? {
        let direct = program.functions[reference.usr]
        guard let direct, direct.body != nil || direct.isImplicit else {
            return program.witness(of: reference, for: type).first
        }
        return program.implementation(of: direct, in: type) { !$0.isImplicit }
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
                program.substitutions(reference, for: initializer, of: type),
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
        // An initializer of a structure that the compiler writes is given its properties.
        let isRun = initializer.map { $0.body != nil && !(isStructure && $0.isImplicit) } ?? false
        if let initializer, isRun {
            let end = run(
                initializer,
                of: value,
                arguments.values,
                program.substitutions(reference, for: initializer, of: type),
                at: place,
                nil,
                arguments.written
            )
            if isStructure { value = end.owner }
            if end.value.options.contains(.none) { value = joined(value, .none) }
        } else {
            value = fill(value, nominal, arguments, at: place)
            if let superclass = nominal.superclass, state != nil {
                runSuperclass(superclass, value)
            }
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
        for (_, part) in fields.inOrder {
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

    /// Leaves an initializer with `nil` where the one that it has called has given that.
    private func fail(ifNil made: Value) {
        guard made.options.contains(.none), let now = state else { return }
        leave(with: .none)
        state = made == .none ? nil : now
    }

    /// Gives the properties of the type that declares an initializer their initial values, unless another
    /// one is called that does.
    func giveInitialValues(_ initializer: Function) {
        guard let type = initializer.owner, let nominal = program.type(type),
            [.class, .actor, .structure].contains(nominal.kind),
            !initializer.calls(initializerOf: "self"),
            case .variable(let cell)? = environment["self"], let object = state?[cell]
        else { return }
        let replaced = program.replacedAtOnce(by: initializer)
        let made = initialize(nominal, object) { usr, initial in
            replaced.contains(usr) && initial.isDefaultWrapper
        }
        if made != object { state?[cell] = made }
    }

    /// Runs the initializer of the superclass at the end of one that does not say so.
    func initializeSuperclass(_ initializer: Function) {
        guard let type = initializer.owner, let superclass = program.type(type)?.superclass,
            program.type(superclass) != nil, !initializer.calls(initializerOf: "super"),
            !initializer.calls(initializerOf: "self"),
            case .variable(let cell)? = environment["self"]
        else { return }
        let end = state
        if let object = end?[cell] { runSuperclass(superclass, object) }
        guard let result = frame.result else { return }
        // It also runs where the initializer is left, if not with `nil`.
        let normal = state
        state = result.state
        if result.value != .none, let object = state?[cell] {
            runSuperclass(superclass, object)
            if result.value.options.contains(.none) { state = joined(state, result.state) }
        }
        frame.result = state.map { ($0, result.value) }
        state = normal
    }

    /// Runs the initializer without parameters of a class for an instance of a subclass.
    private func runSuperclass(_ superclass: SwiftType, _ object: Value) {
        guard let nominal = program.type(superclass) else { return }
        let own = (program.methods[superclass.withoutArguments] ?? []).filter {
            $0.name == "init" && $0.parameters.allSatisfy { $0.defaultValue != nil }
                && $0.body != nil && !$0.calls(initializerOf: "self")
        }
        if let own = own.first(where: \.parameters.isEmpty) ?? own.first {
            _ = run(own, of: object, own.parameters.map { _ in nil }, [:], at: frame.place)
            return
        }
        _ = initialize(nominal, object) { _, _ in false }
        if let next = nominal.superclass { runSuperclass(next, object) }
    }

    /// Gives the stored properties of a type their initial values, but for those that are left out.
    private func initialize(
        _ nominal: NominalType,
        _ object: Value,
        except isLeftOut: (String, Expression) -> Bool
    ) -> Value {
        var object = object
        let (usrs, replaced) = program.initialized(in: nominal)
        for usr in usrs where !replaced.contains(usr) {
            guard let variable = program.variables[usr], let initial = variable.initialValue,
                !isLeftOut(usr, initial)
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

    /// Stores the first value of a property, or gives it to its init accessor.
    private func store(_ value: Value, _ usr: String, in object: Value) -> Value {
        if let accessor = program.variables[usr].flatMap({ program.functions[$0.initAccessor] }) {
            let left = run(accessor, of: object, [value], [:], at: frame.place).owner
            return object.isObject ? object : left
        }
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

    /// What a memberwise initializer does: what it is not given has its initial value.
    private func fill(
        _ object: Value,
        _ nominal: NominalType,
        _ arguments: Arguments,
        at place: Place
    ) -> Value {
        var given: [String: Value] = [:]
        let usrs = program.initialized(in: nominal).usrs
        // Named as a function, it is given all of them, in order and without labels.
        let isInOrder =
            arguments.written.count == nominal.stored.count
            && arguments.written.allSatisfy { $0.label == nil }
        if isInOrder, !arguments.written.isEmpty, usrs != nominal.stored {
            loseAll("which properties are given to a function is not known", at: place)
        }
        for (index, argument) in arguments.written.enumerated() {
            guard let value = arguments.values[index] else { continue }
            let named = usrs.first { program.variables[$0]?.name == argument.label }
            if let field = isInOrder ? nominal.stored[index] : named {
                given[field] = value
            } else if let label = argument.label,
                let field = nominal.stored.first(where: {
                    program.variables[$0]?.name == "_" + label
                }), let made = wrapped(value, argument.value, in: nominal, label, at: place)
            {
                given[field] = made
            } else {
                escape(value, "it is given to \(nominal.name)", at: place)
            }
        }
        let stored = given.keys.compactMap { usr in
            program.variables[usr].flatMap { program.functions[$0.initAccessor] }
        }.reduce(into: Set()) { $0.formUnion(program.stored(by: $1)) }
        let object = initialize(nominal, object) { usr, _ in
            given[usr] != nil || stored.contains(usr)
        }
        return usrs.reduce(object) { object, usr in
            given[usr].map { store($0, usr, in: object) } ?? object
        }
    }

    /// What a memberwise initializer stores for a property: the wrapper that it is given, or that
    /// the program makes of a value.
    private func wrapped(
        _ value: Value,
        _ written: Expression,
        in nominal: NominalType,
        _ name: String,
        at place: Place
    ) -> Value? {
        let property = program.properties[nominal.type.withoutArguments]?.first {
            $0.name == name && $0.attributes.count == 1
        }
        guard let wrapper = property?.attributes.first?.type else { return nil }
        if type(of: written) == wrapper { return value }
        guard let initializer = program.initializer(ofWrapper: wrapper) else { return nil }
        let reference = Reference(usr: initializer.usr, name: "init")
        return make(wrapper, with: initializer, Arguments([value], at: place), reference, at: place)
    }
}

extension Function {
    /// Whether an initializer calls another one of the same instance, by `self` or `super`.
    fileprivate func calls(initializerOf name: String) -> Bool {
        var found = false
        for statement in body ?? [] {
            statement.visit { expression in
                guard case .call(let callee, _) = expression.kind,
                    case .member(let base, let reference) = callee.kind,
                    reference.name == "init", case .local(name) = base.inside.kind
                else { return }
                found = true
            }
        }
        return found
    }
}

extension Program {
    /// The properties of a type that are given first values, in order, and those that an init
    /// accessor gives theirs in place of the ones that are written at them.
    func initialized(
        in nominal: NominalType
    ) -> (usrs: [String], replaced: Set<String>) {
        let all = (properties[nominal.type.withoutArguments] ?? []).filter { !$0.isStatic }
        let accessors = all.filter { functions[$0.initAccessor] != nil }
        guard !accessors.isEmpty else { return (nominal.stored, []) }
        var replaced: Set<String> = []
        for property in accessors where property.initialValue != nil {
            guard let accessor = functions[property.initAccessor] else { continue }
            replaced.formUnion(stored(by: accessor))
        }
        let stored = Set(nominal.stored)
        let usrs = all.filter { stored.contains($0.usr) || functions[$0.initAccessor] != nil }
        return (usrs.map(\.usr), replaced)
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
        guard case .call(let callee, let arguments) = inside.kind,
            case .member(let made, _) = callee.kind, case .typeValue = made.kind,
            case .nominal(let path, _) = type,
            Interface.isOfMortise(module: path.first?.name)
        else { return false }
        return arguments.allSatisfy(\.isDefault)
    }
}

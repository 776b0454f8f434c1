// SPDX-License-Identifier: MIT

import MortiseGraph

// Assignments to variables, properties, elements and parts of tuples.
extension Machine {
    /// The value that is assigned, if the target is there: otherwise nothing gives it.
    func assigned(_ value: Expression, to target: Expression) -> Value {
        guard let bound = target.bound else { return evaluate(value) }
        if target.runsCode {
            loseAll("in which order an assignment that may be left out runs", at: target.place)
        }
        if bound.isName {
            _ = bindOptional(bound)
            return evaluate(value)
        }
        let before = state
        let known = evaluate(value)
        state = joined(before, state)
        return known
    }

    /// Stores a value where an expression says.
    func assign(_ value: Value, to target: Expression) {
        guard state != nil else { return }
        switch target.kind {
        case .local(let name):
            switch environment[name] {
            case .variable(let cell)?:
                if name == "self", let own = read(cell), own.isObject, own != value {
                    escape(value, "it replaces an object", at: target.place)
                    loseAll("`self` is replaced by another object", at: target.place)
                }
                write(value, to: cell)
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
            if let bound = inner.bound, notices(bound) {
                loseAll("what observes an assignment that may be left out", at: target.place)
            }
            let chain = within(.chain) { assign(value, to: inner) }
            state = joined(state, chain.left)
        case .call(let callee, let arguments): assign(value, toElementOf: callee, arguments, target)
        default:
            escape(value, "it is assigned in a way that is not read", at: target.place)
            loseAll("an assignment that is not read", at: target.place)
        }
    }

    private func assign(_ value: Value, toGlobal reference: Reference, at place: Place) {
        let known = program.variables[reference.usr]
        let isStored =
            known?.getter == nil || known?.setter.flatMap { program.functions[$0] } != nil
        guard let variable = known, isStored else {
            return escape(
                value,
                "it is assigned to \(reference.name), which is not read",
                at: place
            )
        }
        if let setter = variable.setter, let function = program.functions[setter] {
            _ = run(function, of: program.owner(ofStatic: variable), [value], [:], at: place)
            return
        }
        let cell = Cell.global(reference.usr)
        // Its initial value is made first, if nothing has read it.
        let isMade = variable.initialValue == nil || variable.isTopLevel
        let old = isMade ? read(cell)?.assigned ?? .unknown : global(variable, at: place)
        guard state != nil else { return }
        let owner = program.owner(ofStatic: variable)
        observe(variable, .before, of: owner, value, at: place)
        write(value, to: cell)
        observe(variable, .after, of: owner, old, at: place)
    }

    private enum Moment {
        case before, after

        /// Whether an observer is told then: the USR of `willSet` ends with `w`, that of `didSet`
        /// with `W`, and a `Z` follows if the variable is static.
        func tells(_ usr: String) -> Bool {
            let kind = usr.hasSuffix("Z") ? usr.dropLast().last : usr.last
            return (kind == "w") == (self == .before)
        }
    }

    /// Runs `willSet` with the new value, or `didSet` with the old one; gives the owner, which is
    /// another value then if it is a structure.
    @discardableResult
    private func observe(
        _ variable: Variable,
        _ moment: Moment,
        of owner: Value?,
        _ value: Value,
        at place: Place
    ) -> Value? {
        var observers = variable.observers
        if case .object(_, let type)? = owner {
            // A subclass may observe it as well.
            observers = program.superclasses(of: type).flatMap { owner in
                (program.properties[owner.withoutArguments] ?? []).filter {
                    $0.name == variable.name && $0.isStatic == variable.isStatic
                }.flatMap(\.observers)
            }
        }
        var owner = owner
        for usr in observers where moment.tells(usr) {
            guard let observer = program.functions[usr] else { continue }
            let left = run(observer, of: owner, [value], [:], at: place).owner
            if owner != nil { owner = left }
        }
        return owner
    }

    private func assign(
        _ value: Value,
        to reference: Reference,
        of base: Expression,
        _ target: Expression
    ) {
        let owner = evaluate(base)
        guard state != nil else { return }
        if assign(value, toContainersOf: reference, of: owner) { return }
        if program.isOfMortise(reference) {
            _ = mortise(reference, of: owner, .none(target.place), target)
            escape(owner, "\(reference.name) is set", at: target.place)
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
            set(reference, of: owner, value, base, at: target.place)
        }
        guard !owner.options.allSatisfy(\.isObject) else { return }
        if changed != owner || notices(base) { assign(changed, to: base) }
    }

    /// Whether something that is observed is passed `inout` if it is there.
    func noticesWhatIsLeftOut(_ chain: Expression) -> Bool {
        var found = false
        chain.visit { part in
            if case .inOut(let target) = part.kind, let bound = target.bound {
                found = found || notices(bound)
            }
        }
        return found
    }

    /// Whether code runs where something is assigned, also if that is as it was.
    private func notices(_ target: Expression) -> Bool {
        switch target.inside.kind {
        case .reference(let reference): return program.notices(reference)
        case .member(let base, let reference): return program.notices(reference) || notices(base)
        case .element(let base, _), .forced(let base), .bindOptional(let base),
            .optionalChain(let base), .inOut(let base), .converted(let base):
            return notices(base)
        case .call(let callee, _):
            guard case .member(let base, let reference) = callee.kind else { return false }
            return program.functions[reference.usr] != nil || notices(base)
        default: return false
        }
    }

    /// Sets a property; gives the owner, which is another value then if it is a structure.
    private func set(
        _ reference: Reference,
        of owner: Value,
        _ value: Value,
        _ base: Expression,
        at place: Place
    ) -> Value {
        let own = base.isSuper ? program.variables[reference.usr] : nil
        let found = own.map { [$0] } ?? properties(reference, of: owner)
        let isOfSelf = if case .local("self") = base.inside.kind { true } else { false }
        let isStored = reference.isStored || isOfSelf && frame.isInitAccessor
        func set() -> Value {
            if found.isEmpty {
                return self.set(nil, reference.usr, of: owner, value, isStored, at: place)
            }
            return oneOf(found) { self.set($0, $0.usr, of: owner, value, isStored, at: place) }
        }
        if isOfSelf, frame.isInitializer, let variable = program.variables[reference.usr],
            let accessor = program.functions[variable.initAccessor]
        {
            return setFirst(variable, accessor, of: owner, value, at: place, again: set)
        }
        return set()
    }

    /// What an initializer does with a property of its instance that has an init accessor: it
    /// gives that the value if what it stores is not there yet, and sets the property otherwise.
    ///
    /// - Parameters:
    ///   - variable: The property.
    ///   - accessor: Its init accessor.
    ///   - owner: The instance.
    ///   - value: The value.
    ///   - place: The place of the assignment.
    ///   - setAgain: Sets the property, and gives the owner.
    /// - Returns: The owner.
    private func setFirst(
        _ variable: Variable,
        _ accessor: Function,
        of owner: Value,
        _ value: Value,
        at place: Place,
        again setAgain: () -> Value
    ) -> Value {
        let stored = program.stored(by: accessor)
        func isThere(_ usr: String) -> Bool? {
            switch owner {
            case .object(let origin, _): state?[.field(origin, usr)] != nil
            case .structure(_, let fields): fields[usr] != nil
            default: nil
            }
        }
        func storeFirst() -> Value {
            run(accessor, of: owner, [value], [:], at: place).owner
        }
        if variable.setter == nil { return storeFirst() }
        // What has an initial value has it by now. What is nowhere has none on any way.
        if !stored.isEmpty, variable.initialValue == nil {
            if stored.allSatisfy({ program.variables[$0]?.initialValue != nil }) {
                return setAgain()
            }
            if stored.allSatisfy({ isThere($0) == false }) { return storeFirst() }
        }
        let (first, again) = either(storeFirst, setAgain)
        return any(of: [first, again])
    }

    private func set(
        _ variable: Variable?,
        _ usr: String,
        of owner: Value,
        _ value: Value,
        _ isStored: Bool,
        at place: Place
    ) -> Value {
        if let setter = variable?.setter, let function = program.functions[setter] {
            if frame.isInitializer, let variable {
                // Whether that makes what is stored, or sets it, depends on what came before.
                if program.isWrapped(variable) {
                    escape(value, "it is wrapped", at: place)
                    loseAll("a wrapped property is set in an initializer", at: place)
                }
            }
            return run(function, of: owner, [value], [:], at: place).owner
        }
        switch owner {
        case .object(let origin, _):
            guard let variable else { break }
            if program.isOpen(variable), memory.exposed.contains(origin) {
                escape(value, "it is stored in an object that is given to unread code", at: place)
            }
            let cell = Cell.field(origin, usr)
            let old = read(cell)?.assigned ?? .unknown
            if !isStored { observe(variable, .before, of: owner, value, at: place) }
            write(value, to: cell)
            if !isStored { observe(variable, .after, of: owner, old, at: place) }
            return owner
        case .structure(let type, var fields):
            guard let variable, variable.getter == nil else {
                for (_, field) in fields.inOrder {
                    escape(field, "what is set in it is not read", at: place)
                }
                break
            }
            keep(value, in: usr)
            let old = fields[usr] ?? .unknown
            if !isStored {
                let left = observe(variable, .before, of: owner, value, at: place)
                guard case .structure(_, let own)? = left else { return .unknown }
                fields = own
            }
            fields[usr] = value
            let changed = Value.structure(type, fields)
            if isStored { return changed }
            return observe(variable, .after, of: changed, old, at: place) ?? changed
        default: break
        }
        if variable.map({ program.isOpen($0) }) ?? true {
            escape(value, "it is stored in something that is not known", at: place)
        }
        let old = anyValue(of: usr)
        if !isStored { mayObserve(variable, .before, value, at: place) }
        keep(value, in: usr)
        for (cell, old) in (state?.cells ?? [:]).inOrder {
            guard case .field(_, usr) = cell else { continue }
            write(joined(old, value), to: cell)
        }
        if !isStored { mayObserve(variable, .after, old, at: place) }
        return owner.isObject ? owner : .unknown
    }

    /// Runs the observers of a property whose owner is not known.
    private func mayObserve(
        _ variable: Variable?,
        _ moment: Moment,
        _ value: Value,
        at place: Place
    ) {
        guard let variable else { return }
        let before = state
        observe(variable, moment, of: .unknown, value, at: place)
        state = joined(before, state)
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
        let setter = Reference(usr: reference.setterOfSubscript, name: reference.name)
        let setters = functions(setter, of: owner, isSuper: base.isSuper)
        if !setters.isEmpty {
            let changed = oneOf(setters) { setter in
                run(setter, of: owner, [value] + keys, [:], at: target.place)
                    .owner
            }
            if !owner.isObject, changed != owner || notices(base) { assign(changed, to: base) }
            return
        }
        let isPart = type(of: target).path == "Swift.ArraySlice"
        switch (standardSymbol(reference)?.owner.last, owner) {
        case ("Array", .list) where !isPart, ("Array", .partial) where !isPart:
            var elements = owner.ordered ?? []
            if let index = elements.index(keys[0]) {
                elements[index].value = value
            } else {
                for index in elements.indices {
                    elements[index].value = any(of: [elements[index].value, value])
                }
            }
            assign(.array(of: elements), to: base)
        case ("Array", .bag(let values)) where !isPart:
            assign(.bag(values.contains(value) ? values : values + [value]), to: base)
        case ("Dictionary", .dictionary(let pairs)) where owner.knows(keys[0]) && value.isThere:
            let others = pairs.filter { equality($0.key, keys[0]) == .never }
            assign(.dictionary(others + [Value.Pair(key: keys[0], value: value)]), to: base)
        case ("Dictionary", _) where owner.pairs != nil:
            let values = (owner.pairs ?? []) + [.tuple([keys[0], value])]
            assign(.bag(values.uniqued), to: base)
        default:
            for one in [value, owner] {
                escape(one, "it is stored in something that is not known", at: target.place)
            }
            if !owner.isObject { assign(.unknown, to: base) }
        }
    }
}

extension Program {
    /// Whether code runs where a variable is assigned.
    fileprivate func notices(_ reference: Reference) -> Bool {
        variables[reference.usr].map {
            !$0.observers.isEmpty || $0.setter != nil || !$0.attributes.isEmpty
        } ?? true
    }

    /// Whether a property has a wrapper that the program declares, and that may be made of its value.
    fileprivate func isWrapped(_ variable: Variable) -> Bool {
        variable.attributes.contains { initializer(ofWrapper: $0.type) != nil }
    }

    /// The property whose setter a function is.
    func property(setBy function: Function) -> Variable? {
        guard function.usr.hasSuffix("s") else { return nil }
        let property = variables[function.usr.dropLast() + "p"]
        return property?.setter == function.usr ? property : nil
    }

    /// Whether what a property is set to first is given to it.
    func isInitAccessor(_ function: Function) -> Bool {
        function.owner != nil && function.usr.hasSuffix("i")
            && variables[function.usr.dropLast() + "p"]?.initAccessor == function.usr
    }

    /// The stored properties of its owner that an init accessor may give their first values.
    func stored(by accessor: Function) -> Set<String> {
        reach(of: accessor.body ?? []).writes.filter { variables[$0]?.owner == accessor.owner }
    }
}

extension Program {
    /// What `self` is in the accessors of a static variable, if nothing says more.
    func owner(ofStatic variable: Variable) -> Value? {
        guard variable.isStatic, let owner = variable.owner else { return nil }
        return isInherited(owner) || isProtocol(owner) ? .unknown : .type(owner)
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

    /// Whether it is no `nil` for certain.
    fileprivate var isThere: Bool {
        options.allSatisfy {
            switch $0 {
            case .none, .unknown, .unset: false
            default: true
            }
        }
    }

    /// Whether a key is one of a dictionary's for certain, or none of them.
    fileprivate func knows(_ key: Value) -> Bool {
        guard case .dictionary(let pairs) = self else { return false }
        // Texts and numbers are equal if they are the same.
        return ([key] + pairs.map(\.key)).allSatisfy {
            switch $0 {
            case .string, .integer: true
            default: false
            }
        }
    }

    /// Whether it is shared by all that have it.
    var isObject: Bool {
        if case .object = self { true } else { false }
    }
}

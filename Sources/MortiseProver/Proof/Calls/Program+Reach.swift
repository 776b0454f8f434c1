// SPDX-License-Identifier: MIT

/// What a function and all that it calls may touch.
struct Reach {
    /// Whether it comes to Mortise, or reads what may hold a container or a closure.
    ///
    /// A closure that it is given is not among these: whoever gives it is looked at.
    var touchesWiring = false

    /// Whether it gives anything but data to code that is not read, which may keep or call it.
    var givesAway = false

    /// Whether it calls a local function or closure with anything but data: one that is not known may keep it.
    var callsLocally = false

    /// The types of the program that it makes instances of, whose methods may run from then on.
    var made: Set<SwiftType> = []

    /// The USRs of the properties and variables, not its own, that it assigns.
    var writes: Set<String> = []

    /// The local names that are mentioned, and those that something is assigned to.
    var names: Set<String> = []
    var assigned: Set<String> = []

    /// The USRs of the properties to which it makes key paths.
    var keyPaths: Set<String> = []

    /// Whether nothing is known of what is around it once it has run.
    var isLost: Bool { touchesWiring || givesAway }
}

extension Program {
    /// What a call of a function may touch.
    func reach(of function: Function, _ body: [Statement]) -> Reach {
        // What the call leaves out is made, too.
        var all = function.defaults
        if function.name == "init", let owner = function.owner {
            all.append(.expression(Expression(.other([]), type: owner, at: function.place)))
        }
        var reach = reach(of: all + body)
        if wrapsParameters(function) { reach.touchesWiring = true }
        return reach
    }

    /// What some code and all that it calls may touch.
    ///
    /// It is not finished where ``Reach/isLost`` holds.
    func reach(of body: [Statement]) -> Reach {
        var reach = Reach()
        var seen: Set<String> = []
        var waiting: [[Statement]] = [body]
        while let next = waiting.popLast(), !reach.isLost {
            for statement in next {
                statement.visit { expression in
                    note(expression, in: &reach)
                    for (key, value) in initialValues(in: expression)
                    where seen.insert(key).inserted {
                        waiting.append([.expression(value)])
                    }
                    for usr in callees(of: expression) where seen.insert(usr).inserted {
                        guard let function = functions[usr] else { continue }
                        if wrapsParameters(function) { reach.touchesWiring = true }
                        waiting += implementations(of: function).compactMap(\.body)
                        // A requirement: whatever has its name.
                        guard function.body == nil else { continue }
                        waiting += named[function.name, default: []].compactMap(\.body)
                    }
                } statement: {
                    note($0, in: &reach)
                }
            }
        }
        return reach
    }

    /// Whether a wrapper of the program is made of something that a function is given.
    func wrapsParameters(_ function: Function) -> Bool {
        function.parameters.contains { parameter in
            parameter.attribute.map { isWrapper($0, of: parameter) } ?? false
        }
    }

    private func note(_ statement: Statement, in reach: inout Reach) {
        switch statement {
        case .unsupported: reach.touchesWiring = true
        case .each(_, let sequence, _) where sequence.inside.type.names?.first != "Swift":
            reach.givesAway = reach.givesAway || !isData(sequence)
        default:
            // What a pattern matches is said by the program.
            guard comparesByItself, !statement.compared.isEmpty else { return }
            reach.givesAway = true
        }
    }

    private func note(_ expression: Expression, in reach: inout Reach) {
        func write(_ target: Expression) {
            switch target.inside.kind {
            case .local(let name): reach.assigned.insert(name)
            case .reference(let reference): reach.writes.formUnion(meant(by: reference))
            case .member(let base, let reference):
                reach.writes.formUnion(meant(by: reference))
                write(base)
            case .tuple(let parts): for part in parts { write(part.value) }
            case .element(let base, _), .forced(let base), .bindOptional(let base),
                .optionalChain(let base):
                write(base)
            case .call(let callee, _):
                if case .member(let base, _) = callee.kind { write(base) }
            default: return
            }
        }
        reach.givesAway = reach.givesAway || givesAway(expression)
        switch expression.kind {
        case .call(let callee, let arguments):
            guard case .local = callee.kind, arguments.contains(where: { !isData($0.value) }) else {
                return
            }
            reach.callsLocally = true
        case .local(let name): reach.names.insert(name)
        case .reference(let reference), .member(_, let reference):
            let isWiring =
                isOfMortise(reference) || variables[reference.usr]?.type.mayBeWiring ?? false
            reach.touchesWiring = reach.touchesWiring || isWiring
            guard reference.name == "init", let owner = made(by: expression) else { return }
            for usr in superclasses(of: owner).flatMap({ self.type($0)?.stored ?? [] }) {
                reach.writes.insert(usr)
                // A wrapper of the program is made.
                let wrappers = variables[usr]?.attributes ?? []
                if wrappers.contains(where: { self.type($0.type) != nil }) {
                    reach.touchesWiring = true
                }
            }
            reach.made.insert(owner.withoutArguments)
        case .other where type(expression.type) != nil:
            reach.made.insert(expression.type.withoutArguments)
        case .cast(_, let type, _): reach.touchesWiring = reach.touchesWiring || type.mayBeWiring
        case .assign(_, let target): write(target)
        case .inOut(let target): write(target)
        case .keyPath(let path?): reach.keyPaths.formUnion(path.map(\.usr))
        case .defaultArgument(let reference, let index)
        where hidesDefault(of: reference, index):
            reach.touchesWiring = true
        case .unsupported, .error, .keyPath: reach.touchesWiring = true
        default: return
        }
    }

    /// Whether a default argument is one of the program that is not in the tree: of a subscript, or a case.
    func hidesDefault(of reference: Reference, _ index: Int) -> Bool {
        if let function = functions[reference.usr] {
            return !function.isImplicit && function.parameters.indices.contains(index)
                && function.parameters[index].defaultValue == nil
        }
        // The USR of a case ends so.
        return reference.usr.hasSuffix("mF")
            && Self.module(of: reference.usr).map { modules.contains($0) } ?? false
    }

    /// Whether code that is not read is given something here that is not data.
    private func givesAway(_ expression: Expression) -> Bool {
        switch expression.kind {
        case .call(let callee, let arguments):
            if arguments.contains(where: \.value.isEscapingClosure) { return true }
            switch callee.kind {
            case .enumCase, .closure, .local: return false
            default: break
            }
            if isRead(callee) { return false }
            if let reference = callee.named, keepsNothing(reference) {
                return arguments.contains {
                    $0.value.isCode && !isKnownCode($0.value) || mayMake($0.value)
                }
            }
            return expression.isCode || arguments.contains { !isData($0.value) }
        case .reference(let reference) where keepsNothing(reference): return false
        case .member(let base, let reference) where keepsNothing(reference):
            return mayMake(base) && !reference.name.isOperator
        case .member(let base, let reference) where reference.name == "init" && mayMakeOther(base):
            return true
        case .member(let base, let reference) where !isRead(expression):
            return !isData(base) || reference.substitutions.values.contains { !isData($0) }
        case .reference(let reference) where !isRead(expression):
            return reference.substitutions.values.contains { !isData($0) }
        case .member(_, let reference), .reference(let reference):
            return variables[reference.usr].map { isWrapped($0) } ?? false
        case .dictionary(let pairs): return pairs.contains { !isData($0.key) }
        case .other(let parts), .text(let parts):
            // What is interpolated describes itself, as it may from when it was made.
            return expression.type.path != "Swift.String" && parts.contains { !isData($0) }
        default: return false
        }
    }

    /// Whether it is a type, of which code that is not read may make an instance, or ask for another member.
    private func mayMake(_ expression: Expression) -> Bool {
        let inside = expression.inside
        if case .typeValue(let type) = inside.kind {
            guard case .nominal = type else { return true }
            return self.type(type) != nil
        }
        if case .metatype = inside.type { return true }
        return false
    }

    /// Whether an initializer of it may be that of another type: of a subclass, or of one that is not known.
    private func mayMakeOther(_ base: Expression) -> Bool {
        switch base.inside.kind {
        case .typeValue(let type): self.type(type).map { $0.kind == .protocol } ?? !isData(type)
        case .local("self"): false
        default: !base.isSuper
        }
    }

    /// Whether a function is written here, is a parameter, or is named, and so is looked at.
    private func isKnownCode(_ expression: Expression) -> Bool {
        let inside = expression.inside
        return switch inside.kind {
        case .closure, .local: true
        case .reference(let reference), .member(_, let reference):
            isRead(inside) || keepsNothing(reference)
        default: false
        }
    }

    /// Whether what is read and written is a wrapper, and its code is not among what was read.
    private func isWrapped(_ variable: Variable) -> Bool {
        !variable.attributes.isEmpty && variable.getter.flatMap { functions[$0]?.body } == nil
    }

    /// Whether code that is not read does nothing with what it is given but look at it, show it, or give it
    /// back: so does the standard library with all but closures.
    ///
    /// What instances do themselves when they are compared and shown may happen from when they are made.
    private func keepsNothing(_ reference: Reference) -> Bool {
        guard let symbol = symbols[reference.usr] else { return false }
        if isHarmless(reference) { return true }
        let module = symbol.extensionModule ?? symbol.owner.first
        let names = symbol.owner + [symbol.signature]
        return ["Swift", "Synchronization", "Observation", "MortiseGraph"].contains(module)
            && !names.contains { $0.contains("nsafe") || $0.contains("Unmanaged") }
    }

    /// Whether a function, a property or an initializer that is named is one of the program.
    private func isRead(_ expression: Expression) -> Bool {
        guard let reference = expression.named else { return false }
        return functions[reference.usr] != nil || variables[reference.usr] != nil
            || isOfMortise(reference) || made(by: expression) != nil
    }

    /// The type of the program that an initializer makes an instance of which is named.
    private func made(by expression: Expression) -> SwiftType? {
        guard let reference = expression.named, reference.name == "init" else { return nil }
        if let owner = functions[reference.usr]?.owner { return owner }
        guard case .member(let base, _) = expression.kind, case .typeValue(let type) = base.kind,
            self.type(type) != nil
        else { return nil }
        return type
    }

    /// The USRs of the properties that one may be: also those that override it, or meet it.
    private func meant(by reference: Reference) -> [String] {
        guard let variable = variables[reference.usr], let owner = variable.owner,
            type(owner)?.kind != .structure
        else { return [reference.usr] }
        return variablesNamed[variable.name, default: []].map(\.usr)
    }

    /// What may run because an instance is made: initializers of its superclasses, what runs when it ends,
    /// and what code that is not read may call.
    private func runs(byMaking type: SwiftType) -> [String] {
        let members = allMethods(of: type).filter {
            $0.name == "init" || $0.isDeinitializer || mayMeetRequirement($0)
        }
        let given = superclasses(of: type).flatMap { propertiesGivenValues(by: $0) }
        return members.map(\.usr) + given.compactMap { variables[$0]?.initAccessor }
    }

    /// The properties of a type that get their first values where an instance is made.
    private func propertiesGivenValues(by type: SwiftType) -> [String] {
        self.type(type).map { initialized(in: $0).usrs } ?? []
    }

    /// The initial values that an expression may evaluate: of what it names, of what it makes, and of
    /// parameters that it leaves out.
    private func initialValues(in expression: Expression) -> [(key: String, Expression)] {
        let usrs: [String]
        switch expression.kind {
        case .reference(let reference), .member(_, let reference):
            let made = made(by: expression).map {
                superclasses(of: $0).flatMap { propertiesGivenValues(by: $0) }
            }
            usrs = made ?? meant(by: reference)
        case .defaultArgument(let reference, let index):
            let parameters = functions[reference.usr]?.parameters ?? []
            guard parameters.indices.contains(index), let value = parameters[index].defaultValue
            else { return [] }
            return [("\(reference.usr) \(index)", value)]
        case .other where type(expression.type) != nil:
            usrs = superclasses(of: expression.type).flatMap { propertiesGivenValues(by: $0) }
        default: return []
        }
        return usrs.compactMap { usr in variables[usr]?.initialValue.map { (usr, $0) } }
    }

    /// The functions that an expression may run: what it names, and the accessors of a property.
    func callees(of expression: Expression) -> [String] {
        switch expression.kind {
        case .reference(let reference), .member(_, let reference):
            if let type = made(by: expression) { return [reference.usr] + runs(byMaking: type) }
            if reference.name == "subscript" {
                return [reference.usr, reference.setterOfSubscript]
            }
            guard variables[reference.usr] != nil else { return [reference.usr] }
            return meant(by: reference).flatMap { variables[$0]?.accessors ?? [] }
        case .keyPath(let path?):
            return path.flatMap { meant(by: $0).flatMap { variables[$0]?.accessors ?? [] } }
        case .other where type(expression.type) != nil: return runs(byMaking: expression.type)
        default: return []
        }
    }
}

extension Statement {
    /// The expressions that patterns in it are compared with.
    fileprivate var compared: [Expression] {
        func patterns(_ conditions: [Condition]) -> [Pattern] {
            conditions.compactMap { if case .matches(let pattern, _) = $0 { pattern } else { nil } }
        }
        let patterns =
            switch self {
            case .branch(let tests, _, _), .unless(let tests, _), .loop(let tests, _, _):
                patterns(tests)
            case .choose(_, let clauses), .attempt(_, let clauses): clauses.flatMap(\.patterns)
            default: [Pattern]()
            }
        return patterns.flatMap(\.values)
    }
}

extension Expression {
    /// Whether it is written as a closure that may run after the call which it is given to.
    fileprivate var isEscapingClosure: Bool {
        guard case .closure(let closure) = inside.kind else { return false }
        return closure.isEscaping && !closure.isImplicit
    }

    /// Whether it is a function.
    fileprivate var isCode: Bool { if case .function = type { true } else { false } }
}

extension Function {
    /// What makes the values of parameters that a call leaves out.
    var defaults: [Statement] { parameters.compactMap(\.defaultValue).map { .expression($0) } }
}

extension Reference {
    /// The USR of the setter of a subscript, which ends with `s` where its own ends with `p`.
    var setterOfSubscript: String { usr.dropLast() + "s" }
}

extension Variable {
    /// The USRs of what reads, writes and observes it.
    var accessors: [String] { [getter, setter].compactMap { $0 } + observers + [initAccessor] }

    /// The USR of its init accessor, if it has one.
    ///
    /// The USR of a variable ends with `p`, that of this accessor with `i`.
    var initAccessor: String { usr.dropLast() + "i" }
}

extension SwiftType {
    /// Whether a value of the type may be a container or a closure, or have one in it.
    ///
    /// What instances of the program's own types have is found where it is read.
    fileprivate var mayBeWiring: Bool {
        switch self {
        case .function, .unknown, .opaque, .dependent: true
        case .nominal(let path, let arguments):
            Interface.isOfMortise(module: path.first?.name)
                || arguments.contains(where: \.mayBeWiring)
        case .tuple(let elements): elements.contains(where: \.type.mayBeWiring)
        case .metatype(let type), .parameterized(let type, _), .dynamic(let type): type.mayBeWiring
        case .pack(let types): types.contains(where: \.mayBeWiring)
        case .existential, .parameter: false
        }
    }
}

// MARK: - Data

extension Program {
    /// Whether something is data, or a closure that ends with the call which it is given to.
    private func isData(_ expression: Expression) -> Bool {
        let inside = expression.inside
        return switch inside.kind {
        case .defaultArgument: true
        case .closure(let closure): !closure.isEscaping
        case .array(let elements): elements.allSatisfy { isData($0) }
        case .tuple(let elements): elements.allSatisfy { isData($0.value) }
        case .typeValue(let type): isData(type)
        default: isData(inside.type)
        }
    }

    /// Whether code that is not read can do nothing with values of a type but what it could do without:
    /// they are numbers, texts and the like, and collections of these, or of a type whose file is not
    /// read because it cannot matter.
    func isData(_ type: SwiftType) -> Bool {
        switch type {
        case .nominal(let path, let arguments):
            guard arguments.allSatisfy({ isData($0) }), let module = path.first?.name else {
                return false
            }
            return modules.contains(module) && self.type(type) == nil || module == "MortiseGraph"
                || module == "Swift" && !arguments.isEmpty
                || Self.data.contains(type.path ?? "")
        case .tuple(let elements): return elements.allSatisfy { isData($0.type) }
        default: return false
        }
    }

    /// Types of which a value is data.
    private static let data = hashable.union([
        "Swift.Never", "Swift.StaticString", "Swift.DefaultStringInterpolation",
    ])
}

// SPDX-License-Identifier: MIT

/// What a function and all that it calls may touch.
struct Reach {
    /// Whether it comes to Mortise, or reads what may hold a container or a closure.
    ///
    /// A closure that it is given is not among these: whoever gives it is looked at.
    var touchesWiring = false

    /// The USRs of the properties and variables, not its own, that it assigns.
    var writes: Set<String> = []

    /// The local names that are mentioned, and those that something is assigned to.
    var names: Set<String> = []
    var assigned: Set<String> = []

    /// The USRs of the properties to which it makes key paths.
    var keyPaths: Set<String> = []
}

extension Program {
    /// What some code and all that it calls may touch.
    func reach(of body: [Statement]) -> Reach {
        var reach = Reach()
        var seen: Set<String> = []
        var waiting: [[Statement]] = [body]
        while let next = waiting.popLast() {
            for statement in next {
                statement.visit { expression in
                    note(expression, in: &reach)
                    for (usr, value) in initialValues(in: expression)
                    where seen.insert(usr).inserted {
                        waiting.append([.expression(value)])
                    }
                    for usr in callees(of: expression) where seen.insert(usr).inserted {
                        guard let function = functions[usr] else { continue }
                        waiting += implementations(of: function).compactMap(\.body)
                        // A requirement: whatever has its name.
                        guard function.body == nil else { continue }
                        waiting += methods.values.joined().filter { $0.name == function.name }
                            .compactMap(\.body)
                    }
                }
            }
            if reach.touchesWiring { return reach }
        }
        return reach
    }

    private func note(_ expression: Expression, in reach: inout Reach) {
        func write(_ target: Expression) {
            switch target.inside.kind {
            case .local(let name): reach.assigned.insert(name)
            case .reference(let reference): reach.writes.insert(reference.usr)
            case .member(let base, let reference):
                reach.writes.insert(reference.usr)
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
        switch expression.kind {
        case .local(let name): reach.names.insert(name)
        case .reference(let reference), .member(_, let reference):
            let isWiring =
                isOfMortise(reference) || variables[reference.usr]?.type.mayBeWiring ?? false
            reach.touchesWiring = reach.touchesWiring || isWiring
            if reference.name == "init", let owner = functions[reference.usr]?.owner {
                for type in superclasses(of: owner) {
                    reach.writes.formUnion(self.type(type)?.stored ?? [])
                }
            }
        case .cast(_, let type, _): reach.touchesWiring = reach.touchesWiring || type.mayBeWiring
        case .assign(_, let target): write(target)
        case .inOut(let target): write(target)
        case .keyPath(let path?): reach.keyPaths.formUnion(path.map(\.usr))
        case .unsupported, .error, .keyPath: reach.touchesWiring = true
        default: return
        }
    }

    /// What runs when an instance ends that an initializer makes.
    private func ends(of initializer: Reference) -> [String] {
        guard initializer.name == "init", let owner = functions[initializer.usr]?.owner else {
            return []
        }
        return superclasses(of: owner).flatMap { methods[$0.withoutArguments] ?? [] }
            .filter(\.isDeinitializer).map(\.usr)
    }

    /// The initial values that an expression may evaluate: of what it names, and of what it makes.
    private func initialValues(in expression: Expression) -> [(usr: String, Expression)] {
        let usrs: [String]
        switch expression.kind {
        case .reference(let reference), .member(_, let reference):
            let type = reference.name == "init" ? functions[reference.usr]?.owner : nil
            let made = type.map { superclasses(of: $0).flatMap { self.type($0)?.stored ?? [] } }
            usrs = made ?? [reference.usr]
        default: return []
        }
        return usrs.compactMap { usr in variables[usr]?.initialValue.map { (usr, $0) } }
    }

    /// The functions that an expression may run: what it names, and the accessors of a property.
    private func callees(of expression: Expression) -> [String] {
        switch expression.kind {
        case .reference(let reference), .member(_, let reference):
            variables[reference.usr]?.accessors ?? [reference.usr] + ends(of: reference)
        case .keyPath(let path?): path.flatMap { variables[$0.usr]?.accessors ?? [] }
        default: []
        }
    }
}

extension Variable {
    /// The USRs of what reads, writes and observes it.
    var accessors: [String] { [getter, setter].compactMap { $0 } + observers }
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
        case .metatype(let type), .parameterized(let type, _): type.mayBeWiring
        case .pack(let types): types.contains(where: \.mayBeWiring)
        case .existential, .parameter: false
        }
    }
}

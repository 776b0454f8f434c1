// SPDX-License-Identifier: MIT

/// Which functions and variables of a program use which, and which of them come to wiring.
struct CallGraph {
    /// The statements and the values of a function, a variable or a script, by USR.
    struct Node {
        var statements: [Statement] = []
        var values: [Expression] = []
        /// The variables and functions that it names, and the accessors of a property.
        var edges: Set<String> = []
        /// Whether it names something of Mortise, or calls a closure that may.
        var touches = false
        /// The variables that it may change, but for what an initializer gives its own properties.
        var changes: Set<String> = []
        /// The type of which it may change a value as a whole, by its `self`.
        var changesSelf: SwiftType?

        func visit(_ see: (Expression) -> Void) {
            for statement in statements { statement.visit(see) }
            for value in values { value.visit(see) }
        }
    }

    private(set) var nodes: [String: Node] = [:]
    /// The functions and variables that come to wiring, and those that were noted as well.
    private(set) var touching: Set<String> = []
    private var callers: [String: [String]] = [:]

    private let program: Program
    /// Whether the closures that code of a module calls may come to wiring.
    private let callsClosures: (String) -> Bool
    /// Other functions that a call of one may run: what overrides or implements it.
    private var others: [String: Set<String>] = [:]

    init(_ program: Program, callsClosures: @escaping (String) -> Bool) {
        self.program = program
        self.callsClosures = callsClosures
        var bodies: [String: [Function]] = [:]
        for (number, file) in program.files.enumerated() {
            for function in file.functions {
                if let base = function.overrides { others[base, default: []].insert(function.usr) }
                guard let body = function.body else { continue }
                bodies[function.name, default: []].append(function)
                let defaults = function.parameters.compactMap(\.defaultValue)
                add(function.usr, Node(statements: body, values: defaults), in: file, function)
            }
            for variable in file.variables {
                let arguments = variable.attributes.flatMap(\.arguments).map(\.value)
                var node = Node(values: [variable.initialValue].compactMap { $0 } + arguments)
                node.edges = Set([variable.getter, variable.setter].compactMap { $0 })
                node.edges.formUnion(variable.observers)
                node.touches = !variable.attributes.isEmpty && callsClosures(file.module)
                add(variable.usr, node, in: file)
            }
            if !file.topLevel.isEmpty {
                add("top level of \(number)", Node(statements: file.topLevel), in: file)
            }
        }
        // A requirement: whatever has its name.
        for function in program.functions.values where function.body == nil {
            others[function.usr, default: []].formUnion((bodies[function.name] ?? []).map(\.usr))
        }
        for (name, node) in nodes {
            for next in node.edges { callers[next, default: []].append(name) }
        }
        for (name, all) in others {
            for other in all { callers[other, default: []].append(name) }
        }
        for (name, node) in nodes where node.touches { touch(name) }
    }

    private mutating func add(
        _ name: String,
        _ empty: Node,
        in file: SourceFile,
        _ function: Function? = nil
    ) {
        var node = empty
        let mayTouch = callsClosures(file.module)
        node.visit { expression in
            if let reference = expression.named { node.edges.insert(reference.usr) }
            node.edges.formUnion(program.callees(of: expression))
            if isDirect(expression, mayTouch) { node.touches = true }
            switch expression.kind {
            case .assign(_, let target), .inOut(let target):
                if target.inside.isSelf {
                    node.changesSelf = function?.owner
                } else if function?.name != "init" || !target.inside.isOfSelf {
                    target.visit { part in part.named.map { _ = node.changes.insert($0.usr) } }
                }
            case .keyPath(let references?): node.changes.formUnion(references.map(\.usr))
            default: break
            }
        }
        nodes[name] = node
    }

    /// Whether an expression itself comes to wiring.
    private func isDirect(_ expression: Expression, _ callsClosures: Bool) -> Bool {
        if let reference = expression.named { return program.isOfMortise(reference) }
        guard callsClosures, case .call(let callee, _) = expression.kind else { return false }
        switch callee.inside.kind {
        case .reference(let reference), .member(_, let reference):
            return program.variables[reference.usr] != nil
        case .enumCase: return false
        default: return true
        }
    }

    /// Notes that a function or variable comes to wiring, and so does whatever uses it.
    mutating func touch(_ name: String) {
        guard touching.insert(name).inserted else { return }
        var waiting = [name]
        while let next = waiting.popLast() {
            for caller in callers[next] ?? [] where touching.insert(caller).inserted {
                waiting.append(caller)
            }
        }
    }

    /// What a call of a function may run.
    func bodies(of function: String) -> Set<String> { (others[function] ?? []).union([function]) }

    /// Whether an expression comes to wiring.
    func touches(_ expression: Expression, in module: String) -> Bool {
        var found = false
        expression.visit { part in
            found =
                found || isDirect(part, callsClosures(module))
                || part.named.map { touching.contains($0.usr) } ?? false
        }
        return found
    }

    /// Whether some statements come to wiring, or leave what they are in.
    func matter(_ statements: [Statement], in module: String) -> Bool {
        statements.contains { statement in
            var found = false
            statement.visit { found = found || touches($0, in: module) }
            return found || statement.leaves
        }
    }
}

extension Expression {
    fileprivate var isSelf: Bool {
        if case .local("self") = kind { true } else { false }
    }

    /// Whether it is a property of `self`.
    fileprivate var isOfSelf: Bool {
        if case .member(let base, _) = kind { base.inside.isSelf } else { false }
    }

    /// The declaration that it names, but for a case.
    var named: Reference? {
        switch kind {
        case .reference(let reference), .member(_, let reference): reference
        default: nil
        }
    }
}

extension Statement {
    /// Whether control may go elsewhere than to what follows.
    fileprivate var leaves: Bool {
        func any(_ statements: [Statement]) -> Bool { statements.contains(where: \.leaves) }
        return switch self {
        case .leave, .fail, .jump: true
        case .branch(_, let first, let second): any(first) || any(second)
        case .unless(_, let body), .loop(_, let body, _), .each(_, _, let body): any(body)
        case .choose(_, let clauses): clauses.contains { any($0.body) }
        case .attempt(let body, let clauses): any(body) || clauses.contains { any($0.body) }
        default: false
        }
    }
}

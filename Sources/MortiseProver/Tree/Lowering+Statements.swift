// SPDX-License-Identifier: MIT

extension Lowering {
    /// The statements of a block, or a statement that stands in the place of one.
    func statements(_ node: Node) throws -> [Statement] {
        try inside(node) {
            guard try kind(of: node) == "brace_stmt" else { return try statement(node) }
            return try body(list("elements", of: node))
        }
    }

    /// The statements of a block.
    func body(_ elements: [Node]) throws -> [Statement] {
        // What a wrapped variable is bound to is the value of the storage behind it, and that of a lazy
        // one is `nil` until it is read.
        var (storage, lazy): ([String: String?], Set<String>) = ([:], [])
        for element in elements where try kind(of: element) == "var_decl" {
            guard let name = name(of: element), isComputed(element) else { continue }
            storage.updateValue(storageName(of: element, name), forKey: name)
            if flag("lazy", of: element) { lazy.insert(name) }
        }
        let outer = declaredLater
        defer { declaredLater = outer }
        for element in elements where try kind(of: element) == "func_decl" {
            declaredLater.insert(name(of: element) ?? "_")
        }
        var statements: [Statement] = []
        for element in elements {
            for statement in try self.statement(element) {
                guard case .variable(.name(let name), var value) = statement,
                    let behind = storage[name]
                else {
                    statements.append(statement)
                    continue
                }
                if lazy.contains(name) {
                    value = Expression(.none, type: .unknown("nil"), at: enclosing)
                }
                if let behind { statements.append(.variable(.name(behind), value)) }
            }
        }
        return statements
    }

    /// The name of the local variable that a wrapped or lazy one keeps its value in.
    private func storageName(of variable: Node, _ name: String) -> String? {
        if flag("lazy", of: variable) { return "$__lazy_storage_$_\(name)" }
        let isWrapped = list("attrs", of: variable).contains {
            string("_kind", of: $0) == "custom_attr" && string("type", of: $0) != nil
        }
        return isWrapped ? "_\(name)" : nil
    }

    /// A statement, a declaration in a body, or an expression.
    private func statement(_ node: Node) throws -> [Statement] {
        let kind = try kind(of: node)
        return try inside(node) {
            if let lower = Self.statementKinds[kind] { return try lower(self, node) }
            if isDeclaration(kind) { return try localDeclaration(kind, node) }
            if kind.hasSuffix("_stmt") {
                if !Self.closed.contains(kind) { noteError() }
                return [.unsupported(kind, try parts(of: node), enclosing)]
            }
            return [.expression(try expression(node))]
        }
    }

    private func localDeclaration(_ kind: String, _ node: Node) throws -> [Statement] {
        // What is declared here does not belong to the type around the function.
        let outer = owner
        defer { owner = outer }
        owner = nil
        switch kind {
        case "pattern_binding_decl": return try bindings(node)
        case "func_decl":
            noteLocalFunction(name(of: node) ?? "_")
            return [.function(try function(node))]
        case "var_decl":
            guard isComputed(node), let getter = accessor("get", of: node) else {
                let observers = list("accessors", of: node).filter {
                    flag("didSet", of: $0) || flag("willSet", of: $0)
                }
                if !observers.isEmpty { return try observed(node, observers) }
                return isWeak(node) ? [.weak(name(of: node) ?? "_")] : []
            }
            let read = try accessorFunction(getter, of: node)
            let written = try accessor("set", of: node).map { try accessorFunction($0, of: node) }
            guard read.body != nil, written == nil || written?.body != nil else {
                return [.unsupported("accessor_decl", [], enclosing)]
            }
            return [.computed(getter: read, setter: written)]
        default:
            try declarations([node])
            return []
        }
    }

    /// A local variable that is observed, as a computed one beside one that is stored.
    private func observed(_ node: Node, _ observers: [Node]) throws -> [Statement] {
        let name = name(of: node) ?? "_"
        let (stored, new, old) = (name + " stored", name + " new", name + " old")
        func local(_ name: String) -> Expression {
            Expression(.local(name), type: type("type", of: node), at: enclosing)
        }
        func tell(_ observer: Node, _ value: String) throws -> Statement {
            let function = try accessorFunction(observer, of: node)
            let closure = Expression.Closure(
                parameters: function.parameters,
                body: function.body ?? [],
                isImplicit: false,
                isAsync: false,
                isMainActor: false,
                captures: []
            )
            let callee = Expression(
                .closure(closure),
                type: .unknown("observer"),
                at: function.place
            )
            let arguments = function.parameters.map { _ in
                Expression.Argument(local(value))
            }
            return .expression(
                Expression(.call(callee, arguments), type: .void, at: function.place)
            )
        }
        func accessor(_ parameters: [String], _ body: [Statement]) -> Function {
            Function(
                usr: "",
                name: name,
                owner: nil,
                parameters: parameters.map {
                    Function.Parameter(name: $0, label: nil, type: type("type", of: node))
                },
                body: body,
                result: type("type", of: node),
                isStatic: false,
                isAsync: false,
                isMainActor: false,
                isPublic: false,
                isImplicit: true,
                overrides: nil,
                place: enclosing
            )
        }
        let before = try observers.filter { flag("willSet", of: $0) }.map { try tell($0, new) }
        let after = try observers.filter { flag("didSet", of: $0) }.map { try tell($0, old) }
        let change: [Statement] = [
            .variable(.name(old), local(stored)),
            .expression(
                Expression(.assign(local(new), to: local(stored)), type: .void, at: enclosing)
            ),
        ]
        return [
            .variable(.name(stored), local(name)),
            .computed(
                getter: accessor([], [.leave(local(stored))]),
                setter: accessor([new], before + change + after)
            ),
        ]
    }

    typealias Lower = @Sendable (Lowering, Node) throws -> [Statement]

    static let statementKinds: [String: Lower] = [
        "brace_stmt": { [.attempt(try $0.body($0.list("elements", of: $1)), [])] },
        "return_stmt": { lowering, node in
            [
                .leave(
                    try lowering.optionalPart("result", of: node).map {
                        try lowering.expression($0)
                    }
                )
            ]
        },
        "then_stmt": { [.give(try $0.expression("result", of: $1))] },
        "throw_stmt": { [.fail(try $0.expression("sub_expr", of: $1))] },
        "fail_stmt": { lowering, _ in
            [.leave(Expression(.none, type: .unknown("nil"), at: lowering.enclosing))]
        },
        "break_stmt": { [$0.jump(.leave, $1)] },
        "continue_stmt": { [$0.jump(.next, $1)] },
        "fallthrough_stmt": { [$0.jump(.fallThrough, $1)] },
        "defer_stmt": {
            [.deferred(try $0.statements($0.part("body", of: $0.part("temp_decl", of: $1))))]
        },
        "if_stmt": { try $0.branch($1) },
        "guard_stmt": {
            [.unless(try $0.conditions(of: $1), try $0.statements($0.part("body", of: $1)))]
        },
        "while_stmt": {
            let conditions = try $0.conditions(of: $1)
            return [.loop(conditions, try $0.statements($0.part("body", of: $1)), runsFirst: false)]
        },
        "repeat_while_stmt": {
            let condition = Statement.Condition.holds(try $0.expression("cond", of: $1))
            return [.loop([condition], try $0.statements($0.part("body", of: $1)), runsFirst: true)]
        },
        "for_each_stmt": { try $0.each($1) },
        "switch_stmt": {
            [.choose(try $0.expression("subject_expr", of: $1), try $0.cases("cases", of: $1))]
        },
        "yield_stmt": { lowering, node in
            try lowering.expressions("yields", of: node).map { lowering.yielded($0) }
        },
        "do_stmt": { [.attempt(try $0.statements($0.part("body", of: $1)), [])] },
        "do_catch_stmt": {
            let body = try $0.statements($0.part("body", of: $1))
            return [.attempt(body, try $0.cases("catch_stmts", of: $1))]
        },
    ]

    /// A jump: with a label, the last token of its range is not the first.
    private func jump(_ jump: Statement.Jump, _ node: Node) -> Statement {
        let range = optionalPart("range", of: node)
        let (start, end) = (
            range.flatMap { integer("start", of: $0) }, range.flatMap { integer("end", of: $0) }
        )
        return .jump(jump, isLabelled: start == nil || start != end)
    }

    /// What `_modify` does with a variable: whoever it belongs to may read and write it then.
    private func yielded(_ value: Expression) -> Statement {
        guard case .inOut(let target) = value.kind else {
            return .unsupported("yield_stmt", [value], value.place)
        }
        let changed = Expression(.other([value]), type: value.type, at: value.place)
        return .expression(Expression(.assign(changed, to: target), type: .void, at: value.place))
    }

    private func branch(_ node: Node) throws -> [Statement] {
        let conditions = try conditions(of: node)
        let first = try statements(part("then_stmt", of: node))
        let second = try optionalPart("else_stmt", of: node).map { try statements($0) }
        return [.branch(conditions, then: first, else: second ?? [])]
    }

    private func conditions(of node: Node) throws -> [Statement.Condition] {
        try list("conditions", of: node).map { condition in
            let kind = try kind(of: condition)
            if kind == "pattern" {
                let value = try expression("initializer", of: condition)
                return .matches(try pattern(part("pattern", of: condition)), value)
            }
            return kind.hasPrefix("#") ? .available : .holds(try expression(condition))
        }
    }

    private func each(_ node: Node) throws -> [Statement] {
        let sequence = try expression(self.sequence(of: node))
        var body = try statements(part("body", of: node))
        if let condition = optionalPart("where", of: node) {
            body = [.branch([.holds(try expression(condition))], then: body, else: [])]
        }
        if let next = optionalPart("next_call", of: node), try mayThrow(next) {
            // It may be thrown before each round.
            let next = Expression(.other([]), type: .unknown("next"), at: enclosing, canThrow: true)
            body.insert(.expression(next), at: 0)
        }
        return [.each(try pattern(part("pattern", of: node)), in: sequence, body)]
    }

    /// Whether a call that the compiler wrote is marked with `try`.
    private func mayThrow(_ node: Node) throws -> Bool {
        let kind = try kind(of: node)
        if kind == "try_expr" { return true }
        guard ["await_expr", "unsafe_expr"].contains(kind) else { return false }
        return try optionalPart("sub_expr", of: node).map { try mayThrow($0) } ?? false
    }

    /// The sequence of a loop: what `makeIterator` is called on.
    ///
    /// The one that was parsed may be from before types were checked.
    private func sequence(of node: Node) throws -> Node {
        let around: Set = ["await_expr", "try_expr", "unsafe_expr", "function_conversion_expr"]
        guard let iterator = optionalPart("iterator_var", of: node),
            let entry = list("pattern_entries", of: iterator).first,
            let initial = optionalPart("processed_init", of: entry),
            let made = optionalPart("fn", of: try unwrapped(initial, through: around)),
            let arguments = optionalPart("args", of: try unwrapped(made, through: around)),
            let argument = list("args", of: arguments).first
        else { return try part("parsed_sequence", of: node) }
        return try part("expr", of: argument)
    }

    private func cases(_ key: Tape.Key, of node: Node) throws -> [Statement.Case] {
        try list(key, of: node).map { clause in
            var patterns: [Pattern] = []
            var restrictions: [Expression?] = []
            for label in list("case_label_items", of: clause) {
                if flag("default", of: label) { continue }
                patterns.append(try pattern(part("pattern", of: label)))
                restrictions.append(
                    try optionalPart("where_expr", of: label).map { try expression($0) }
                )
            }
            let body = try statements(part("body", of: clause))
            return Statement.Case(patterns, where: restrictions, body)
        }
    }
}

// MARK: - Patterns

extension Lowering {
    /// The variables that a binding declares, each with its initial value.
    func bindings(_ node: Node) throws -> [Statement] {
        try inside(node) {
            try list("pattern_entries", of: node).map { entry in
                .variable(try pattern(part("pattern", of: entry)), try initialValue(of: entry))
            }
        }
    }

    /// What a binding's variable is at first.
    ///
    /// The original may be from before types were checked.
    func initialValue(of entry: Node) throws -> Expression? {
        let value =
            optionalPart("processed_init", of: entry) ?? optionalPart("original_init", of: entry)
        return try value.map { try expression($0) }
    }

    func pattern(_ node: Node) throws -> Pattern {
        let kind = try kind(of: node)
        switch kind {
        case "pattern_named": return .name(name(of: node) ?? "_")
        case "pattern_any": return .any
        case "pattern_typed", "pattern_paren", "pattern_binding":
            return try pattern(part("sub_pattern", of: node))
        case "pattern_tuple":
            return .tuple(try list("elements", of: node).map { try pattern($0) })
        case "pattern_optional_some": return .some(try pattern(part("sub_pattern", of: node)))
        case "pattern_enum_element":
            guard let name = name("element", of: node) else { throw malformed(node, "no name") }
            let payload = try optionalPart("sub_pattern", of: node).map { try pattern($0) }
            return .enumCase(name, of: type("type", of: node), payload)
        case "pattern_is":
            let inside = try optionalPart("sub_pattern", of: node).map { try pattern($0) }
            return .type(castType(string("cast_to", of: node)), inside)
        case "pattern_bool": return .boolean(flag("value", of: node))
        case "pattern_expr": return .value(try matchedValue(node))
        default:
            noteError()
            let values = try parts(of: node)
            return .value(Expression(.other(values), type: type("type", of: node), at: enclosing))
        }
    }

    /// The value that a pattern compares with: in `value ~= $match`, the first.
    private func matchedValue(_ node: Node) throws -> Expression {
        guard let match = optionalPart("match_expr", of: node) else {
            return try expression("sub_expr", of: node)
        }
        let comparison = try expression(match)
        guard case .call(_, let arguments) = comparison.kind, let first = arguments.first else {
            return comparison
        }
        return first.value
    }
}

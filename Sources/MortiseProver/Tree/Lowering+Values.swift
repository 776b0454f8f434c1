// SPDX-License-Identifier: MIT

// MARK: - Closures

extension Lowering {
    func closure(
        _ node: Node,
        captures: [(name: String, value: Expression)]
    ) throws -> Expression.Closure {
        let later = declaredLater
        defer { declaredLater = later }
        let isImplicit = try kind(of: node) == "autoclosure_expr"
        var isAsync = false
        var isMainActor = string("global_actor_isolated", of: node) == Self.mainActor
        if case .function(let function) = type("type", of: node) {
            isAsync = function.isAsync
            isMainActor =
                isMainActor || function.globalActor?.map(\.name) == ["Swift", "MainActor"]
        }
        let parameters = try parameters(of: node)
        let body: [Statement] =
            isImplicit
            ? [.leave(try expression("single_expr_body", of: node))]
            : try statements(part("body", of: node))
        return Expression.Closure(
            parameters: parameters,
            body: body,
            isImplicit: isImplicit,
            isAsync: isAsync,
            isMainActor: isMainActor,
            isEscaping: flag("escaping", of: node),
            captures: captures
        )
    }

    /// The mangled name of `MainActor`.
    static let mainActor = "$sScMD"

    func closureWithCaptures(_ node: Node) throws -> Expression.Kind {
        var captures: [(name: String, value: Expression)] = []
        for binding in list("captures", of: node) {
            for case .variable(.name(let name), let value?) in try bindings(binding) {
                captures.append((name, value))
            }
        }
        let body = try part("closure_body", of: node)
        let outer = keyPath
        // A key path in place of a function: only the function has it.
        if captures.first?.name == "$kp$" { keyPath = captures.removeFirst().value }
        defer { keyPath = outer }
        return try inside(body) { .closure(try closure(body, captures: captures)) }
    }
}

// MARK: - Values

extension Lowering {
    /// A literal, or the call of an initializer of the program with it.
    ///
    /// - Parameters:
    ///   - node: The node.
    ///   - value: What it is for the types of the standard library and of Mortise.
    ///   - given: What any other initializer is given, if that is not the same.
    ///   - type: The type of that.
    /// - Returns: What the literal is.
    /// - Throws: ``LoweringError`` if the tree is malformed.
    func literal(
        _ node: Node,
        _ value: Expression.Kind,
        as given: Expression.Kind? = nil,
        _ type: String
    ) throws -> Expression.Kind {
        guard let declaration = optionalPart("initializer", of: node),
            let symbol = names.symbol(string("decl_usr", of: declaration) ?? ""),
            let module = symbol.extensionModule ?? symbol.owner.first,
            !["Swift", "MortiseGraph"].contains(module), !Interface.isOfMortise(module: module)
        else { return value }
        let made = Expression.Kind.typeValue(self.type("type", of: node))
        let base = Expression(made, type: .unknown("literal"), at: enclosing)
        let initializer = Expression(
            .member(base, try reference(declaration)),
            type: .unknown("literal"),
            at: enclosing
        )
        let argument = Expression(given ?? value, type: SwiftType(type), at: enclosing)
        let label = symbol.labels?.first ?? nil
        return .call(initializer, [Expression.Argument(label: label, argument)])
    }

    func integerLiteral(_ node: Node) -> Expression.Kind {
        guard var digits = string("value", of: node) else { return .other([]) }
        digits.removeAll { $0 == "_" }
        let radices = ["0x": 16, "0o": 8, "0b": 2]
        let radix = radices[String(digits.prefix(2))]
        if radix != nil { digits.removeFirst(2) }
        guard let value = Int(digits, radix: radix ?? 10) else { return .other([]) }
        return .integer(flag("negative", of: node) ? -value : value)
    }

    /// A string with values in it: the text that it begins with, if it does, and the values.
    func interpolation(_ node: Node) throws -> Expression.Kind {
        guard let tap = optionalPart("appending_expr", of: node),
            let body = optionalPart("body", of: tap)
        else { return .other(try parts(of: node)) }
        var (values, pieces): ([Expression], [Expression]) = ([], [])
        var isPlain = true
        for element in list("elements", of: body) {
            let call = try unwrapped(element, through: ["try_expr", "await_expr", "unsafe_expr"])
            guard try kind(of: call) == "call_expr" else { continue }
            let callee = try part("fn", of: call)
            let method = optionalPart("fn", of: callee).flatMap { optionalPart("decl", of: $0) }
            let written = try arguments(of: call)
            if let own = try method.flatMap({ try ownCall($0, of: .other([]), written) }) {
                values.append(own)
                isPlain = false
                continue
            }
            let parts = written.map(\.value)
            pieces += parts
            isPlain = isPlain && written.count == 1 && written[0].label == nil
            if flag("implicit", of: call), !values.isEmpty { continue }
            values += parts
        }
        for (key, made) in [(Tape.Key("builder_init"), tap), ("result_init", node)] {
            let made = Expression.Kind.typeValue(type("type", of: made))
            let own = try optionalPart(key, of: node).flatMap { try ownCall($0, of: made, nil) }
            values += [own].compactMap { $0 }
            isPlain = isPlain && own == nil
        }
        return isPlain && type("type", of: node).path == "Swift.String"
            ? .text(pieces) : .other(values)
    }

    /// A call of what makes a string of its parts, unless the standard library does.
    private func ownCall(
        _ declaration: Node,
        of receiver: Expression.Kind,
        _ written: [Expression.Argument]?
    ) throws -> Expression? {
        let reference = try reference(declaration)
        guard let symbol = file.symbols[reference.usr],
            (symbol.extensionModule ?? symbol.owner.first) != "Swift"
        else { return nil }
        let base = Expression(receiver, type: .unknown("interpolation"), at: enclosing)
        let callee = Expression(.member(base, reference), type: .unknown("part"), at: enclosing)
        let arguments =
            written
            ?? (symbol.labels ?? []).map { label in
                Expression.Argument(
                    label: label,
                    Expression(.other([]), type: .unknown("part"), at: enclosing)
                )
            }
        return Expression(.call(callee, arguments), type: .unknown("part"), at: enclosing)
    }

    func dictionary(_ node: Node) throws -> Expression.Kind {
        var pairs: [(key: Expression, value: Expression)] = []
        for element in list("elements", of: node) {
            let pair = try expressions("elements", of: element)
            guard pair.count == 2 else { return .other(try parts(of: node)) }
            pairs.append((pair[0], pair[1]))
        }
        let elements = pairs.map { key, value in
            Expression(.tuple([(nil, key), (nil, value)]), type: .unknown("pair"), at: key.place)
        }
        return try literal(node, .dictionary(pairs), as: .array(elements), "Swift.Array")
    }

    func tuple(_ node: Node) throws -> Expression.Kind {
        let labels = list("names", of: node).map { tape.string($0) ?? "" }
        let values = try expressions("elements", of: node)
        return .tuple(
            values.enumerated().map { position, value in
                let label = position < labels.count ? labels[position] : ""
                return (label.isEmpty ? nil : label, value)
            }
        )
    }

    func keyPath(_ node: Node) throws -> Expression.Kind {
        var path: [Reference] = []
        for component in list("components", of: node) {
            let kind = try kind(of: component)
            if kind == "identity" { continue }
            guard kind == "member" else { return .keyPath(nil) }
            path.append(try reference(part("decl", of: component)))
        }
        return .keyPath(path)
    }

    /// What a key path leads to that is written where it is applied, or in place of a function.
    func keyPathApplication(_ node: Node) throws -> Expression.Kind {
        let written = try part("keypath", of: node)
        var path = keyPath
        if try kind(of: written) == "keypath_expr" {
            path = Expression(try keyPath(written), type: .unknown("path"), at: enclosing)
        } else if optionalPart("decl", of: written).flatMap({ string("base_name", of: $0) })
            != "$kp$"
        {
            path = nil
        }
        guard case .keyPath(let references?)? = path?.inside.kind else {
            return .other(try parts(of: node))
        }
        let base = try expression("base", of: node)
        return references.reduce(base) { value, property in
            let type = references.last == property ? type("type", of: node) : .unknown("part")
            return Expression(.member(value, property), type: type, at: enclosing)
        }.kind
    }

    func conditional(_ node: Node) throws -> Expression.Kind {
        .conditional(
            try expression("cond_expr", of: node),
            try expression("then_expr", of: node),
            try expression("else_expr", of: node)
        )
    }

    /// `if`, `switch` or `do` that gives a value.
    func statementValue(_ node: Node) throws -> Expression.Kind {
        let statements = try self.statements(part("stmt", of: node))
        guard statements.count == 1 else { throw malformed(node, "not one statement") }
        if case .branch(let conditions, let first, let second) = statements[0],
            conditions.count == 1, case .holds(let condition) = conditions[0],
            first.count == 1, case .give(let whenTrue) = first[0],
            second.count == 1, case .give(let whenFalse) = second[0]
        {
            return .conditional(condition, whenTrue, whenFalse)
        }
        return .statement(statements[0])
    }
}

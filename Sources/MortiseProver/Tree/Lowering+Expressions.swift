// SPDX-License-Identifier: MIT

extension Lowering {
    /// An expression without what the compiler put around it.
    func expression(_ node: Node) throws -> Expression {
        let kind = try kind(of: node)
        if let key = Self.wrappers[kind], let part = optionalPart(key, of: node) {
            return try inside(node) { try expression(part) }
        }
        return try inside(node) {
            if let whole = try replacement(kind, node) { return whole }
            if isError(kind, node) {
                noteError()
                return Expression(.error, type: type("type", of: node), at: enclosing)
            }
            let part = try part(kind, node)
            return Expression(
                part,
                type: type("type", of: node),
                at: enclosing,
                canThrow: canThrow(kind, node),
                substitutions: substitutions(of: part, node)
            )
        }
    }

    /// Whether something may be thrown there: by a call, or where a property or the result of a task
    /// is read.
    private func canThrow(_ kind: String, _ node: Node) -> Bool {
        if Self.calls.contains(kind) { return !flag("nothrow", of: node) }
        return Self.reads.contains(kind) && optionalPart("throws", of: node) != nil
    }

    /// What an expression is.
    private func part(_ kind: String, _ node: Node) throws -> Expression.Kind {
        // In one expression with `??`, an error on its right side was a crash.
        if let lower = Self.expressionKinds[kind] { return try lower(self, node) }
        if !Self.closed.contains(kind) { noteError() }
        return .unsupported(kind, try parts(of: node))
    }

    /// Whether the compiler could not check an expression, or not expand it.
    private func isError(_ kind: String, _ node: Node) -> Bool {
        if Self.errorKinds.contains(kind) || kind.hasPrefix("unresolved_")
            || kind.hasPrefix("overloaded_")
        {
            return true
        }
        return string("type", of: node).map { names.isErroneous($0) } ?? false
    }

    /// The expressions that stand elsewhere in the tree and are meant here.
    private func replacement(_ kind: String, _ node: Node) throws -> Expression? {
        switch kind {
        case "opaque_value_expr":
            return string("identity", of: node).flatMap { opaqueValues[$0] }
        case "open_existential_expr", "make_temporarily_escapable_expr":
            let value =
                try optionalPart("existential_value", of: node)
                ?? part("nonescaping_closure_value", of: node)
            let opaque = try part("opaque_value", of: node)
            if let identity = string("identity", of: opaque) {
                opaqueValues[identity] = try expression(value)
            }
            guard kind == "open_existential_expr" else {
                return try expression(part("sub_expr", of: node))
            }
            return try with(opened: type("type", of: value).existential) {
                try expression(part("sub_expr", of: node))
            }
        case "assign_expr":
            // `_ = x` only evaluates `x`.
            let destination = try part("dest", of: node)
            guard try self.kind(of: destination) == "discard_assignment_expr" else { return nil }
            return try expression(part("src", of: node))
        case "dot_self_expr":
            return try expression(part("sub_expr", of: node))
        default: return nil
        }
    }

    /// Kinds that stand around a value and leave it as it is, with the key of the value.
    private static let wrappers: [String: Tape.Key] = {
        var wrappers: [String: Tape.Key] = [:]
        for kind in [
            "await_expr", "try_expr", "paren_expr", "unsafe_expr", "borrow_expr", "copy_expr",
            "consume_expr", "load_expr", "abi_safe_conversion_expr",
            "function_conversion_expr", "covariant_function_conversion_expr",
            "covariant_return_conversion_expr", "actor_isolation_erasure_expr", "unsafe_cast_expr",
            "vararg_expansion_expr", "coerce_expr", "lazy_initializer_expr",
            "rebind_self_in_constructor_expr", "linear_function", "differentiable_function",
        ] {
            wrappers[kind] = "sub_expr"
        }
        wrappers["dot_syntax_base_ignored"] = "rhs"
        wrappers["property_wrapper_value_placeholder_expr"] = "original_wrapped_value"
        wrappers["macro_expansion_expr"] = "rewritten"
        return wrappers
    }()

    private static let calls: Set<String> = [
        "call_expr", "binary_expr", "prefix_unary_expr", "postfix_unary_expr",
    ]

    private static let reads: Set<String> = ["member_ref_expr", "declref_expr", "subscript_expr"]

    private static let errorKinds: Set<String> = [
        "error_expr", "sequence_expr", "arrow_expr", "editor_placeholder_expr",
        "code_completion_expr", "macro_expansion_expr",
    ]

    private typealias LowerExpression = @Sendable (Lowering, Node) throws -> Expression.Kind

    /// Kinds of expressions and statements that have no rule: they close what is around them.
    ///
    /// Of what is in any other one nothing is known, as in what a newer compiler prints. So that is an error.
    static let closed: Set<String> = [
        "pack_expansion_expr", "pack_element_expr",
        "materialize_pack_expr", "tap_expr", "discard_stmt",
        "applied_property_wrapper_expr", "key_path_dot_expr", "type_join_expr",
        "unreachable",
    ]

    /// The kinds of nodes in bodies for which there is a rule.
    static let ruled =
        Set(wrappers.keys).union(errorKinds).union(expressionKinds.keys).union(statementKinds.keys)
        .union([
            "opaque_value_expr", "open_existential_expr", "make_temporarily_escapable_expr",
            "dot_self_expr", "case_stmt", "pattern_named", "pattern_any", "pattern_typed",
            "pattern_paren", "pattern_binding", "pattern_tuple", "pattern_optional_some",
            "pattern_enum_element", "pattern_is", "pattern_bool", "pattern_expr", "pattern_entry",
        ])

    private static let expressionKinds: [String: LowerExpression] = [
        "call_expr": { try $0.call($1) },
        "binary_expr": { try $0.call($1) },
        "prefix_unary_expr": { try $0.call($1) },
        "postfix_unary_expr": { try $0.call($1) },
        "dot_syntax_call_expr": { try $0.boundFunction($1) },
        "constructor_ref_call_expr": { try $0.boundFunction($1) },
        "declref_expr": { try $0.declaration($1) },
        "other_constructor_ref_expr": { try $0.declaration($1) },
        "super_ref_expr": { _, _ in .local("super") },
        "member_ref_expr": { try $0.member($1) },
        "dynamic_member_ref_expr": { try $0.member($1) },
        "subscript_expr": { try $0.element($1) },
        "dynamic_subscript_expr": { try $0.element($1) },
        "tuple_element_expr": { try $0.tupleElement($1) },
        "type_expr": { $0.typeValue($1) },
        "default_argument_expr": { try $0.defaultArgument($1) },
        "closure_expr": { .closure(try $0.closure($1, captures: [])) },
        "autoclosure_expr": { .closure(try $0.closure($1, captures: [])) },
        "capture_list": { try $0.closureWithCaptures($1) },
        "string_literal_expr": {
            try $0.literal($1, .string($0.string("value", of: $1) ?? ""), "Swift.String")
        },
        "integer_literal_expr": { try $0.literal($1, $0.integerLiteral($1), "Swift.Int") },
        "boolean_literal_expr": {
            try $0.literal($1, .boolean($0.flag("value", of: $1)), "Swift.Bool")
        },
        "nil_literal_expr": {
            try $0.literal($1, .none, as: .tuple([]), "Void")
        },
        "magic_identifier_literal_expr": {
            try $0.literal($1, .magic($0.string("kind", of: $1) ?? ""), "magic")
        },
        "interpolated_string_literal_expr": { try $0.interpolation($1) },
        "array_expr": {
            try $0.literal($1, .array($0.expressions("elements", of: $1)), "Swift.Array")
        },
        "dictionary_expr": { try $0.dictionary($1) },
        "tuple_expr": { try $0.tuple($1) },
        "keypath_expr": { try $0.keyPath($1) },
        "keypath_application_expr": { try $0.keyPathApplication($1) },
        "ternary_expr": { try $0.conditional($1) },
        "single_value_stmt_expr": { try $0.statementValue($1) },
        "assign_expr": {
            .assign(try $0.expression("src", of: $1), to: try $0.expression("dest", of: $1))
        },
        "float_literal_expr": { try $0.literal($1, .other([]), "Swift.Double") },
        "regex_literal_expr": { _, _ in .other([]) },
        "objc_selector_expr": { _, _ in .other([]) },
        "current_context_isolation_expr": { _, _ in .other([]) },
        "type_value_expr": { _, _ in .other([]) },
        "metatype_expr": { .typeOf(try $0.expression("base", of: $1)) },
        "enum_is_case_expr": { .other(try $0.parts(of: $1)) },
        // `_`, where a value is assigned.
        "discard_assignment_expr": { _, _ in .tuple([]) },
        "array_to_pointer": { try $0.conversion($1) },
        "string_to_pointer": { try $0.conversion($1) },
        "pointer_to_pointer": { try $0.conversion($1) },
        "inout_to_pointer": { .inOut(try $0.expression("sub_expr", of: $1)) },
        "inout_expr": { .inOut(try $0.expression("sub_expr", of: $1)) },
        "force_try_expr": { .forcedTry(try $0.expression("sub_expr", of: $1)) },
        "optional_try_expr": { .optionalTry(try $0.expression("sub_expr", of: $1)) },
        "bind_optional_expr": { .bindOptional(try $0.expression("sub_expr", of: $1)) },
        "optional_evaluation_expr": { .optionalChain(try $0.expression("sub_expr", of: $1)) },
        "force_value_expr": { .forced(try $0.expression("sub_expr", of: $1)) },
        "forced_checked_cast_expr": { try $0.cast($1, .forced) },
        "conditional_checked_cast_expr": { try $0.cast($1, .conditional) },
        "is_subtype_expr": { try $0.cast($1, .test) },
        "erasure_expr": { try $0.conversion($1) },
        "any_hashable_erasure_expr": { try $0.conversion($1) },
        "inject_into_optional": { try $0.conversion($1) },
        "derived_to_base_expr": { try $0.conversion($1) },
        "archetype_to_super_expr": { try $0.conversion($1) },
        "metatype_conversion_expr": { try $0.conversion($1) },
        "collection_upcast_expr": { try $0.conversion($1) },
        "destructure_tuple_expr": { try $0.tupleConversion($1) },
        "underlying_to_opaque_expr": { try $0.conversion($1) },
        "bridge_to_objc_expr": { try $0.conversion($1) },
        "bridge_from_objc_expr": { try $0.conversion($1) },
        "conditional_bridge_from_objc_expr": { try $0.conversion($1) },
        "class_metatype_to_object": { try $0.conversion($1) },
        "existential_metatype_to_object": { try $0.conversion($1) },
        "protocol_metatype_to_object": { try $0.conversion($1) },
        "foreign_object_conversion": { try $0.conversion($1) },
    ]
}

extension Lowering {
    func expression(_ key: Tape.Key, of node: Node) throws -> Expression {
        try expression(part(key, of: node))
    }

    func expressions(_ key: Tape.Key, of node: Node) throws -> [Expression] {
        try list(key, of: node).map { try expression($0) }
    }

    /// The expressions and statements inside a node of a kind that is not known.
    func parts(of node: Node) throws -> [Expression] {
        var parts: [Expression] = []
        for (key, value) in tape.members(of: node) {
            if Self.staleKeys.contains(where: { tape.string(key, is: $0) }) { continue }
            if tape.isObject(value) {
                parts += try whole(value)
            } else {
                for element in tape.elements(of: value) where tape.isObject(element) {
                    parts += try whole(element)
                }
            }
        }
        return parts
    }

    private func whole(_ node: Node) throws -> [Expression] {
        guard let kind = string("_kind", of: node) else { return [] }
        if kind.hasSuffix("_expr") || Self.wrappers[kind] != nil
            || Self.expressionKinds[kind] != nil
        {
            return [try expression(node)]
        }
        if kind.hasSuffix("_stmt") {
            let statements = try self.statements(node)
            return statements.map { Expression(.statement($0), type: .void, at: enclosing) }
        }
        return try parts(of: node)
    }

    /// What the compiler leaves in the tree from before it checked types, and what does not run.
    private static let staleKeys: [Tape.Key] = [
        "original_init", "parsed_path", "parsed_root", "parsed_sequence", "captures", "decl",
        "attrs", "range", "conformances", "opaque_value_placeholder", "opaque_value",
    ]

    private func conversion(_ node: Node) throws -> Expression.Kind {
        .converted(try expression("sub_expr", of: node))
    }

    /// A tuple whose elements are converted, unless they are put in another order as well.
    private func tupleConversion(_ node: Node) throws -> Expression.Kind {
        let tuple = try expression("sub_expr", of: node)
        guard case .tuple(let from) = tuple.type, case .tuple(let to) = type("type", of: node),
            zip(from, to).allSatisfy({ $0.label == nil || $1.label == nil || $0.label == $1.label })
        else { return .unsupported("a tuple in another order", [tuple]) }
        return .converted(tuple)
    }
}

// MARK: - Calls and references

extension Lowering {
    private func call(_ node: Node) throws -> Expression.Kind {
        .call(
            try expression("fn", of: node),
            try with(opened: nil) { try arguments(of: node) }
        )
    }

    private func with<Result>(
        opened existential: SwiftType?,
        _ body: () throws -> Result
    ) rethrows -> Result {
        let outer = opened
        defer { opened = outer }
        opened = existential
        return try body()
    }

    /// The arguments of a call.
    func arguments(of node: Node) throws -> [Expression.Argument] {
        guard let arguments = optionalPart("args", of: node) else { return [] }
        return try list("args", of: arguments).map { argument in
            Expression.Argument(
                label: string("label", of: argument).flatMap { $0.isEmpty ? nil : $0 },
                try expression("expr", of: argument),
                isInout: flag("inout", of: argument)
            )
        }
    }

    /// A function or an initializer with the value or the type it is called on.
    private func boundFunction(_ node: Node) throws -> Expression.Kind {
        let function = try unwrapped(
            part("fn", of: node),
            through: ["function_conversion_expr", "covariant_function_conversion_expr"]
        )
        let bases = try arguments(of: node)
        guard bases.count == 1 else { throw malformed(node, "not one base") }
        let base = bases[0].value
        guard ["declref_expr", "other_constructor_ref_expr"].contains(try kind(of: function)) else {
            return .call(try expression(function), bases)
        }
        let reference = try reference(part("decl", of: function))
        if string("type", of: function).map({ names.isErroneous($0) }) ?? false { noteError() }
        return isEnumCase(reference, base) ? .enumCase(reference) : .member(base, reference)
    }

    /// Whether what is called on a type is a case: it is neither static nor an initializer.
    private func isEnumCase(_ reference: Reference, _ base: Expression) -> Bool {
        guard case .metatype = base.type else { return false }
        return reference.name != "init" && !reference.usr.hasSuffix("Z")
    }

    /// What the generic parameters of a local function stand for.
    private func substitutions(of part: Expression.Kind, _ node: Node) -> Substitutions {
        guard case .local = part else { return [:] }
        return optionalPart("decl", of: node).map { substitutions(of: $0) } ?? [:]
    }

    private func declaration(_ node: Node) throws -> Expression.Kind {
        let reference = try reference(part("decl", of: node))
        guard reference.usr.isEmpty else { return .reference(reference) }
        guard !declaredLater.contains(reference.name) else {
            return .unsupported("\(reference.name), which is declared later,", [])
        }
        return .local(reference.name)
    }

    private func member(_ node: Node) throws -> Expression.Kind {
        let isStored = flag("direct_to_storage", of: node)
        let reference = try reference(part("decl", of: node), isStored: isStored)
        return .member(try expression("base", of: node), reference)
    }

    private func element(_ node: Node) throws -> Expression.Kind {
        let subscripted = Expression(try member(node), type: .unknown("subscript"), at: enclosing)
        return .call(subscripted, try arguments(of: node))
    }

    private func tupleElement(_ node: Node) throws -> Expression.Kind {
        guard let index = integer("field #", of: node) else { throw malformed(node, "no field") }
        return .element(try expression("base", of: node), index)
    }

    private func typeValue(_ node: Node) -> Expression.Kind {
        // The mangled name of `Self.Type` ends so; `Self` may be a subclass.
        if string("type", of: node)?.hasSuffix("XDmD") ?? false {
            return .typeOf(Expression(.local("self"), type: type("type", of: node), at: enclosing))
        }
        guard case .metatype(let type) = type("type", of: node) else {
            return .typeValue(type("type", of: node))
        }
        return .typeValue(type)
    }

    private func defaultArgument(_ node: Node) throws -> Expression.Kind {
        guard let parameter = integer("param", of: node) else {
            throw malformed(node, "no parameter")
        }
        return .defaultArgument(try reference(part("default_args_owner", of: node)), parameter)
    }

    private func cast(_ node: Node, _ cast: Expression.Cast) throws -> Expression.Kind {
        let written = string("written_type", of: node).flatMap { $0.isEmpty ? nil : $0 }
        return .cast(
            try expression("sub_expr", of: node),
            castType(written ?? string("type", of: node)),
            cast
        )
    }

    /// The type of a cast; `Self` is that of the instance, not the class that says so.
    func castType(_ name: String?) -> SwiftType {
        guard let name, !name.contains("XD") else { return .unknown("Self") }
        return names.type(name)
    }
}

// SPDX-License-Identifier: MIT

extension Lowering {
    func isDeclaration(_ kind: String) -> Bool {
        kind.hasSuffix("_decl") || Self.silentKinds.contains(kind) || kind == "protocol"
    }

    /// Declarations in which nothing runs.
    private static let silentKinds: Set<String> = [
        "associated_type_decl", "associated_type", "enum_case_decl",
        "prefix_operator_decl", "infix_operator_decl", "postfix_operator_decl",
        "precedence_group_decl", "operator_decl", "macro_decl", "macro_expansion_decl",
        "opaque_type", "generic_type_param", "using_decl", "module_decl", "pound_diagnostic_decl",
        "abi_only_decl",
    ]

    /// Reads the declarations of a file, or the members of a type.
    func declarations(_ all: [Node]) throws {
        let nodes = all.filter { !isForTheTestRunner($0) }
        var initialValues: [String: [Expression?]] = [:]
        var wrapperTypes: [String: SwiftType] = [:]
        for node in nodes {
            switch try kind(of: node) {
            case "pattern_binding_decl":
                for case .variable(let pattern, let value) in try bindings(node) {
                    for (name, value) in Self.named(pattern, value) {
                        initialValues[name, default: []].append(value)
                    }
                }
            case "var_decl":
                if let name = name(of: node), name.hasPrefix("_") {
                    wrapperTypes[name] = type("interface_type", of: node)
                }
            default: continue
            }
        }
        for node in nodes where try kind(of: node) == "var_decl" {
            let name = name(of: node) ?? "_"
            let value =
                initialValues[name]?.isEmpty == false ? initialValues[name]?.removeFirst() : nil
            try inside(node) {
                try variable(node, name, value ?? nil, wrapper: wrapperTypes["_" + name])
            }
        }
        for node in nodes { try inside(node) { try declaration(node) } }
    }

    /// The variables of a pattern, each with its part of the value.
    private static func named(
        _ pattern: Pattern,
        _ value: Expression?
    ) -> [(String, Expression?)] {
        switch pattern {
        case .name(let name): return [(name, value)]
        case .tuple(let patterns):
            return patterns.flatMap { pattern in
                named(
                    pattern,
                    value.map {
                        // It is evaluated once for all of them.
                        let kind = Expression.Kind.unsupported("tuple of variables", [$0])
                        return Expression(kind, type: .unknown("element"), at: $0.place)
                    }
                )
            }
        default: return []
        }
    }

    /// Attributes that let something else run than what calls name.
    private static let redirecting: Set = ["dynamic_replacement_attr", "implements_attr"]

    private func declaration(_ node: Node) throws {
        let kind = try kind(of: node)
        if try !flag("implicit", of: node)
            && list("attrs", of: node).contains(where: {
                Self.redirecting.contains(try self.kind(of: $0))
            })
        {
            noteError()
        }
        switch kind {
        case "pattern_binding_decl", "var_decl", "enum_element_decl": break
        case "func_decl", "constructor_decl", "destructor_decl":
            file.functions.append(try function(node))
        case "subscript_decl": try subscripted(node)
        case "struct_decl", "class_decl", "enum_decl", "protocol", "protocol_decl":
            try nominalType(node, kind)
        case "extension_decl": try extended(node)
        case "import_decl":
            let path = list("module_path", of: node).compactMap { tape.string($0) }
            if let module = path.first { file.imports.insert(module) }
        case "accessor_decl": break
        case "typealias":
            if let name = name(of: node) { file.aliases.append((name, type("type", of: node))) }
        case "top_level_code_decl":
            file.topLevel += try statements(part("body", of: node))
        default:
            // Whatever is in a declaration that is not known, nobody has read it.
            if !Self.silentKinds.contains(kind) { noteError() }
        }
    }

    /// Whether other modules can name a declaration.
    private func isPublic(_ node: Node) -> Bool {
        guard owner?.isPublic ?? true else { return false }
        return ["public", "open", "package"].contains(string("access", of: node))
    }
}

// MARK: - Functions

extension Lowering {
    func function(_ node: Node) throws -> Function {
        try inside(node) {
            try function(node, usr: string("usr", of: node) ?? "", name: name(of: node) ?? "_")
        }
    }

    private func function(
        _ node: Node,
        usr: String,
        name: String,
        of declaration: Node? = nil
    ) throws -> Function {
        let isImplicit = flag("implicit", of: node)
        let type = functionType(of: node)
        let isErroneous = string("interface_type", of: node).map { names.isErroneous($0) }
        if isErroneous ?? false { noteError() }
        let (given, statements) = try insideFunction {
            (try parameters(of: node), try body(of: node, isImplicit: isImplicit))
        }
        return Function(
            usr: usr,
            name: name,
            owner: owner?.type,
            parameters: given,
            body: statements,
            result: type?.result ?? self.type("result", of: node),
            isStatic: flag("static", of: node),
            isAsync: type?.isAsync ?? false,
            isThrowing: type?.isThrowing ?? false,
            isMutating: isMutating(node),
            isMainActor: isMainActor(node),
            isPublic: isPublic(node),
            isImplicit: isImplicit,
            isFinal: flag("final", of: node) || string("access", of: node) == "private",
            overrides: list("override", of: declaration ?? node).first
                .flatMap { tape.string($0) },
            traits: try traits("Test", of: node),
            signature: type,
            place: enclosing
        )
    }

    /// Whether a function may change the value that it belongs to.
    private func isMutating(_ node: Node) -> Bool {
        guard optionalPart("implicit_self_decl", of: node) != nil,
            case .function(let outer) = type("interface_type", of: node)
        else { return false }
        return outer.inoutParameters.contains(0)
    }

    /// The type of a function without `self`.
    private func functionType(of node: Node) -> SwiftType.FunctionType? {
        guard case .function(let outer) = type("interface_type", of: node) else { return nil }
        guard optionalPart("implicit_self_decl", of: node) != nil,
            case .function(let inner) = outer.result
        else { return outer }
        return inner
    }

    private func body(of node: Node, isImplicit: Bool) throws -> [Statement]? {
        guard let body = optionalPart("body", of: node) else { return nil }
        guard isImplicit else { return try statements(body) }
        // The compiler checks the types in some of the bodies that it writes only when it needs them.
        let (statements, hadErrors) = try withoutErrors { try self.statements(body) }
        return hadErrors ? nil : statements
    }

    func parameters(of node: Node) throws -> [Function.Parameter] {
        guard let parameters = optionalPart("params", of: node) else { return [] }
        return try list("params", of: parameters).map { parameter in
            var value = try optionalPart("expression", of: parameter)
                .flatMap { try isIsolation($0) ? nil : expression($0) }
            if value == nil, tape.member("default_arg", of: parameter) != nil {
                value = Expression(
                    .other([]),
                    type: type("interface_type", of: parameter),
                    at: enclosing
                )
            }
            name(of: parameter).map { _ = declaredLater.remove($0) }
            return Function.Parameter(
                name: name(of: parameter) ?? "_",
                label: string("apiName", of: parameter),
                type: type("interface_type", of: parameter),
                isInout: flag("inout", of: parameter),
                attribute: try attribute(of: parameter),
                defaultValue: value
            )
        }
    }

    /// The custom attribute of a parameter: a property wrapper, or the builder of a closure.
    private func attribute(of parameter: Node) throws -> SwiftType? {
        try customAttributes(of: parameter).first.flatMap { string("type", of: $0) }.map {
            names.type($0)
        }
    }

    /// Whether a default value is `#isolation`, which the compiler expands where the function is called.
    private func isIsolation(_ node: Node) throws -> Bool {
        try kind(of: node) == "macro_expansion_expr" && string("name", of: node) == "isolation"
            && string("type", of: node) == Self.isolation
            && optionalPart("rewritten", of: node) == nil
    }

    /// The mangled name of `(any Actor)?`.
    private static let isolation = "$sScA_pSgD"

    private func isMainActor(_ node: Node) -> Bool {
        list("attrs", of: node).contains { string("type", of: $0) == Self.mainActor }
    }

    /// A subscript is a function of its getter; its setter has a name of its own.
    ///
    /// The compiler prints no default values of its parameters.
    private func subscripted(_ node: Node) throws {
        let usr = string("usr", of: node) ?? ""
        for accessor in list("accessors", of: node) {
            let isGetter = flag("get", of: accessor)
            let own = string("usr", of: accessor) ?? ""
            file.functions.append(
                try inside(accessor) {
                    // What overrides a subscript names that, and not its getter.
                    try function(
                        accessor,
                        usr: isGetter ? usr : own,
                        name: "subscript",
                        of: isGetter ? node : nil
                    )
                }
            )
        }
    }
}

// MARK: - Variables

extension Lowering {
    /// Whether a variable is read by a getter.
    func isComputed(_ node: Node) -> Bool {
        guard let read = string("readImpl", of: node) else { return false }
        return read != "stored"
    }

    /// Whether a variable is `weak`.
    func isWeak(_ node: Node) -> Bool {
        list("attrs", of: node).contains { flag("weak", of: $0) }
    }

    func accessor(_ kind: Tape.Key, of node: Node) -> Node? {
        list("accessors", of: node).first { flag(kind, of: $0) }
    }

    func accessorFunction(_ accessor: Node, of node: Node) throws -> Function {
        try inside(accessor) {
            try function(
                accessor,
                usr: string("usr", of: accessor) ?? "",
                name: name(of: node) ?? "_"
            )
        }
    }

    private func variable(
        _ node: Node,
        _ name: String,
        _ initialValue: Expression?,
        wrapper: SwiftType?
    ) throws {
        let isComputed = isComputed(node)
        if string("interface_type", of: node).map({ names.isErroneous($0) }) ?? false {
            noteError()
        }
        var observers: [String] = []
        for accessor in list("accessors", of: node) {
            // Those that the compiler writes for a stored property only read and write it.
            if flag("implicit", of: accessor), !isComputed { continue }
            // So do coroutines, with the getter and the setter, that nobody writes.
            if flag("_read", of: accessor) || flag("_modify", of: accessor),
                try flag("implicit", of: accessor) || isTracked(node)
            {
                continue
            }
            file.functions.append(try accessorFunction(accessor, of: node))
            if flag("didSet", of: accessor) || flag("willSet", of: accessor) {
                observers.append(string("usr", of: accessor) ?? "")
            }
        }
        func usr(_ kind: Tape.Key) -> String? {
            guard isComputed else { return nil }
            return accessor(kind, of: node).flatMap { string("usr", of: $0) }
        }
        file.variables.append(
            Variable(
                usr: string("usr", of: node) ?? "",
                name: name,
                owner: owner?.type,
                type: type("interface_type", of: node),
                initialValue: try isGivenInitialValue(node, isComputed) ? initialValue : nil,
                getter: usr("get"),
                setter: usr("set"),
                observers: observers,
                isTopLevel: flag("top_level_global", of: node),
                isStatic: flag("static", of: node),
                isLazy: flag("lazy", of: node),
                isWeak: isWeak(node),
                isMutable: !isComputed && !flag("let", of: node),
                isPublic: isPublic(node),
                attributes: try attributes(of: node, wrapper: wrapper, made: initialValue),
                place: enclosing
            )
        )
    }

    /// Whether a property is given the initial value that is written at it.
    ///
    /// A computed one has one only for its init accessor. `@ObservationTracked` writes it also
    /// at the stored property behind, where it is read.
    private func isGivenInitialValue(_ node: Node, _ isComputed: Bool) throws -> Bool {
        guard isComputed else { return true }
        return try accessor("init", of: node) != nil && !isTracked(node)
    }

    private func isTracked(_ node: Node) throws -> Bool {
        try customAttributes(of: node).contains { macro(of: $0) == Self.observationTracked }
    }

    private static let observationTracked = "s:11Observation0A7Trackedyycfm"

    /// The custom attributes in the order they are written.
    ///
    /// The type of the first is that of the property behind, which has arguments.
    private func attributes(
        of node: Node,
        wrapper: SwiftType?,
        made: Expression?
    ) throws -> [Variable.Attribute] {
        var attributes: [Variable.Attribute] = []
        for attribute in try customAttributes(of: node) {
            // An actor says where a property is used, not what it holds.
            guard let name = string("type", of: attribute), name != Self.mainActor else { continue }
            let type = names.type(name)
            try inside(attribute) {
                attributes.append(
                    Variable.Attribute(
                        type: type,
                        arguments: try arguments(of: attribute, of: type, made: made),
                        place: enclosing
                    )
                )
            }
        }
        attributes.sort { $0.place.start < $1.place.start }
        guard let wrapper,
            let first = attributes.firstIndex(where: { $0.type.path == wrapper.path })
        else { return attributes }
        attributes[first] = Variable.Attribute(
            type: wrapper,
            arguments: attributes[first].arguments,
            place: attributes[first].place
        )
        return attributes
    }

    /// The arguments of an attribute.
    ///
    /// The compiler leaves some as they were before it checked their types, such as `.hidden`. Those that it
    /// checked are in the call that makes the wrapper.
    private func arguments(
        of attribute: Node,
        of type: SwiftType,
        made: Expression?
    ) throws -> [Expression.Argument] {
        let (written, hadErrors) = try withoutErrors { try arguments(of: attribute) }
        guard hadErrors else { return written }
        var checked: [Expression.Argument]?
        made?.visit { part in
            guard case .call(_, let arguments) = part.kind, part.type.path == type.path else {
                return
            }
            let given = arguments.filter { !$0.isDefault && $0.label != "wrappedValue" }
            if given.map(\.label) == written.map(\.label) { checked = checked ?? given }
        }
        if let checked { return checked }
        noteError()
        return written
    }
}

// MARK: - Types

extension Lowering {
    private func nominalType(_ node: Node, _ kind: String) throws {
        var type = self.type("interface_type", of: node)
        if case .metatype(let instance) = type { type = instance }
        let isPublic = isPublic(node)
        let members = list("members", of: node)
        let inherited = optionalPart("inherits", of: node)
        let outer = owner
        owner = (type, isPublic)
        defer { owner = outer }
        let firstVariable = file.variables.count
        try declarations(members)
        let stored = file.variables[firstVariable...].filter {
            $0.owner == type && !$0.isStatic && $0.getter == nil
        }
        let superclass = inherited.flatMap { string("superclass_type", of: $0) }
        file.types.append(
            NominalType(
                // A local type has none.
                usr: string("usr", of: node) ?? string("interface_type", of: node) ?? "",
                name: name(of: node) ?? "_",
                kind: typeKind(kind, node),
                type: type,
                superclass: superclass.map { names.type($0) },
                conformances: conformances(of: node),
                stored: stored.map(\.usr),
                cases: try cases(members),
                isMain: try list("attrs", of: node).contains {
                    try self.kind(of: $0) == "main_type_attr"
                },
                traits: try traits("Suite", of: node) ?? [],
                isPublic: isPublic,
                place: enclosing
            )
        )
    }

    /// The wrappers, macros, builders and actors that are written at a declaration.
    private func customAttributes(of node: Node) throws -> [Node] {
        try list("attrs", of: node).filter { try kind(of: $0) == "custom_attr" }
    }

    /// The USR of the macro that an attribute is.
    private func macro(of attribute: Node) -> String? {
        optionalPart("macro", of: attribute).flatMap { string("decl_usr", of: $0) }
    }

    /// What a macro of Swift Testing is given at a declaration, if there is one.
    private func traits(_ macro: String, of node: Node) throws -> [Expression]? {
        let usr = "s:7Testing\(macro.utf8.count)\(macro)"
        for attribute in try customAttributes(of: node) {
            guard self.macro(of: attribute)?.hasPrefix(usr) ?? false else { continue }
            return try inside(attribute) { try arguments(of: attribute).map(\.value) }
        }
        return nil
    }

    /// Whether Swift Testing declares it to find a test, which we find ourselves.
    private func isForTheTestRunner(_ node: Node) -> Bool {
        // A word of the macro's name that is in another name, too, is not in the mangled one.
        list("attrs", of: node).contains {
            string("message", of: $0)?.contains("implementation detail of the testing library")
                ?? false
        }
    }

    private func typeKind(_ kind: String, _ node: Node) -> NominalType.Kind {
        switch kind {
        case "struct_decl": .structure
        case "enum_decl": .enumeration
        case "class_decl": flag("actor", of: node) ? .actor : .class
        default: .protocol
        }
    }

    private func conformances(of node: Node) -> [String] {
        guard let inherited = optionalPart("inherits", of: node) else { return [] }
        let implied = list("conformances", of: inherited).compactMap { string("protocol", of: $0) }
        return implied + list("protocols", of: inherited).compactMap { tape.string($0) }
    }

    private func extended(_ node: Node) throws {
        let type = type("extended_type", of: node)
        file.extensions.append(
            NominalExtension(extended: type, conformances: conformances(of: node))
        )
        let outer = owner
        owner = (type, true)
        defer { owner = outer }
        try declarations(list("members", of: node))
    }

    /// The cases of an enumeration.
    ///
    /// The compiler writes their raw values into the getter.
    private func cases(_ members: [Node]) throws -> [NominalType.Case] {
        var rawValues: [String: Expression.Kind] = [:]
        for member in members {
            guard try kind(of: member) == "var_decl", name(of: member) == "rawValue",
                let getter = accessor("get", of: member), flag("implicit", of: getter)
            else { continue }
            rawValues = try withoutErrors { try self.rawValues(getter) }.0
        }
        return try members.compactMap { member in
            guard try kind(of: member) == "enum_element_decl" else { return nil }
            let name = name(of: member) ?? "_"
            return NominalType.Case(
                usr: string("usr", of: member) ?? "",
                name: name,
                count: try parameters(of: member).count,
                rawValue: rawValues[name]
            )
        }
    }

    private func rawValues(_ getter: Node) throws -> [String: Expression.Kind] {
        var rawValues: [String: Expression.Kind] = [:]
        guard let body = optionalPart("body", of: getter) else { return [:] }
        for case .choose(_, let cases) in try statements(body) {
            for clause in cases {
                guard clause.patterns.count == 1,
                    case .enumCase(let name, _, _) = clause.patterns[0],
                    clause.body.count == 1, case .leave(let value?) = clause.body[0]
                else { continue }
                rawValues[name] = value.kind
            }
        }
        return rawValues
    }
}

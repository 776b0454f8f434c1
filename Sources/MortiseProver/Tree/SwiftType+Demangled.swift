// SPDX-License-Identifier: MIT

extension SwiftType {
    /// Creates the type of a mangled name from its tree.
    init(mangling root: DemangledNode, name: String) {
        guard root.kind == "Global", let type = root.inside?.child("Type")?.inside else {
            self = .unknown(name)
            return
        }
        self = SwiftType(type)
    }

    /// Creates the type of a node.
    init(_ node: DemangledNode) {
        self = Self.read(node) ?? .unknown(Self.spelled(node))
    }

    private static func read(_ node: DemangledNode) -> SwiftType? {
        switch node.kind {
        case "Structure", "Class", "Enum", "OtherNominalType", "BoundGenericStructure",
            "BoundGenericClass", "BoundGenericEnum", "BoundGenericOtherNominalType":
            nominal(node)
        case "BuiltinTypeName": node.text.map { SwiftType($0) }
        case "Protocol":
            path(node).map {
                .existential($0.kept, superclass: nil, isClassBound: false)
            }
        case "ProtocolList", "ProtocolListWithClass", "ProtocolListWithAnyObject":
            existential(node)
        case "ConstrainedExistential": parameterized(node)
        case "FunctionType", "NoEscapeFunctionType", "AutoClosureType", "EscapingAutoClosureType",
            "CFunctionPointer", "ObjCBlock", "EscapingObjCBlock", "ThinFunctionType",
            "UncurriedFunctionType":
            function(node)
        case "Tuple": tuple(node)
        case "Metatype": node.children.last.map { .metatype(SwiftType($0)) }
        // The type of a type that conforms, not that of the existential.
        case "ExistentialMetatype":
            node.children.last.map { .metatype(.dynamic(SwiftType($0))) }
        case "Pack": .pack(node.children.map { SwiftType($0) })
        case "DependentGenericParamType": parameter(node).map { .parameter($0) }
        case _ where dependentKinds.contains(node.kind): .dependent(spelled(node))
        case _ where opaqueKinds.contains(node.kind): .opaque(opaque(node))
        case "SugaredOptional": sugared("Optional", node)
        case "SugaredArray": sugared("Array", node)
        case "SugaredInlineArray": sugared("InlineArray", node)
        case "SugaredDictionary": sugared("Dictionary", node)
        case "Integer", "NegativeInteger":
            node.index.map { .unknown(String(node.kind == "Integer" ? $0 : -$0)) }
        case "DynamicSelf": node.inside.map { .dynamic(SwiftType($0)) }
        case "Type", "SugaredParen", "Weak", "Unowned", "Unmanaged", "Owned",
            "Shared", "Sending", "Isolated", "NoDerivative", "CompileTimeLiteral", "ConstValue",
            "InOut":
            node.inside.map { SwiftType($0) }
        case "DependentGenericType": node.children.last.map { SwiftType($0) }
        default: nil
        }
    }

    private static let dependentKinds: Set = [
        "DependentMemberType", "PackExpansion", "PackElement", "ConstrainedExistentialSelf",
        "DependentAssociatedTypeRef",
    ]

    private static let opaqueKinds: Set = ["OpaqueType", "OpaqueReturnType"]

    /// The USR of the declaration whose result it is, and its number if it is not the first.
    private static func opaque(_ node: DemangledNode) -> String {
        guard let parent = node.first("OpaqueReturnTypeParent")?.text else { return spelled(node) }
        let number = node.child("Index")?.index ?? 0
        return number == 0 ? "s:\(parent)" : "s:\(parent)#\(number)"
    }

    private static func sugared(_ name: String, _ node: DemangledNode) -> SwiftType {
        let arguments = node.children.map { SwiftType($0) }
        return .nominal(
            [PathComponent("Swift"), PathComponent(name, arity: arguments.count)],
            arguments
        )
    }

    private static func parameter(_ node: DemangledNode) -> GenericParameter? {
        let numbers = node.children.compactMap(\.index)
        guard numbers.count == 2 else { return nil }
        return GenericParameter(depth: numbers[0], index: numbers[1])
    }
}

extension SwiftType {
    /// A type that has a declaration, with the arguments of all that it is nested in.
    private static func nominal(_ node: DemangledNode) -> SwiftType? {
        guard let (path, arguments) = pathAndArguments(node) else { return nil }
        return .nominal(path, arguments)
    }

    /// The path of a type that has no arguments.
    static func path(_ node: DemangledNode) -> [PathComponent]? {
        pathAndArguments(node)?.path
    }

    private static func pathAndArguments(
        _ node: DemangledNode
    ) -> (path: [PathComponent], arguments: [SwiftType])? {
        switch node.kind {
        case "Type": return node.inside.flatMap(pathAndArguments)
        case "Module": return node.text.map { ([PathComponent($0)], []) }
        case "Extension":
            guard node.children.count >= 2, let module = node.children[0].text,
                var extended = pathAndArguments(node.children[1]), !extended.path.isEmpty
            else { return nil }
            extended.path[0].discriminator = "extension in \(module)"
            return extended
        case "BoundGenericStructure", "BoundGenericClass", "BoundGenericEnum",
            "BoundGenericOtherNominalType":
            guard node.children.count == 2, var generic = pathAndArguments(node.children[0]),
                !generic.path.isEmpty
            else { return nil }
            let arguments = node.children[1].children.map { SwiftType($0) }
            generic.path[generic.path.count - 1].arity = arguments.count
            generic.arguments += arguments
            return generic
        case "Structure", "Class", "Enum", "Protocol", "OtherNominalType", "TypeAlias":
            guard node.children.count == 2, let name = component(node.children[1]) else {
                return nil
            }
            return context(node.children[0], followedBy: name)
        default: return nil
        }
    }

    /// The path of a declaration in a type, a module, or a function.
    private static func context(
        _ node: DemangledNode,
        followedBy name: PathComponent
    ) -> (path: [PathComponent], arguments: [SwiftType])? {
        guard let context = pathAndArguments(node) ?? functionPath(node) else { return nil }
        return (context.path + [name], context.arguments)
    }

    /// The path of a function, an accessor or a closure that something is declared in.
    private static func functionPath(
        _ node: DemangledNode
    ) -> (path: [PathComponent], arguments: [SwiftType])? {
        var function = node
        if let inside = node.children.first, ["Variable", "Subscript"].contains(inside.kind) {
            function = inside
        }
        guard let context = function.children.first else { return nil }
        let name = function.children.dropFirst().first.flatMap(component)?.name ?? node.kind
        let type = function.children.last.map(spelled) ?? ""
        let number = function.child("Number")?.index.map { " \($0)" } ?? ""
        return Self.context(
            context,
            followedBy: PathComponent(name, discriminator: "function \(type)\(number)")
        )
    }

    private static func component(_ node: DemangledNode) -> PathComponent? {
        switch node.kind {
        case "Identifier": return node.text.map { PathComponent($0) }
        case "PrivateDeclName":
            guard node.children.count == 2, let name = node.children[1].text else { return nil }
            return PathComponent(name, discriminator: node.children[0].text ?? "")
        case "LocalDeclName":
            guard node.children.count == 2, let name = node.children[1].text else { return nil }
            return PathComponent(name, discriminator: "#\(node.children[0].index ?? 0)")
        default: return nil
        }
    }
}

extension SwiftType {
    private static func existential(_ node: DemangledNode) -> SwiftType? {
        switch node.kind {
        case "ProtocolList":
            let nodes = node.inside?.children ?? []
            let protocols = nodes.compactMap(path)
            guard protocols.count == nodes.count else { return nil }
            return .existential(protocols.flatMap(\.kept), superclass: nil, isClassBound: false)
        case "ProtocolListWithAnyObject":
            guard let list = node.inside,
                case .existential(let protocols, _, _) = existential(list)
            else { return nil }
            return .existential(protocols, superclass: nil, isClassBound: true)
        default:
            guard node.children.count == 2,
                case .existential(let protocols, _, _) = existential(node.children[0])
            else { return nil }
            return .existential(
                protocols,
                superclass: SwiftType(node.children[1]),
                isClassBound: true
            )
        }
    }

    private static func parameterized(_ node: DemangledNode) -> SwiftType? {
        guard node.children.count == 2 else { return nil }
        return .parameterized(
            SwiftType(node.children[0]),
            node.children[1].children.map(requirement)
        )
    }

    private static func requirement(_ node: DemangledNode) -> SameType {
        guard node.kind == "DependentGenericSameTypeRequirement", node.children.count == 2 else {
            return SameType("", .unknown(spelled(node)))
        }
        return SameType(spelled(node.children[0]), SwiftType(node.children[1]))
    }

    private static func tuple(_ node: DemangledNode) -> SwiftType? {
        .tuple(
            node.children.map { element in
                TupleElement(
                    label: element.child("TupleElementName")?.text,
                    element.children.last.map { SwiftType($0) } ?? .unknown("?")
                )
            }
        )
    }

    private static func function(_ node: DemangledNode) -> SwiftType? {
        guard let tuple = node.child("ArgumentTuple")?.inside?.inside,
            let result = node.child("ReturnType")?.inside
        else { return nil }
        let parameters = tuple.kind == "Tuple" ? tuple.children : [tuple]
        var function = FunctionType(
            parameters: parameters.map(parameterType),
            result: SwiftType(result)
        )
        for (position, parameter) in parameters.enumerated() {
            let attributes = parameter.parameterAttributes
            if attributes.contains("inout") { function.inoutParameters.insert(position) }
            let others = attributes.filter { $0 != "inout" }
            if !others.isEmpty { function.parameterAttributes[position] = others }
        }
        if node.kind != "FunctionType" { function.attributes.append(node.kind) }
        for child in node.children {
            switch child.kind {
            case "ArgumentTuple", "ReturnType": continue
            case "AsyncAnnotation": function.isAsync = true
            case "ThrowsAnnotation": function.isThrowing = true
            case "TypedThrowsAnnotation":
                function.isThrowing = true
                function.thrown = child.inside.map { SwiftType($0) }
            case "ConcurrentFunctionType": function.isSendable = true
            case "GlobalActorFunctionType": function.globalActor = child.inside.flatMap(path)
            default: function.attributes.append(child.kind)
            }
        }
        return .function(function)
    }

    /// The type of a parameter: of a variadic one, an array.
    private static func parameterType(_ element: DemangledNode) -> SwiftType {
        let type = SwiftType(
            element.kind == "TupleElement" ? element.children.last ?? element : element
        )
        guard element.child("VariadicMarker") != nil else { return type }
        return .nominal([PathComponent("Swift"), PathComponent("Array", arity: 1)], [type])
    }

    /// What is known of a node that has no form of its own.
    static func spelled(_ node: DemangledNode) -> String {
        switch node.kind {
        case "DependentGenericParamType":
            return parameter(node).map { "τ_\($0.depth)_\($0.index)" } ?? node.kind
        case "ConstrainedExistentialSelf": return "Self"
        case "DependentMemberType" where node.children.count == 2:
            return "\(spelled(node.children[0])).\(spelled(node.children[1]))"
        case "DependentAssociatedTypeRef" where node.children.count == 2:
            return "\(spelled(node.children[1])).\(node.children[0].text ?? "?")"
        case "DependentAssociatedTypeRef":
            return node.children.first.flatMap(\.text) ?? node.kind
        case "PackExpansion" where node.children.count == 2:
            return "repeat \(spelled(node.children[0]))"
        case "Type" where node.children.count == 1: return spelled(node.children[0])
        case "ErrorType": return "error"
        default: break
        }
        let hasForm = !dependentKinds.contains(node.kind) && !opaqueKinds.contains(node.kind)
        if hasForm, let name = read(node)?.runtimeName { return name }
        var parts = node.children.map(spelled)
        if let text = node.text { parts.insert(text, at: 0) }
        if let index = node.index { parts.insert(String(index), at: 0) }
        return parts.isEmpty ? node.kind : "\(node.kind)(\(parts.joined(separator: ", ")))"
    }
}

extension DemangledNode {
    /// What stands around the type of a parameter.
    fileprivate var parameterAttributes: [String] {
        switch kind {
        case "TupleElement":
            let isVariadic = child("VariadicMarker") != nil
            return (children.last?.parameterAttributes ?? []) + (isVariadic ? ["..."] : [])
        case "Type": return inside?.parameterAttributes ?? []
        case "InOut", "Sending", "Isolated", "Owned", "Shared":
            let names = ["InOut": "inout", "Owned": "__owned", "Shared": "__shared"]
            return [names[kind] ?? kind.lowercased()] + (inside?.parameterAttributes ?? [])
        default: return []
        }
    }
}

extension [SwiftType.PathComponent] {
    /// What is left of a protocol at run time: `Sendable` is no part of a type there.
    fileprivate var kept: [Self] { map(\.name) == ["Swift", "Sendable"] ? [] : [self] }
}

// SPDX-License-Identifier: MIT

/// A declaration, as its USR names it.
package struct Symbol: Hashable, Sendable {
    /// What it is a member of, outermost first; the module comes first.
    package var owner: [String]

    /// The module of the extension that declares it, if the type is of another one or the extension
    /// is constrained.
    package var extensionModule: String?

    /// The base name, such as `register`, `init` or `subscript`.
    package var name: String

    /// The labels of its parameters, with `_` for none; `nil` for a variable, and for a case, whose
    /// USR does not have them.
    package var labels: [String]?

    /// Whether it is a static member, an initializer not among them.
    package var isStatic: Bool

    /// Whether it is a local variable or function.
    ///
    /// Code that a macro made refers to them by USR.
    package var isLocal = false

    package init(
        owner: [String],
        extensionModule: String? = nil,
        name: String,
        labels: [String]?,
        isStatic: Bool
    ) {
        self.owner = owner
        self.extensionModule = extensionModule
        self.name = name
        self.labels = labels
        self.isStatic = isStatic
    }

    /// The path and the labels, such as `Mortise.Container.register(_:as:tag:file:line:factory:)`.
    package var signature: String {
        let list = labels.map { "(\($0.map { "\($0):" }.joined()))" } ?? ""
        let path = (owner + [name]).joined(separator: ".") + list
        return extensionModule.map { "(extension in \($0)):\(path)" } ?? path
    }
}

extension Symbol {
    /// Creates the declaration that a demangled USR names.
    init?(_ root: DemangledNode) {
        guard root.kind == "Global", let node = root.inside else { return nil }
        self.init(declaration: node)
    }

    private init?(declaration node: DemangledNode) {
        switch node.kind {
        case "Static":
            guard let inside = node.inside, let symbol = Symbol(declaration: inside) else {
                return nil
            }
            self = symbol
            isStatic = true
        case "Getter", "Setter", "ModifyAccessor", "ReadAccessor", "DidSet", "WillSet":
            guard let inside = node.inside, let symbol = Symbol(declaration: inside) else {
                return nil
            }
            self = symbol
        case "Function", "Variable", "Subscript", "Constructor", "Allocator", "Structure", "Class",
            "Enum", "Protocol", "TypeAlias", "Macro", "EnumCase":
            self.init(named: node)
        default: return nil
        }
    }

    private init?(named node: DemangledNode) {
        guard let context = node.children.first, let owner = Self.owner(context) else { return nil }
        self.init(
            owner: owner.path,
            extensionModule: owner.module,
            name: "",
            labels: nil,
            isStatic: false
        )
        switch node.kind {
        case "Constructor", "Allocator": name = "init"
        case "Subscript": name = "subscript"
        default:
            guard node.children.count >= 2, let name = Self.name(node.children[1]) else {
                return nil
            }
            self.name = name
            isLocal = node.children[1].kind == "LocalDeclName"
        }
        let functions: Set = [
            "Constructor", "Allocator", "Subscript", "Function", "Macro", "EnumCase",
        ]
        guard functions.contains(node.kind), let type = node.child("Type") else { return }
        let written = node.child("LabelList")?.children.map { $0.text ?? "_" } ?? []
        labels = written.isEmpty ? Self.labels(type, of: owner.path) : written
    }

    /// The labels of a function whose USR lists none: it has none, or it is a case.
    private static func labels(_ type: DemangledNode, of owner: [String]) -> [String]? {
        let parameters = parameters(of: type)
        // Only a case has its own type for a parameter.
        if parameters.count == 1, parameters[0].kind == "Metatype",
            let type = parameters[0].inside, Self.owner(type)?.path == owner
        {
            return nil
        }
        return Array(repeating: "_", count: parameters.count)
    }

    private static func owner(_ node: DemangledNode) -> (path: [String], module: String?)? {
        switch node.kind {
        case "Module": return node.text.map { ([$0], nil) }
        case "Extension":
            guard node.children.count >= 2, let extended = owner(node.children[1]) else {
                return nil
            }
            return (extended.path, node.children[0].text)
        case "Type", "Static", "Getter", "Setter": return node.inside.flatMap(owner)
        case "BoundGenericStructure", "BoundGenericClass", "BoundGenericEnum":
            return node.children.first.flatMap(owner)
        default:
            guard let first = node.children.first, var context = owner(first) else { return nil }
            context.path.append(node.children.dropFirst().first.flatMap(name) ?? node.kind)
            return context
        }
    }

    private static func name(_ node: DemangledNode) -> String? {
        switch node.kind {
        case "Identifier", "InfixOperator", "PrefixOperator", "PostfixOperator": node.text
        case "PrivateDeclName", "LocalDeclName": node.children.last?.text
        default: nil
        }
    }

    /// The parameters of a function.
    private static func parameters(of type: DemangledNode) -> [DemangledNode] {
        switch type.kind {
        case "Type": return type.inside.map(parameters) ?? []
        case "DependentGenericType": return type.children.last.map(parameters) ?? []
        default:
            guard let tuple = type.child("ArgumentTuple")?.inside?.inside else { return [] }
            return tuple.kind == "Tuple" ? tuple.children : [tuple]
        }
    }
}

// SPDX-License-Identifier: MIT

/// The code that was read: the declarations of some files of some targets.
package struct Program: Sendable {
    /// The files that were read, to which places refer by index.
    package var files: [SourceFile] = []

    /// The functions, methods, initializers and accessors by their USR.
    package var functions: [String: Function] = [:]

    /// The global, static and stored properties by their USR.
    package var variables: [String: Variable] = [:]

    /// The types by their USR.
    package var types: [String: NominalType] = [:]

    /// The declarations that are referred to, read or not, by their USR.
    package var symbols: [String: Symbol] = [:]

    /// The functions and the properties of each type, without its arguments.
    private(set) var methods: [SwiftType: [Function]] = [:]
    /// The operators that are declared outside of types.
    private(set) var operators: [Function] = []
    private(set) var properties: [SwiftType: [Variable]] = [:]

    /// The functions and the variables by their names, and the functions that override one, by its USR.
    private(set) var named: [String: [Function]] = [:]
    private(set) var variablesNamed: [String: [Variable]] = [:]
    private(set) var overriding: [String: [Function]] = [:]

    /// The USRs of the protocols that each type, without its arguments, is said to conform to.
    private(set) var conformances: [SwiftType: Set<String>] = [:]

    /// The types that inherit from a class, and those that conform to a protocol, by its USR.
    private(set) var subclasses: [SwiftType: [SwiftType]] = [:]
    private(set) var conforming: [String: [SwiftType]] = [:]

    /// The names of the modules of which something was read.
    package private(set) var modules: Set<String> = []

    /// Whether some code looks at the properties of whatever it has.
    private(set) var reflects = false

    /// Whether it may bind `Container.current` here and there.
    private(set) var bindsCurrent = false

    /// Whether it says itself what a pattern matches.
    private(set) var comparesByItself = false

    /// The USRs of the types by what they are, without arguments.
    private(set) var usrs: [SwiftType: String] = [:]

    /// The module whose code begins by itself; `nil` if it is that of every module.
    private(set) var main: String?

    /// The USRs of the functions that other programs of the package call.
    private(set) var calledElsewhere: Set<String> = []

    package init() {}

    /// Adds what was read of a file.
    package mutating func add(_ file: SourceFile) {
        files.append(file)
        modules.insert(file.module)
        for function in file.functions {
            functions[function.usr] = function
            named[function.name, default: []].append(function)
            if let base = function.overrides { overriding[base, default: []].append(function) }
            comparesByItself = comparesByItself || function.name == "~="
            if let owner = function.owner {
                methods[owner.withoutArguments, default: []].append(function)
            } else if function.isOperator {
                operators.append(function)
            }
        }
        for variable in file.variables {
            variables[variable.usr] = variable
            variablesNamed[variable.name, default: []].append(variable)
            if let owner = variable.owner {
                properties[owner.withoutArguments, default: []].append(variable)
            }
        }
        symbols.merge(file.symbols) { $1 }
        bindsCurrent =
            bindsCurrent
            || file.symbols.values.contains {
                $0.owner.first == "Mortise" && ["withCurrent", "bindingCurrent"].contains($0.name)
            }
        reflects = reflects || file.symbols.values.contains { $0.owner == ["Swift", "Mirror"] }
        for type in file.types {
            types[type.usr] = type
            usrs[type.type.withoutArguments] = type.usr
            conformances[type.type.withoutArguments, default: []].formUnion(type.conformances)
            if let superclass = type.superclass {
                subclasses[superclass.withoutArguments, default: []].append(type.type)
            }
            for usr in type.conformances { conforming[usr, default: []].append(type.type) }
        }
        for added in file.extensions {
            conformances[added.extended.withoutArguments, default: []].formUnion(added.conformances)
            for usr in added.conformances { conforming[usr, default: []].append(added.extended) }
        }
    }
}

extension Program {
    /// Whether a class has subclasses.
    func isInherited(_ type: SwiftType) -> Bool { subclasses[type.withoutArguments] != nil }

    /// The programs of which the package consists: each module that begins by itself with what it
    /// imports, and what none of them imports.
    var programs: [Program] {
        let modules = Dictionary(grouping: files, by: \.module)
        let imports = modules.mapValues { $0.reduce(into: Set()) { $0.formUnion($1.imports) } }
        let mains = modules.filter { module, files in
            files.contains { !$0.topLevel.isEmpty || $0.types.contains(where: \.isMain) }
                || !Self.testing.isDisjoint(with: imports[module] ?? [])
        }.keys.sorted()
        guard modules.count > 1, !mains.isEmpty else { return [self] }
        let called = called
        var rest = Set(modules.keys)
        var programs = mains.map { main in
            var reached: Set<String> = []
            var waiting = [main]
            while let next = waiting.popLast() {
                guard reached.insert(next).inserted else { continue }
                waiting += (imports[next] ?? []).filter { modules[$0] != nil }
            }
            rest.subtract(reached)
            return restricted(to: reached, main: main, called)
        }
        if !rest.isEmpty { programs.append(restricted(to: rest, main: "", called)) }
        return programs
    }

    /// Whether it has to do with containers at all.
    var asksContainers: Bool {
        files.contains { file in
            file.symbols.values.contains { symbol in
                symbol.owner.first.map { $0 == "Mortise" || Interface.isVocabulary($0) } ?? false
            }
        }
    }

    /// Whether it consists of tests.
    var isOfTests: Bool {
        files.contains { $0.module == main && !$0.imports.isDisjoint(with: Self.testing) }
    }

    private static let testing: Set<String> = ["Testing", "XCTest"]

    /// Only some of the modules; the numbers of the files stay.
    private func restricted(
        to modules: Set<String>,
        main: String,
        _ called: Set<String>
    ) -> Program {
        var program = Program()
        for file in files {
            let isIn = modules.contains(file.module)
            program.add(isIn ? file : SourceFile(path: file.path, module: file.module))
        }
        program.main = main
        program.calledElsewhere = called.subtracting(program.called)
        return program
    }
}

/// What was read of one file.
///
/// It does not depend on other files, so it can be kept.
package struct SourceFile: Sendable {
    /// The path, relative to the package.
    package var path: String

    /// The name of the module.
    package var module: String

    /// The modules that it imports.
    package var imports: Set<String> = []

    /// The declarations.
    package var functions: [Function] = []
    package var variables: [Variable] = []
    package var types: [NominalType] = []
    package var extensions: [NominalExtension] = []

    /// The other names of types, at any depth.
    package var aliases: [(name: String, type: SwiftType)] = []

    /// The statements of `main.swift` or a script, in order.
    package var topLevel: [Statement] = []

    /// The declarations of this and other modules that are referred to, by their USR.
    package var symbols: [String: Symbol] = [:]

    /// The places of what the compiler could not check.
    package var errors: [Place] = []

    /// The names that several local functions of a declaration have, with the places of these declarations: the
    /// tree does not say which of them a name means.
    var ambiguous: [String: [Place]] = [:]

    package init(path: String, module: String) {
        self.path = path
        self.module = module
    }
}

/// A function, method, initializer, accessor or closure-free local function.
package final class Function: Sendable {
    /// The USR.
    ///
    /// A local function has none that is stable.
    package let usr: String

    /// The base name.
    package let name: String

    /// The type it is a member of, if it is one: also in an extension.
    ///
    /// The compiler gives no USR for the type of an extension. A protocol is an existential here.
    package let owner: SwiftType?

    /// The parameters, in order, without `self`.
    package let parameters: [Parameter]

    /// What runs, or `nil` if there is no body: a requirement of a protocol.
    package let body: [Statement]?

    /// The type of the result.
    package let result: SwiftType

    package let isStatic: Bool
    package let isAsync: Bool
    package let isThrowing: Bool
    package let isMutating: Bool
    package let isMainActor: Bool

    /// Whether other modules can call it.
    package let isPublic: Bool

    /// Whether the compiler wrote it.
    package let isImplicit: Bool

    /// Whether it cannot be overridden.
    package let isFinal: Bool

    /// What it overrides, if anything.
    package let overrides: String?

    /// What stands in the parentheses of `@Test`, if it is a test.
    package let traits: [Expression]?

    /// Its type, without `self`; `nil` if that is not read.
    package let signature: SwiftType.FunctionType?

    /// The place of the declaration.
    package let place: Place

    package init(
        usr: String,
        name: String,
        owner: SwiftType?,
        parameters: [Parameter],
        body: [Statement]?,
        result: SwiftType,
        isStatic: Bool,
        isAsync: Bool,
        isThrowing: Bool = false,
        isMutating: Bool = false,
        isMainActor: Bool,
        isPublic: Bool,
        isImplicit: Bool,
        isFinal: Bool = false,
        overrides: String?,
        traits: [Expression]? = nil,
        signature: SwiftType.FunctionType? = nil,
        place: Place
    ) {
        self.usr = usr
        self.name = name
        self.owner = owner
        self.parameters = parameters
        self.body = body
        self.result = result
        self.isStatic = isStatic
        self.isAsync = isAsync
        self.isThrowing = isThrowing
        self.isMutating = isMutating
        self.isMainActor = isMainActor
        self.isPublic = isPublic
        self.isImplicit = isImplicit
        self.isFinal = isFinal
        self.overrides = overrides
        self.traits = traits
        self.signature = signature
        self.place = place
    }

    /// Whether its name is that of an operator.
    var isOperator: Bool { name.isOperator }

    /// A parameter.
    package struct Parameter: Sendable {
        /// The name inside the body.
        package let name: String

        /// The label at a call, or none.
        package let label: String?

        /// The type.
        package let type: SwiftType

        /// Whether it is `inout`.
        package let isInout: Bool

        /// The type of its custom attribute: a property wrapper, or the builder of a closure.
        package let attribute: SwiftType?

        /// The default value, if it has one.
        package let defaultValue: Expression?

        package init(
            name: String,
            label: String?,
            type: SwiftType,
            isInout: Bool = false,
            attribute: SwiftType? = nil,
            defaultValue: Expression? = nil
        ) {
            self.name = name
            self.label = label
            self.type = type
            self.isInout = isInout
            self.attribute = attribute
            self.defaultValue = defaultValue
        }
    }
}

/// A global, static or stored property, or a computed one with its getter.
package final class Variable: Sendable {
    package let usr: String
    package let name: String

    /// The type it is a member of, if it is one.
    package let owner: SwiftType?

    package let type: SwiftType
    package let initialValue: Expression?

    /// The USR of the getter, if it is computed.
    package let getter: String?

    /// The USR of the setter, if it is computed and has one.
    package let setter: String?

    /// The USRs of `willSet` and `didSet`.
    package let observers: [String]

    /// Whether a statement of `main.swift` declares it, which also gives it its value.
    package let isTopLevel: Bool

    package let isStatic: Bool
    package let isLazy: Bool

    /// Whether it may become `nil` at any time.
    package let isWeak: Bool

    /// Whether it can change: `var`, stored.
    package let isMutable: Bool

    package let isPublic: Bool

    /// The property wrappers and other custom attributes, outermost first.
    package let attributes: [Attribute]

    package let place: Place

    package init(
        usr: String,
        name: String,
        owner: SwiftType?,
        type: SwiftType,
        initialValue: Expression?,
        getter: String?,
        setter: String?,
        observers: [String],
        isTopLevel: Bool,
        isStatic: Bool,
        isLazy: Bool = false,
        isWeak: Bool = false,
        isMutable: Bool,
        isPublic: Bool,
        attributes: [Attribute],
        place: Place
    ) {
        self.usr = usr
        self.name = name
        self.owner = owner
        self.type = type
        self.initialValue = initialValue
        self.getter = getter
        self.setter = setter
        self.observers = observers
        self.isTopLevel = isTopLevel
        self.isStatic = isStatic
        self.isLazy = isLazy
        self.isWeak = isWeak
        self.isMutable = isMutable
        self.isPublic = isPublic
        self.attributes = attributes
        self.place = place
    }

    /// A custom attribute, such as `@Injected(tag: "live")`.
    package struct Attribute: Sendable {
        package let type: SwiftType
        package let arguments: [Expression.Argument]
        package let place: Place

        package init(type: SwiftType, arguments: [Expression.Argument], place: Place) {
            self.type = type
            self.arguments = arguments
            self.place = place
        }
    }
}

/// A type that the program declares.
package final class NominalType: Sendable {
    package enum Kind: Sendable { case structure, `class`, actor, enumeration, `protocol` }

    /// A case of an enumeration.
    package struct Case: Sendable {
        package let usr: String
        package let name: String
        /// How many values it holds.
        package let count: Int
        /// The raw value, if it is known.
        package let rawValue: Expression.Kind?

        package init(usr: String, name: String, count: Int, rawValue: Expression.Kind?) {
            self.usr = usr
            self.name = name
            self.count = count
            self.rawValue = rawValue
        }
    }

    package let usr: String
    package let name: String
    package let kind: Kind
    package let type: SwiftType

    /// The superclass, if it has one.
    package let superclass: SwiftType?

    /// The USRs of the protocols that its declaration names or implies.
    package let conformances: [String]

    /// The USRs of its stored properties, in order.
    package let stored: [String]

    /// The cases of an enumeration.
    package let cases: [Case]

    /// Whether `@main` stands at it.
    package let isMain: Bool

    /// What stands in the parentheses of `@Suite`.
    package let traits: [Expression]

    package let isPublic: Bool
    package let place: Place

    package init(
        usr: String,
        name: String,
        kind: Kind,
        type: SwiftType,
        superclass: SwiftType?,
        conformances: [String],
        stored: [String],
        cases: [Case],
        isMain: Bool,
        traits: [Expression] = [],
        isPublic: Bool,
        place: Place
    ) {
        self.usr = usr
        self.name = name
        self.kind = kind
        self.type = type
        self.superclass = superclass
        self.conformances = conformances
        self.stored = stored
        self.cases = cases
        self.isMain = isMain
        self.traits = traits
        self.isPublic = isPublic
        self.place = place
    }
}

/// Conformances that an extension adds to a type.
package struct NominalExtension: Sendable {
    package let extended: SwiftType
    package let conformances: [String]

    package init(extended: SwiftType, conformances: [String]) {
        self.extended = extended
        self.conformances = conformances
    }
}

extension String {
    /// Whether it is the name of an operator.
    var isOperator: Bool { first.map { !$0.isLetter && $0 != "_" } ?? false }
}

// SPDX-License-Identifier: MIT

/// What the code that has to do with wiring relies on: what it uses of files that were not read, and
/// what such files may do to what was read.
///
/// Only what may decide something counts: conditions, what is given to Mortise and to code that comes to it,
/// and where these values are from. What factories make does not.
struct Reliance {
    /// Declarations that are not read.
    private(set) var wanted: Set<Wanted> = []
    /// Names of what is read, which other files may change, extend or call.
    private(set) var exposed: Set<Exposed> = []
    /// The modules with something that may run where nothing names it.
    private(set) var unnamed: Set<String> = []

    /// A declaration that is not read.
    struct Wanted: Hashable, Codable {
        let module: String
        /// The type that it is a member of.
        let type: String?
        let name: String
        /// Whether it is a value that is there without an instance: a case, or a static property.
        var isConstant = false
    }

    /// A name of what is read.
    struct Exposed: Hashable, Codable {
        /// How it would have to stand in the text of another file.
        let use: FileWords.Use.RawValue
        let name: String
        let module: String
        /// Whether other modules can name it.
        let isPublic: Bool
        /// The modules that may call it by what it overrides or implements.
        var inherited: Set<String> = []
    }

    private let program: Program
    private let modules: Set<String>
    private var graph: CallGraph
    private let cases: Set<String>
    /// The module of the code that is looked at.
    private var module = ""
    /// The function or variable whose code that is.
    private var node = ""
    /// The functions and variables whose value may decide something.
    private var deciding: Set<String> = []
    /// The local variables of a function that do.
    private var locals: [String: Set<String>] = [:]
    /// The types of what decides something.
    private var types: Set<SwiftType> = []

    /// Finds out what a program relies on.
    ///
    /// - Parameters:
    ///   - program: What was read.
    ///   - modules: The modules of which there are sources.
    ///   - callsClosures: Whether the closures that code of a module calls may come to wiring.
    init(of program: Program, on modules: Set<String>, callsClosures: @escaping (String) -> Bool) {
        self.program = program
        self.modules = modules
        graph = CallGraph(program, callsClosures: callsClosures)
        cases = Set(program.types.values.flatMap { $0.cases.map(\.usr) })
        var places: [String: String] = [:]
        for file in program.files {
            for function in file.functions { places[function.usr] = file.module }
            for variable in file.variables { places[variable.usr] = file.module }
        }
        var count = -1
        while count != size {
            count = size
            touchChanges()
            for (name, node) in graph.nodes
            where graph.touching.contains(name) || deciding.contains(name) {
                (self.node, module) = (name, places[name] ?? "")
                look(at: node.statements, givesResult: deciding.contains(name))
                for value in node.values { look(at: value, decides: deciding.contains(name)) }
            }
        }
        expose()
    }

    private var size: Int {
        wanted.count + deciding.count + locals.values.reduce(0) { $0 + $1.count }
            + graph.touching.count
    }

    /// Notes what changes something that decides: it counts like what comes to wiring.
    private mutating func touchChanges() {
        let owners = Set(deciding.compactMap { program.variables[$0]?.owner?.withoutArguments })
        for (name, node) in graph.nodes where !graph.touching.contains(name) {
            let changesSelf = node.changesSelf.map { owners.contains($0.withoutArguments) } ?? false
            if changesSelf || !node.changes.isDisjoint(with: deciding) { graph.touch(name) }
        }
    }
}

// MARK: - Code

extension Reliance {
    private mutating func look(at statements: [Statement], givesResult: Bool) {
        for statement in statements { look(at: statement, givesResult) }
    }

    private mutating func look(at statement: Statement, _ givesResult: Bool) {
        switch statement {
        case .expression(let value), .fail(let value): look(at: value, decides: false)
        case .variable(let pattern, let value):
            let decides = !(locals[node] ?? []).isDisjoint(with: pattern.names)
            if let value { look(at: value, decides: decides) }
        case .function(let function), .computed(let function, nil):
            let decides = locals[node]?.contains(function.name) ?? false
            look(at: function.body ?? [], givesResult: decides)
        case .computed(let getter, let setter):
            look(at: .computed(getter: getter, setter: nil), givesResult)
            look(at: setter?.body ?? [], givesResult: false)
        case .branch(let tests, let first, let second):
            look(at: tests, decides: graph.matter(first + second, in: module))
            look(at: first + second, givesResult: givesResult)
        case .unless(let tests, let body):
            look(at: tests, decides: true)
            look(at: body, givesResult: givesResult)
        case .loop(let tests, let body, _):
            look(at: tests, decides: graph.matter(body, in: module))
            look(at: body, givesResult: givesResult)
        case .choose(let subject, let clauses):
            let decides = clauses.contains { graph.matter($0.body, in: module) }
            look(at: subject, decides: decides)
            look(at: clauses, decides: decides, givesResult)
        case .each(_, let sequence, let body):
            look(at: sequence, decides: graph.matter(body, in: module))
            look(at: body, givesResult: givesResult)
        case .attempt(let body, let clauses):
            look(at: body, givesResult: givesResult)
            look(at: clauses, decides: false, givesResult)
        case .deferred(let body): look(at: body, givesResult: givesResult)
        case .leave(let value):
            if let value { look(at: value, decides: givesResult) }
        case .give(let value): look(at: value, decides: givesResult)
        case .jump, .weak: return
        case .unsupported(_, let parts, _): for part in parts { look(at: part, decides: false) }
        }
    }

    private mutating func look(at tests: [Statement.Condition], decides: Bool) {
        for test in tests {
            switch test {
            case .holds(let value): look(at: value, decides: decides)
            case .matches(let pattern, let value):
                look(at: pattern, decides: decides)
                // What a condition binds may decide something later.
                let isUsed = !(locals[node] ?? []).isDisjoint(with: pattern.names)
                look(at: value, decides: decides || isUsed)
            case .available: continue
            }
        }
    }

    private mutating func look(at clauses: [Statement.Case], decides: Bool, _ givesResult: Bool) {
        for clause in clauses {
            for pattern in clause.patterns { look(at: pattern, decides: decides) }
            for case .some(let restriction) in clause.restrictions {
                look(at: restriction, decides: decides)
            }
            look(at: clause.body, givesResult: givesResult)
        }
    }

    private mutating func look(at pattern: Pattern, decides: Bool) {
        guard decides else { return }
        switch pattern {
        case .name, .any, .boolean: return
        case .tuple(let parts): for part in parts { look(at: part, decides: true) }
        case .some(let inner): look(at: inner, decides: true)
        case .enumCase(let name, let type, let inner):
            if program.type(type) == nil, let path = type.names, path.count > 1 {
                want(path[0], path.last, name, isConstant: true)
            }
            if let inner { look(at: inner, decides: true) }
        case .type(_, let inner):
            if let inner { look(at: inner, decides: true) }
        case .value(let value): look(at: value, decides: true)
        }
    }

    private mutating func look(at expression: Expression, decides: Bool) {
        if decides { note(expression) }
        switch expression.kind {
        case .call(let callee, let arguments): look(at: callee, arguments, decides: decides)
        case .closure(let closure): look(at: closure.body, givesResult: decides)
        case .statement(let statement): look(at: statement, decides)
        case .conditional(let condition, let first, let second):
            let matters =
                decides || graph.touches(first, in: module) || graph.touches(second, in: module)
            look(at: condition, decides: matters)
            look(at: first, decides: decides)
            look(at: second, decides: decides)
        case .assign(let value, let target):
            look(at: value, decides: isDeciding(target))
            look(at: target, decides: false)
        default: for part in expression.parts { look(at: part, decides: decides) }
        }
    }

    private mutating func look(
        at callee: Expression,
        _ arguments: [Expression.Argument],
        decides: Bool
    ) {
        let reference = callee.inside.named
        let isOfMortise = reference.map { program.isOfMortise($0) } ?? false
        let touches =
            isOfMortise
            || reference.map {
                !graph.touching.isDisjoint(with: graph.bodies(of: $0.usr))
            } ?? true
        look(at: callee, decides: decides || isOfMortise)
        var changesSelf = false
        if case .member(let base, _) = callee.inside.kind { changesSelf = isChanged(base) }
        if let reference, changesSelf { want(reference) }
        for (number, argument) in arguments.enumerated() {
            if let reference, isChanged(argument.value) {
                want(reference)
                for usr in graph.bodies(of: reference.usr) {
                    guard let parameters = program.functions[usr]?.parameters,
                        parameters.indices.contains(number)
                    else { continue }
                    locals[usr, default: []].insert(parameters[number].name)
                }
            }
            if case .closure(let closure) = argument.value.inside.kind {
                // What a factory makes decides nothing.
                look(at: closure.body, givesResult: decides && !isOfMortise)
                if let reference, !isOfMortise, graph.touches(argument.value, in: module) {
                    want(reference)
                }
            } else {
                look(at: argument.value, decides: decides || touches)
            }
        }
    }

    /// Whether it is something that may decide, where whoever gets it may change it.
    private func isChanged(_ value: Expression) -> Bool {
        if case .inOut(let target) = value.inside.kind { isDeciding(target) } else { false }
    }

    /// Whether a target of an assignment is something that may decide.
    private func isDeciding(_ target: Expression) -> Bool {
        switch target.inside.kind {
        case .local(let name): locals[node]?.contains(name) ?? false
        case .reference(let reference), .member(_, let reference):
            deciding.contains(reference.usr)
        default: true
        }
    }

    /// Notes what may decide something.
    private mutating func note(_ expression: Expression) {
        types.insert(expression.type)
        switch expression.kind {
        case .local(let name): locals[node, default: []].insert(name)
        case .enumCase(let reference):
            if !cases.contains(reference.usr) { want(reference, isConstant: true) }
        case .reference(let reference), .member(_, let reference):
            guard !program.isOfMortise(reference) else { return }
            for usr in graph.bodies(of: reference.usr) {
                deciding.insert(usr)
                if let variable = program.variables[usr] {
                    deciding.formUnion([variable.getter, variable.setter].compactMap { $0 })
                }
            }
            want(reference)
        case .keyPath(let references): for reference in references ?? [] { want(reference) }
        default: return
        }
    }

    private mutating func want(_ reference: Reference, isConstant: Bool = false) {
        guard program.functions[reference.usr] == nil, program.variables[reference.usr] == nil,
            let symbol = program.symbols[reference.usr], let first = symbol.owner.first
        else { return }
        let isAlone = symbol.labels == nil && (symbol.isStatic || symbol.owner.count == 1)
        want(
            symbol.extensionModule ?? first,
            symbol.owner.count > 1 ? symbol.owner.last : nil,
            symbol.name,
            isConstant: isConstant || isAlone
        )
    }

    private mutating func want(
        _ module: String,
        _ type: String?,
        _ name: String,
        isConstant: Bool
    ) {
        guard modules.contains(module) else { return }
        wanted.insert(Wanted(module: module, type: type, name: name, isConstant: isConstant))
    }
}

// MARK: - Other files

extension Reliance {
    /// Notes what other files may do to what was read.
    private mutating func expose() {
        for usr in deciding {
            guard let variable = program.variables[usr], variable.isMutable else { continue }
            expose(variable.name, .written, variable.place, variable.isPublic)
        }
        for usr in graph.touching {
            guard let function = program.functions[usr], !function.isImplicit,
                function.name != "init"
            else { continue }
            let owner = function.owner.flatMap { program.type($0) }
            var inherited = Set(
                owner?.conformances.compactMap { Program.module(of: $0) } ?? []
            )
            if let name = owner?.superclass?.names?.first { inherited.insert(name) }
            // A file that declares the name may demand it, or override it.
            let use: FileWords.Use = function.owner == nil ? .used : [.used, .declared]
            expose(function.name, use, function.place, function.isPublic, inherited)
        }
        for usr in graph.touching {
            if let function = program.functions[usr], program.mayBeUnnamed(function) {
                unnamed.insert(program.files[function.place.file].module)
            }
            guard let variable = program.variables[usr] else { continue }
            let use: FileWords.Use = variable.owner == nil ? .used : [.used, .declared]
            expose(variable.name, use, variable.place, variable.isPublic)
        }
        wantOwners()
        let members = graph.touching.union(deciding)
        let owners = Set(members.compactMap { owner(of: $0)?.withoutArguments })
        let carriers = carriers
        let decided = types.reduce(into: Set()) { $0.formUnion($1.mentioned) }
        for nominal in program.types.values {
            let isUsed =
                owners.contains(nominal.type.withoutArguments)
                || nominal.kind == .protocol
                    && owners.contains { $0.mentioned.contains(nominal.name) }
            if isUsed, nominal.kind == .class || nominal.kind == .protocol {
                expose(nominal.name, .inherited, nominal.place, nominal.isPublic)
            }
            if isUsed, let superclass = nominal.superclass, program.type(superclass) == nil,
                let path = superclass.names, path.count > 1
            {
                want(path[0], path.last, "init", isConstant: false)
            }
            // Such a file may have an operator, or another member that is called without its name.
            if decided.contains(nominal.name) {
                expose(nominal.name, .extended, nominal.place, nominal.isPublic)
            }
            if carriers.contains(nominal.name) {
                expose(nominal.name, .used, nominal.place, nominal.isPublic)
            }
        }
        for (number, file) in program.files.enumerated() {
            for alias in file.aliases where carriers.contains(alias.name) {
                // Whether other modules can name it is not read.
                expose(alias.name, .used, Place(file: number, start: 0, end: 0), true)
            }
        }
        for function in program.functions.values where function.name != "init" {
            let types =
                [function.result]
                + function.parameters.flatMap { [$0.type, $0.attribute] }
                .compactMap { $0 }
            guard types.contains(where: { !$0.mentioned.isDisjoint(with: carriers) }) else {
                continue
            }
            expose(function.name, .used, function.place, function.isPublic)
        }
        for variable in program.variables.values
        where !variable.type.mentioned.isDisjoint(with: carriers) {
            expose(variable.name, .used, variable.place, variable.isPublic)
        }
    }

    /// Notes the types whose extensions come to wiring, which say what conforms and what is made, and
    /// the protocols to which such types conform.
    private mutating func wantOwners() {
        for usr in graph.touching {
            let conformances = owner(of: usr).flatMap { program.conformances[$0.withoutArguments] }
            for other in conformances ?? [] where program.types[other] == nil {
                guard let module = Program.module(of: other), modules.contains(module) else {
                    continue
                }
                want(module, Program.name(of: other, in: module), "init", isConstant: false)
            }
            guard let path = owner(of: usr)?.declaredPath, path.count > 1,
                owner(of: usr).flatMap({ program.type($0) }) == nil
            else { continue }
            want(path[0], path.last, "init", isConstant: false)
            guard !modules.contains(path[0]), let function = program.functions[usr],
                function.runsUnnamed
            else { continue }
            unnamed.insert(program.files[function.place.file].module)
        }
    }

    private func owner(of usr: String) -> SwiftType? {
        program.functions[usr]?.owner ?? program.variables[usr]?.owner
    }

    /// The names of the types of which a value may come to wiring without being asked by a name, when
    /// it is made, read, compared or gone.
    private var carriers: Set<String> {
        var carriers: Set<String> = []
        // The types that are made, called or gone without a name.
        var unnamed: Set<SwiftType> = []
        for usr in graph.touching {
            guard let owner = owner(of: usr) else { continue }
            let runsUnnamed = program.functions[usr]?.runsUnnamed ?? false
            if runsUnnamed { unnamed.insert(owner.withoutArguments) }
            // What another type is extended with is called by its name.
            guard runsUnnamed || program.type(owner) != nil else { continue }
            owner.declaredPath?.last.map { _ = carriers.insert($0) }
        }
        for nominal in program.types.values {
            let protocols = program.protocols(of: nominal.type).compactMap {
                program.types[$0]?.type
            }
            let all = (program.superclasses(of: nominal.type) + protocols).map(\.withoutArguments)
            guard !unnamed.isDisjoint(with: all) else { continue }
            // A value of it may be one of these.
            carriers.formUnion(all.compactMap(\.declaredPath?.last))
        }
        let aliases = program.files.flatMap(\.aliases)
        var count = 0
        while count < carriers.count {
            count = carriers.count
            for alias in aliases where !alias.type.mentioned.isDisjoint(with: carriers) {
                carriers.insert(alias.name)
            }
            for variable in program.variables.values {
                let types = [variable.type] + variable.attributes.map(\.type)
                if let owner = variable.owner?.names?.last,
                    types.contains(where: { !$0.mentioned.isDisjoint(with: carriers) })
                {
                    carriers.insert(owner)
                }
            }
        }
        return carriers
    }

    private mutating func expose(
        _ name: String,
        _ use: FileWords.Use,
        _ place: Place,
        _ isPublic: Bool,
        _ inherited: Set<String> = []
    ) {
        guard program.files.indices.contains(place.file) else { return }
        exposed.insert(
            Exposed(
                use: use.rawValue,
                name: name,
                module: program.files[place.file].module,
                isPublic: isPublic,
                inherited: inherited
            )
        )
    }
}

extension Function {
    /// Whether it runs where its name does not stand.
    fileprivate var runsUnnamed: Bool {
        isDeinitializer || name.isOperator || name.hasPrefix("build") || Self.unnamed.contains(name)
    }

    private static let unnamed: Set<String> = [
        "init", "subscript", "callAsFunction", "dynamicallyCall", "appendInterpolation",
        "appendLiteral", "makeIterator", "makeAsyncIterator", "next",
    ]
}

extension SwiftType {
    /// The names in its path, the module first.
    var names: [String]? {
        guard case .nominal(let path, _) = self else { return nil }
        return path.map(\.name)
    }

    /// The names in the path of a type or a protocol, the module first.
    fileprivate var declaredPath: [String]? {
        if case .existential(let protocols, _, _) = self { return protocols.last?.map(\.name) }
        return names
    }

    /// The names of the types and protocols that it consists of.
    fileprivate var mentioned: Set<String> {
        var names: Set<String> = []
        visit { type in
            switch type {
            case .nominal(let path, _): names.formUnion(path.suffix(1).map(\.name))
            case .existential(let protocols, _, _):
                names.formUnion(protocols.compactMap(\.last?.name))
            default: break
            }
        }
        return names
    }
}

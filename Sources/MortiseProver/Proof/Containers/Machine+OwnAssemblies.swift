// SPDX-License-Identifier: MIT

import MortiseGraph

// Assemblies of Mortise: views of a container.
extension Machine {
    /// What a declaration of an assembly does; `nil` if it is not known.
    func ownAssembly(_ call: MortiseCall) -> Value? {
        if ["substitute", "withSubstitution"].contains(call.name) { return substituteOwn(call) }
        guard let assembly = call.receiver?.instanceType,
            case .container(let home, _) = container(of: call.receiver ?? .unknown, assembly),
            !home.isOld, !home.isOfRequests
        else { return loseMember(call, "the container of the assembly is not known here") }
        guard let root = outermost(of: home) else {
            return loseMember(call, "a member is asked for through a child that is not known")
        }
        guard let name = name(of: call) else {
            return loseMember(call, "the member is not known here")
        }
        let isCast = call.name == "define" && call.labels.contains("as")
        guard let object = call.generic(0, depth: 1)?.substituting(frame.substitutions),
            let type = (isCast ? call.generic(1, depth: 1) : object)?.substituting(
                frame.substitutions
            ),
            type.isKnownAtRunTime
        else { return loseMember(call, "the type is only known at run time") }
        var lifetime = Graph.Lifetime.unique
        if call.name == "define", call.labels.first == "_", let first = call.values.first, let first
        {
            guard case .lifetime(let known) = first else {
                return loseMember(call, "a lifetime that is only known at run time")
            }
            lifetime = known
        }
        let closures = call.written.indices.filter { call.written[$0].value.type.isFunction }
        let first = closures.first
        let factory = call.name == "define" ? first.flatMap { call.values[$0] } : nil
        if factory == nil, call.name == "define" {
            return loseMember(call, "what makes it is not known")
        }
        var member = AssemblyMember(
            role: .makes,
            assembly: assembly,
            name: name,
            object: object,
            isObject: program.type(object)?.kind == .class,
            mayMakeOthers: name.contains(":"),
            root: root
        )
        switch call.name {
        case "placeholder":
            // Another one may have its name.
            (member.role, member.keys) = (.standsFor, [.exact(frame.member?.usr ?? name)])
        case "adopt":
            member.role = .adopts
            if let path = call.written.first(where: { $0.label == "as" })?.value {
                guard let place = self.member(path, defining: "placeholder")?.getter else {
                    return loseMember(call, "what stands for the object is not known")
                }
                member.keys = [.exact(place)]
            }
            taintAdopted(call.values.first ?? nil, object, at: call.place)
            if member.keys.count == 1, let cast = first.flatMap({ call.values[$0] }) {
                escape(cast, "it converts", at: call.place)
            }
        default: break
        }
        if call.labels.contains("for") {
            member.arguments = nil
            if case .pack(let types)? = call.generic(isCast ? 2 : 1, depth: 1) {
                member.arguments = types.map { $0.substituting(frame.substitutions) }
            }
        }
        if let step = call.value("injecting") { member.steps = [step] }
        if isCast, let cast = call.value("as") { escape(cast, "it converts", at: call.place) }
        if let factory = first.map({ call.written[$0].value.type }),
            case .function(let function) = factory, function.isAsync
        {
            member.lane = .asynchronous
        }
        define(type, member, lifetime, factory, in: home, at: call.place)
        if call.canThrow { fail() }
        return call.name == "adopt" ? .tuple([]) : .unknown
    }

    /// The outermost container of one: it has the members that are asked for through this one.
    private func outermost(of origin: Origin) -> Origin? {
        var next = origin
        while let container = view(next), !next.isOld {
            if container.sources.isEmpty { return container.role == .plain ? next : nil }
            guard container.sources.count == 1 else { return nil }
            next = container.sources[0]
        }
        return nil
    }

    // MARK: - Exports

    /// What an assembly says of a member that it exports.
    func exported(_ call: MortiseCall) -> Value? {
        if call.name == "init" { return .stored(StoredStatement(call)) }
        guard case .stored(let statement)? = call.receiver else { return nil }
        return .stored(StoredStatement(statement.call, modifiers: statement.modifiers + [call]))
    }

    /// Registers the members that an assembly exports; `nil` if it is not known which.
    func export(_ call: MortiseCall, in origin: Origin) -> Value? {
        guard let type = call.generic(0)?.substituting(frame.substitutions),
            program.isOwnAssembly(type), let make = call.values.first, let make
        else { return nil }
        let name = Reference(usr: "", name: "exports")
        let all = program.properties(name, of: type).filter(\.isStatic)
        guard all.count <= 1 else { return nil }
        guard let own = all.first else { return .tuple([]) }
        let exports = member(
            Reference(usr: own.usr, name: own.name),
            of: .type(type),
            Expression(.other([]), type: own.type, at: own.place),
            isSuper: false
        )
        guard case .list(let statements) = exports else { return nil }
        for case .stored(let statement) in statements { export(statement, make, in: origin) }
        let isKnown = statements.allSatisfy { if case .stored = $0 { true } else { false } }
        return isKnown ? .tuple([]) : nil
    }

    private func export(_ statement: StoredStatement, _ make: Value, in origin: Origin) {
        let call = statement.call
        let type = call.generic(0, depth: 1)?.substituting(frame.substitutions)
        guard let type, type.isKnownAtRunTime,
            let member = call.values.last, let member
        else {
            let gap = Gap(reason: "a type that is only known at run time", place: call.place)
            return change(origin) { $0.lose(nil, gap) }
        }
        var tag: DefinitionTag?
        switch self.tag(call.value("tag")) {
        case .known(let known)?: tag = known
        case Need.Tag.none?: break
        case .inherited?, nil:
            let gap = Gap(reason: "a tag that is only known at run time", place: call.place)
            return change(origin) { $0.lose(type, gap) }
        }
        var lane = Lane.synchronous
        if case .function(let function)? = call.written.last?.value.type, function.isAsync {
            lane = .asynchronous
        }
        let own = Definition(.factory, type, tag: tag, .unique, lane, at: call.place)
        (own.factory, own.exporter, own.home) = (member, make, origin)
        let definition = memory.definition(own)
        add(definition, to: origin)
        for modifier in statement.modifiers { _ = modify(definition, modifier) }
    }

    private func name(of call: MortiseCall) -> String? {
        guard let written = call.value("function") else { return memberName }
        if case .string(let text) = written { return text }
        return nil
    }

    /// The container of an assembly.
    func container(of assembly: Value, _ type: SwiftType) -> Value {
        let name = Reference(usr: "", name: "container")
        let found = program.properties(name, of: type)
        guard found.count == 1, let own = found.first else { return .unknown }
        return member(
            Reference(usr: own.usr, name: own.name),
            of: assembly,
            Expression(.other([]), type: own.type, at: own.place),
            isSuper: false
        )
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// What takes the place of what members of an assembly make.
struct MemberSubstitute: Hashable {
    /// The type of the assembly, if it is known.
    let assembly: SwiftType?
    /// The name of the member, if it is known.
    let name: String?
    /// What makes the instance, if it is known.
    let definition: Definition?

    /// Whether it may be for a member.
    func mayBe(for member: AssemblyMember) -> Bool {
        (assembly ?? member.assembly) == member.assembly && (name ?? member.name) == member.name
    }
}

// Substitutes for members of assemblies: no matter for how long, and in which containers.
extension Machine {
    /// Substitutes a member of an assembly of Mortise.
    func substituteOwn(_ call: MortiseCall) -> Value? {
        let closures = call.written.indices.filter { call.written[$0].value.type.isFunction }
        guard let first = closures.first, let path = call.written.first?.value else { return nil }
        var name: String?
        var arguments: [SwiftType]? = []
        if case .string(let text)? = call.values.first {
            name = text
            arguments = nil
            if case .pack(let types)? = call.generic(1, depth: 1) { arguments = types }
        } else {
            name = member(path, defining: "define")?.name
        }
        guard let name, let arguments, let assembly = call.receiver?.instanceType,
            case .structure? = call.receiver,
            case .container(let home, _) = container(of: call.receiver ?? .unknown, assembly)
        else {
            substitute(nil, nil, of: call.receiver?.instanceType, nil, [], call)
            return nil
        }
        substitute(
            call.values[first],
            name,
            of: assembly,
            call.generic(0, depth: 1),
            in: home,
            arguments.map { $0.substituting(frame.substitutions) },
            call
        )
        guard call.name == "withSubstitution", let body = call.values.last ?? nil else {
            return .unknown
        }
        return invoke(body, [], at: call.place)
    }

    /// Notes that a member may be substituted, and lets what is made instead run from here on.
    func substitute(
        _ factory: Value?,
        _ name: String?,
        of assembly: SwiftType?,
        _ type: SwiftType?,
        in home: Origin? = nil,
        _ arguments: [SwiftType],
        _ call: MortiseCall
    ) {
        var definition: Definition?
        let type = type?.substituting(frame.substitutions)
        if let factory, factory.isCode, let type, let home, type.isKnownAtRunTime {
            let own = Definition(.factory, type, tag: nil, .unique, .synchronous, at: call.place)
            (own.factory, own.home, own.arguments) = (factory, home, arguments)
            definition = memory.definition(own)
            making(own, factory, isStep: false, in: nil)
        } else {
            for value in call.values { escape(value ?? .none, "it substitutes", at: call.place) }
        }
        memory.substitutes.insert(
            MemberSubstitute(assembly: assembly, name: name, definition: definition)
        )
    }

    /// Whether a function evaluates what a key path leads to only to find what it defines.
    func onlyRecords(_ function: Reference, _ path: Expression) -> Bool {
        program.symbols[function.usr]?.owner == ["Mortise", "Assembly"]
            && ["define", "placeholder"].contains { member(path, defining: $0) != nil }
    }

    /// The member that a key path leads to, if it does nothing but define something.
    func member(_ path: Expression, defining name: String) -> Variable? {
        guard case .keyPath(let path?) = path.inside.kind, path.count == 1,
            let variable = program.variables[path[0].usr], let getter = variable.getter,
            let body = program.functions[getter]?.body, body.count == 1,
            case .leave(let value?) = body[0],
            case .call(let callee, let arguments) = value.inside.kind,
            case .member(_, let reference) = callee.inside.kind, reference.name == name,
            program.isDefining(reference)
        else { return nil }
        let isPlain = arguments.allSatisfy { argument in
            switch argument.value.inside.kind {
            case .closure, .magic, .defaultArgument: return true
            default:
                var isPlain = argument.label != "function"
                argument.value.visit { part in
                    guard let reference = part.named else { return }
                    isPlain = isPlain && program.isOfMortise(reference)
                }
                return isPlain
            }
        }
        return isPlain ? variable : nil
    }
}

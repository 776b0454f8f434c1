// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    func install(_ call: MortiseCall, in number: Int, _ view: Lane) -> Value? {
        if call.labels.first == "implementationsOf" {
            if let closure = call.closure {
                configure(closure, .container(number, .synchronous), call)
            }
            return select(call.value("default"), call, in: number)
        }
        if let closure = call.closure, call.labels.count <= 1 {
            configure(closure, .container(number, .synchronous), call)
            return .tuple([])
        }
        guard let modules = call.values.first else { return .tuple([]) }
        install(modules, in: number, call)
        return .tuple([])
    }

    /// Selects the implementation with a tag, which must exist.
    func select(_ tag: Value?, _ call: MortiseCall, in number: Int) -> Value {
        guard let type = call.generic(0), type.isConcrete else {
            note("a type that is only known at run time", at: call.place, in: number)
            return makeUnknown(call.type)
        }
        switch self.tag(tag) {
        case DefinitionFact.TagFact.none?: break
        case .known(let known)?:
            let need = Need(type: type, tag: .known(known), lane: .asynchronous)
            visit(need, of: number, at: call.place, call.context)
            note(.select(type, known), in: number, call.context)
        case .inherited?, nil:
            note("a tag that is only known at run time", at: call.place, in: number)
        }
        return makeUnknown(call.type)
    }

    func install(_ modules: Value, in number: Int, _ call: MortiseCall) {
        switch modules {
        case .array(let modules): for module in modules { install(module, in: number, call) }
        case .object(let object):
            guard containers[number].modules.insert(moduleIdentity(object)).inserted else { return }
            install(object, in: number, call)
        case .choice:
            for option in modules.options(under: call.context.guardian) {
                let inner = call.with(call.context.with(option.guard))
                install(option.value, in: number, inner)
            }
        default: note("a module that is not known", at: call.place, in: number)
        }
    }

    func moduleIdentity(_ module: Object) -> String {
        "\(module.usr) \(module.fields.sorted { $0.key < $1.key }.map { "\($0.value)" })"
    }

    func install(_ module: Object, in number: Int, _ call: MortiseCall) {
        let context = call.context
        let own = program.methods[module.type.withoutArguments] ?? []
        let getter = witness(Reference(usr: "", name: "requires"), of: module.type)
        if let getter {
            let required =
                module.fields[getter.usr]
                ?? getter.getter.flatMap { program.functions[$0] }.map {
                    invoke($0, of: .object(module), [], [:], at: call.place, context)
                } ?? getter.initialValue.map { evaluate($0, context) }
            if let required { install(required, in: number, call) }
        }
        let container = Value.container(number, .synchronous)
        if let register = own.first(where: {
            $0.name == "register" && $0.parameters.map(\.label) == ["in"] && $0.body != nil
        }) {
            _ = invoke(register, of: .object(module), [container], [:], at: call.place, context)
            return
        }
        guard let nominal = program.types[module.usr] else {
            return note("a module that is not read", at: call.place, in: number)
        }
        for usr in nominal.stored {
            switch module.fields[usr] {
            case .stored(let statement)?: install(statement, in: number, call)
            case .object(let other)?: install(.object(other), in: number, call)
            default: continue
            }
        }
    }
}

extension Interpreter {
    func stored(_ call: MortiseCall) -> Value? {
        if case .stored(let statement)? = call.receiver {
            statement.modifiers.append(call)
            return .stored(statement)
        }
        return .stored(StoredStatement(call))
    }

    func install(_ statement: StoredStatement, in number: Int, _ install: MortiseCall) {
        let call = statement.call.with(install.context)
        if call.owner == "ModuleDeclaration" {
            _ = container(
                call.renamed(
                    "Container",
                    call.name == "collection" ? "declaresCollection" : call.name,
                    of: .container(number, .synchronous)
                )
            )
            return
        }
        // Instance is the type's own parameter; the arguments are the initializer's.
        var substitutions = call.substitutions
        if let pack = call.generic(0, depth: 1) {
            substitutions[SwiftType.GenericParameter(depth: 0, index: 1)] = pack
        }
        let registering = call.renamed(
            "Container",
            "register",
            of: .container(number, .synchronous),
            substitutions: substitutions
        )
        guard case .definition(let fact)? = container(registering) else { return }
        for modifier in statement.modifiers {
            if modifier.name == "refined", let body = modifier.closure {
                _ = self.call(body, [.definition(fact)], at: modifier.place, .void, install.context)
                continue
            }
            _ = modify(fact, modifier.name, modifier.values, modifier.with(install.context))
        }
    }
}

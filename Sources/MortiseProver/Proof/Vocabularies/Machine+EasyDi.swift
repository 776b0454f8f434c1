// SPDX-License-Identifier: MIT

import MortiseGraph

// What the declarations of `MortiseEasyDi` mean: a `DIContext` is a container, and each class of assemblies
// has one instance for it.
extension Machine {
    /// A declaration of the vocabulary; `nil` if it is not known what it does here.
    func easyDi(_ call: MortiseCall) -> Value? {
        switch (call.owner, call.name) {
        case ("DIContext", "init"):
            for value in call.values { escape(value ?? .none, "", at: call.place) }
            let origin = makeContainer("DIContext", sources: [], at: call.place)
            return .container(origin, .synchronous)
        case ("DIContext", "defaultInstance"): return defaultContext(at: call.place)
        case ("DIContext", "container"): return call.receiver
        case ("DIContext", "assembly"): return assembly(call.generic(0), of: call.receiver, call)
        case ("DIContext", "instance"):
            guard case .type(let type)? = call.value("for") else { return nil }
            return assembly(type, of: call.receiver, call)
        case ("Assembly", "instance"):
            guard case .type(let type)? = call.receiver else { return nil }
            return assembly(
                type,
                of: call.value("from") ?? defaultContext(at: call.place),
                call
            )
        case ("Assembly", "context"):
            guard case .object(let origin, _)? = call.receiver else { return nil }
            return context(of: origin)
        case ("Assembly", "define"), ("Assembly", "defineInjection"),
            ("Assembly", "definePlaceholder"):
            return defineMember(call)
        case ("Assembly", "addSubstitution"):
            substitute(call)
            return .tuple([])
        default: return nil
        }
    }

    // MARK: - Contexts

    private func defaultContext(at place: Place) -> Value {
        let isReplaced = memory.replacesDefaultContext ?? program.replacesDefaultContext
        memory.replacesDefaultContext = isReplaced
        return isReplaced ? .unknown : injector(of: .defaultContext)
    }

    private func context(of assembly: Origin) -> Value {
        // It is noted that the assembly exists before it has its context.
        read(.field(assembly, Cell.context)) ?? memory.contextsOfAssemblies[assembly] ?? .unknown
    }

    /// The instance of a class for a context.
    private func assembly(_ type: SwiftType?, of context: Value?, _ call: MortiseCall) -> Value {
        guard let type = type?.substituting(frame.substitutions), let nominal = program.type(type),
            program.hasMembers(type), case .container(let origin, _)? = context
        else {
            for value in call.values { escape(value ?? .none, "its assembly", at: call.place) }
            return .unknown
        }
        let cell = Cell.field(origin, "MortiseEasyDi.Assembly \(type)")
        if let known = state?[cell], known != .unset { return read(cell)?.assigned ?? known }
        let initializer = program.superclasses(of: type).lazy.compactMap { owner in
            self.program.methods[owner.withoutArguments]?.first {
                $0.name == "init" && $0.parameters.isEmpty && !$0.isImplicit
            }
        }.first
        // It is the same whoever asks first.
        let outer = frame
        let round = 2 * origin.path + (origin.isOld ? 1 : 0)
        let inner = Frame(
            path: memory.paths.path(from: CallPaths.root, origin.place, round: round),
            calls: outer.calls,
            at: call.place
        )
        inner.isOfMember = true
        inner.targets = [Frame.Target(.function)]
        frame = inner
        let made = make(
            type,
            with: initializer,
            .none(nominal.place),
            Reference(usr: initializer?.usr ?? "", name: "init"),
            at: nominal.place
        )
        frame = outer
        guard case .object(let instance, _) = made else { return .unknown }
        running?.shared.insert(instance)
        memory.contextsOfAssemblies[instance] = .container(origin, .synchronous)
        write(.container(origin, .synchronous), to: .field(instance, Cell.context))
        write(made, to: cell)
        return made
    }

    // MARK: - Members

    private func defineMember(_ call: MortiseCall) -> Value {
        guard case .object(let origin, let assembly)? = call.receiver,
            case .container(let home, _) = context(of: origin),
            !origin.isOld, !home.isOld
        else { return loseMember(call, "the assembly belongs to no context that is known") }
        var name = memberName
        if let written = call.value("definitionKey") ?? call.value("function") {
            guard case .string(let text) = written else {
                return loseMember(call, "the name of the member is not known")
            }
            name = text
        }
        guard let name else { return loseMember(call, "the member is not known here") }
        guard let object = call.generic(0)?.substituting(frame.substitutions),
            let type = (call.name == "define" ? call.generic(1) : object)?
                .substituting(frame.substitutions),
            object.isConcrete, type.isKnownAtRunTime
        else { return loseMember(call, "the type is only known at run time") }
        guard let lifetime = lifetime(call.value("scope")) else {
            return loseMember(call, "a scope that is only known at run time")
        }
        var key = AssemblyMember.Key.exact(name)
        var isNamed = lifetime == .shared
        if let index = call.written.firstIndex(where: { $0.label == "key" }),
            let written = call.values[index], written != .none
        {
            isNamed = true
            key = self.key(written, call.written[index].value)
        }
        var member = AssemblyMember(
            role: .makes,
            assembly: assembly,
            name: name,
            object: object,
            isObject: program.type(object)?.kind == .class,
            mayMakeOthers: name.contains(":"),
            root: home
        )
        if isNamed || call.name != "define" { member.keys = [key] }
        if case .beginning = key { member.mayMakeOthers = true }
        let isOfObject = call.name == "defineInjection"
        if let step = call.value("inject"), step != .none { member.steps = [step] }
        switch call.name {
        case "definePlaceholder":
            member.role = .standsFor
        case "defineInjection":
            member.role = .adopts
            if call.value("key") == nil { member.keys = [] }
            taintAdopted(call.value("into"), object, at: call.place)
        default:
            switch program.isCast(object, to: type) {
            case .always: break
            case .never: member.isOfOtherType = true
            case .maybe:
                let reason = "whether \(TypeName(object)) is \(TypeName(type)) is not known"
                member.gap = Gap(reason: reason, place: call.place)
            }
        }
        let factory = call.value("init") ?? call.value("trying")
        define(
            type.wrapped ?? type,
            member,
            isOfObject || call.name == "definePlaceholder" ? .unique : lifetime,
            factory,
            in: home,
            at: call.place
        )
        if call.canThrow { fail() }
        return isOfObject ? .tuple([]) : .unknown
    }

    private func lifetime(_ scope: Value?) -> Graph.Lifetime? {
        switch scope {
        case nil, .enumCase("objectGraph", _, _)?: .shared
        case .enumCase("prototype", _, _)?: .unique
        case .enumCase("lazySingleton", _, _)?: .singleton
        case .enumCase("weakSingleton", _, _)?: .weakSingleton
        default: nil
        }
    }

    /// What is known of a key.
    private func key(_ value: Value, _ written: Expression) -> AssemblyMember.Key {
        if case .string(let text) = value { return .exact(text) }
        switch written.inside.kind {
        case .other(let parts), .text(let parts):
            if case .string(let text)? = parts.first?.kind { return .beginning(text) }
        default: break
        }
        return .beginning("")
    }

    /// Notes which members may be substituted.
    private func substitute(_ call: MortiseCall) {
        var name: String?
        if case .string(let text)? = call.value("for") { name = text }
        guard case .object(let origin, let assembly)? = call.receiver,
            case .container(let home, _) = context(of: origin)
        else { return substitute(call.value("with"), name, of: nil, nil, [], call) }
        substitute(call.value("with"), name, of: assembly, call.generic(0), in: home, [], call)
    }
}

extension Value {
    /// The context of assemblies without an explicit one.
    static var defaultContext: Value {
        .enumCase("defaultInstance", SwiftType("MortiseEasyDi.DIContext"), [])
    }
}

extension Program {
    /// Whether some code may replace the default context.
    fileprivate var replacesDefaultContext: Bool {
        let name = "defaultInstance"
        func isContext(_ expression: Expression) -> Bool {
            expression.inside.named?.name == name
        }
        var isReplaced = false
        func see(_ expression: Expression) {
            switch expression.kind {
            case .assign(_, let target) where isContext(target): isReplaced = true
            case .inOut(let target) where isContext(target): isReplaced = true
            case .keyPath(let path) where path?.contains(where: { $0.name == name }) ?? true:
                isReplaced = true
            default: break
            }
        }
        for function in functions.values {
            for statement in function.body ?? [] { statement.visit(see) }
        }
        for file in files { for statement in file.topLevel { statement.visit(see) } }
        for variable in variables.values { variable.initialValue?.visit(see) }
        return isReplaced
    }
}

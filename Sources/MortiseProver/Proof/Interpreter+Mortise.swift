// SPDX-License-Identifier: MIT

import MortiseGraph

/// A call of the interface of Mortise.
struct MortiseCall {
    /// The type that declares it, such as `Container`, or an empty text.
    let owner: String
    /// The base name.
    let name: String
    let labels: [String]
    let receiver: Value?
    let arguments: [Expression.Argument]
    let values: [Value]
    let substitutions: Substitutions
    let place: Place
    let type: SwiftType
    let context: Interpreter.Context

    /// The value of an argument, or `nil` if it is not written.
    func value(_ label: String?) -> Value? {
        guard let index = arguments.firstIndex(where: { $0.label == label }) else { return nil }
        if case .unknown(_, .unknown("default")) = values[index] { return nil }
        return values[index]
    }

    /// The position of a tag, or of a first argument without a label, that may be one of several.
    fileprivate var indexOfChoice: Int? {
        values.indices.first { index in
            guard case .choice = values[index] else { return false }
            let label = arguments[index].label
            return label == "tag" || label == nil && index == 0
        }
    }

    /// The values of closures without a label, and of those with one of some labels.
    var closure: Value? {
        for (argument, value) in zip(arguments, values).reversed() {
            switch value {
            case .closure, .function, .localFunction: return value
            default: _ = argument
            }
        }
        return nil
    }

    /// What the first generic parameter of the function stands for.
    func generic(_ index: Int, depth: Int = 0) -> SwiftType? {
        substitutions[SwiftType.GenericParameter(depth: depth, index: index)]
    }
}

extension Interpreter {
    func mortise(
        _ reference: Reference,
        of receiver: Value?,
        _ arguments: [Expression.Argument],
        _ values: [Value],
        _ expression: Expression,
        _ type: SwiftType,
        _ context: Context
    ) -> Value {
        let symbol = program.symbols[reference.usr]
        let call = MortiseCall(
            owner: symbol?.owner.dropFirst().joined(separator: ".") ?? "",
            name: reference.name,
            labels: symbol?.labels ?? [],
            receiver: receiver,
            arguments: arguments,
            values: values,
            substitutions: reference.substitutions,
            place: expression.place,
            type: type,
            context: context
        )
        return run(call) ?? unknown(call)
    }

    /// The value of a word of the interface that is read and not called, such as `.singleton`.
    func word(_ reference: Reference, _ receiver: Value?, _ type: SwiftType) -> Value? {
        switch program.symbols[reference.usr]?.signature {
        case "Mortise.Scope.unique": .lifetime(.unique)
        case "Mortise.Scope.shared": .lifetime(.shared)
        case "Mortise.Scope.Caching.singleton": .lifetime(.singleton)
        case "Mortise.Scope.Caching.eagerSingleton": .lifetime(.eagerSingleton)
        case "Mortise.Scope.Caching.weakSingleton": .lifetime(.weakSingleton)
        case "Mortise.InheritedTag.inherited": .inheritedTag
        default: nil
        }
    }

    private func run(_ call: MortiseCall) -> Value? {
        // A tag, a lifetime or a scope's name that may be one of several.
        if let index = call.indexOfChoice {
            return mapped(call.values[index], call.context) { value, context in
                var values = call.values
                values[index] = value
                let one = call.with(context, values)
                return run(one) ?? unknown(one)
            }
        }
        switch Interface.meaning(of: call.name, in: call.owner) {
        case .read: break
        case .harmless: return ignored(call)
        case .unread, nil: return unknown(call)
        }
        return switch call.owner {
        case "Container", "AsyncContainer", "MainActorContainer": container(call)
        case "Resolver", "AsyncResolver": resolver(call)
        case "Definition", "MainDefinition": definition(call)
        case "ModuleDefinition", "ModuleDeclaration": stored(call)
        case "Scope.Caching" where call.name == "scoped":
            scopeName(call.values.first).map { .lifetime(.scoped($0)) } ?? makeUnknown(call.type)
        case "ScopeName": scopeName(call.values.first).map { .scopeName($0) }
        case "Scope", "Scope.Caching", "InheritedTag": lifetimeWord(call)
        case "ScopeLease" where call.name == "scope": call.receiver
        case "Resolved", "LazyResolved", "Observed": wrapper(call)
        default: nil
        }
    }

    /// A property wrapper that asks a container when its property is read.
    private func wrapper(_ call: MortiseCall) -> Value? {
        guard call.name == "init", case .nominal(_, let values) = call.type,
            let value = values.first
        else { return ignored(call) }
        var need = Need(type: value.wrapped ?? value)
        need.isOptional = value.wrapped != nil
        guard let tag = tag(call.value("tag")) else {
            leaveUnread(call.place, "the tag is only known at run time")
            return makeUnknown(call.type)
        }
        need.tag = tag
        var asked = call.value("in")
        if case .some(.none) = asked { asked = Value?.none }
        switch asked ?? current.last ?? (installed.count == 1 ? installed[0] : nil) {
        case .container(let number, _)?:
            let wasLater = isLater
            isLater = true
            visit(need, of: number, at: call.place, call.context)
            isLater = wasLater
        default: leaveUnread(call.place, "the container is not known here")
        }
        return makeUnknown(call.type)
    }

    private func lifetimeWord(_ call: MortiseCall) -> Value? {
        switch call.name {
        case "unique": .lifetime(.unique)
        case "shared": .lifetime(.shared)
        case "singleton": .lifetime(.singleton)
        case "eagerSingleton": .lifetime(.eagerSingleton)
        case "weakSingleton": .lifetime(.weakSingleton)
        case "inherited": .inheritedTag
        default: nil
        }
    }

    /// A call that changes no container and asks none for anything; its closures may run.
    private func ignored(_ call: MortiseCall) -> Value {
        for value in call.values {
            if case .closure(let closure) = value {
                runLater(closure, at: call.place, call.context)
            }
        }
        return makeUnknown(call.type)
    }

    /// A call that is not known: whatever takes part in it may have changed.
    func unknown(_ call: MortiseCall) -> Value {
        let name = "\(call.owner).\(call.name)"
        for value in call.values { escape(value, to: name, at: call.place, call.context) }
        if case .container(let number, _)? = call.receiver {
            note("\(name) is not read", at: call.place, in: number)
            return makeUnknown(call.type)
        }
        if let receiver = call.receiver { escape(receiver, to: name, at: call.place, call.context) }
        return makeUnknown(call.type)
    }

    func scopeName(_ value: Value?) -> String? {
        switch value {
        case .string(let text): text
        case .scopeName(let text): text
        default: nil
        }
    }

    /// What a tag is; `nil` if it cannot be known.
    func tag(_ value: Value?) -> DefinitionFact.TagFact? {
        switch value {
        case nil, .some(.none): DefinitionFact.TagFact.none
        case .string(let text): .known(.text(text))
        case .integer(let number): .known(.number(number))
        case .tag(let tag): .known(tag)
        case .inheritedTag: .inherited
        case .enumCase?: value.flatMap { rawValue(of: $0) }.flatMap { tag($0) }
        default: nil
        }
    }

    /// The raw value of a case.
    func rawValue(of value: Value) -> Value? {
        guard case .enumCase(let reference, let type, _) = value, let usr = usr(of: type),
            let known = program.types[usr]?.cases.first(where: { $0.usr == reference.usr })
        else { return nil }
        switch known.rawValue {
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        default: return nil
        }
    }
}

// MARK: - Containers

extension Interpreter {
    private func container(_ call: MortiseCall) -> Value? {
        if call.name == "init" { return makeContainer(call) }
        guard case .container(let number, let view)? = call.receiver else {
            return staticMember(call) ?? unknownContainer(call)
        }
        let lane =
            call.owner == "AsyncContainer"
            ? .asynchronous
            : call.owner == "MainActorContainer" ? .main : view
        switch call.name {
        case "async": return .container(number, .asynchronous)
        case "main": return .container(number, .main)
        case "register": return register(call, in: number, lane)
        case "decorate": return decorate(call, in: number, lane)
        case "expects", "provide": return input(call, in: number)
        case "declaresCollection":
            guard let element = call.generic(0) else { return nil }
            for isKeyed in [false, true] {
                let type = isKeyed ? element.keyedCollection : element.list
                let fact = DefinitionFact(type, tag: nil, .unique, .synchronous, at: call.place)
                fact.isCollection = true
                add(fact, to: number, call.context)
            }
            return .tuple([])
        case "resolve" where call.labels.first == "dynamically",
            "adopt" where call.labels.first == "dynamically":
            leaveUnread(call.place, "the type is only known at run time")
            return makeUnknown(call.type)
        case "resolve", "resolveAll", "with", "values", "adopt":
            return ask(call, of: number, lane)
        case "provider": return makeUnknown(call.type)
        case "remove":
            switch call.values.first {
            case .definition(let fact)?, .decoration(let fact)?:
                note(.remove(fact), in: number, call.context)
                return .tuple([])
            default: return nil
            }
        case "reset":
            note(.reset, in: number, call.context)
            noteReset()
            return .tuple([])
        case "link", "unlink":
            var others: [Value] = []
            for value in call.values {
                if case .array(let elements) = value {
                    others += elements
                } else {
                    others.append(value)
                }
            }
            for other in others {
                guard case .container(let peer, _) = other else {
                    note("a link to a container that is not known", at: call.place, in: number)
                    continue
                }
                let (one, two): (Change.Kind, Change.Kind) =
                    call.name == "link"
                    ? (.link(peer), .link(number)) : (.unlink(peer), .unlink(number))
                note(one, in: number, call.context)
                note(two, in: peer, call.context)
            }
            return .tuple([])
        case "install": return install(call, in: number, view)
        case "select": return select(call.values.first, call, in: number)
        case "overriding": return overlay(call, of: number)
        case "openScope", "leaseScope", "withScope": return scope(call, of: number)
        case "resetSingletons", "close":
            noteReset()
            return ignored(call)
        case "bootstrap":
            let eager = containers[number].changes.compactMap { change -> ObjectIdentifier? in
                guard case .add(let fact) = change.kind, fact.lifetime == .eagerSingleton else {
                    return nil
                }
                return ObjectIdentifier(fact)
            }
            bootstraps.append((Set(eager), nextMoment(), call.context.guardian))
            return ignored(call)
        default: return nil
        }
    }

    private func unknownContainer(_ call: MortiseCall) -> Value? {
        switch call.name {
        case "resolve", "resolveAll", "with", "values", "adopt":
            leaveUnread(call.place, "the container is not known here")
        case "async", "main": return call.receiver
        case "openScope", "leaseScope", "withScope", "overriding", "install":
            let known = makeContainer("container", sources: [], at: call.place, call.context)
            note("the container it belongs to is not known", at: call.place, in: known)
            if let closure = call.closure {
                _ = self.call(
                    closure,
                    [.container(known, .synchronous)],
                    at: call.place,
                    call.type,
                    call.context
                )
            }
            return .container(known, .synchronous)
        default: break
        }
        return ignored(call)
    }

    private func staticMember(_ call: MortiseCall) -> Value? {
        switch call.name {
        case "current", "currentIfAny":
            return current.last ?? (installed.count == 1 ? installed[0] : nil)
                ?? makeUnknown(call.type)
        case "installDefault":
            if let value = call.values.first { installed.append(value) }
            return .tuple([])
        case "withCurrent":
            guard let container = call.values.first, let body = call.closure else { return nil }
            current.append(container)
            defer { current.removeLast() }
            return self.call(body, [], at: call.place, call.type, call.context)
        case "bindingCurrent": return call.closure
        default: return nil
        }
    }

    private func makeContainer(_ call: MortiseCall) -> Value {
        var sources: [Int] = []
        var isKnown = true
        func take(_ value: Value) {
            switch value {
            case .container(let number, _): sources.append(number)
            case .none: break
            case .array(let values): for value in values { take(value) }
            default: isKnown = false
            }
        }
        if let parent = call.value("parent") { take(parent) }
        if let others = call.value("sources") { take(others) }
        var name = "container"
        if case .string(let text)? = call.value("name") { name = text }
        let number = makeContainer(name, sources: sources, at: call.place, call.context)
        if !isKnown { note("a parent that is not known", at: call.place, in: number) }
        if let modules = call.value("modules") { install(modules, in: number, call) }
        let made = Value.container(number, .synchronous)
        if let closure = call.closure { configure(closure, made, call) }
        return made
    }

    private func configure(_ closure: Value, _ container: Value, _ call: MortiseCall) {
        _ = self.call(closure, [container], at: call.place, .void, call.context)
    }

    private func overlay(_ call: MortiseCall, of base: Int) -> Value {
        var name = "overlay"
        if case .string(let text)? = call.value("name") { name = text }
        let number = makeContainer(name, sources: [base], .overlay, at: call.place, call.context)
        let made = Value.container(number, .synchronous)
        if let closure = call.closure { configure(closure, made, call) }
        return made
    }

    private func scope(_ call: MortiseCall, of outer: Int) -> Value {
        let name = scopeName(call.values.first)
        let number = makeContainer(
            name ?? "scope",
            sources: [outer],
            name.map { .scope($0) } ?? .plain,
            at: call.place,
            call.context
        )
        if name == nil { note("the name of the scope is not known", at: call.place, in: number) }
        let made = Value.container(number, .synchronous)
        if let closure = call.value("providing") { configure(closure, made, call) }
        openings.append(
            Opening(
                container: number,
                place: call.place,
                guardian: call.context.guardian,
                moment: nextMoment()
            )
        )
        guard call.name == "withScope" else { return made }
        guard let body = call.closure, call.arguments.last?.label != "providing" else {
            return made
        }
        return self.call(body, [made], at: call.place, call.type, call.context)
    }

    private func install(_ call: MortiseCall, in number: Int, _ view: Lane) -> Value? {
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
    private func select(_ tag: Value?, _ call: MortiseCall, in number: Int) -> Value {
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

    private func install(_ modules: Value, in number: Int, _ call: MortiseCall) {
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

    private func moduleIdentity(_ module: Object) -> String {
        "\(module.usr) \(module.fields.sorted { $0.key < $1.key }.map { "\($0.value)" })"
    }

    private func install(_ module: Object, in number: Int, _ call: MortiseCall) {
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

    private func add(_ fact: DefinitionFact, to container: Int, _ context: Context) {
        note(fact)
        note(.add(fact), in: container, context)
    }

    /// The parts of a statement that registers: key, lifetime and lane.
    private func fact(
        _ type: SwiftType?,
        _ call: MortiseCall,
        in number: Int,
        _ lane: Lane
    ) -> DefinitionFact? {
        guard let type, type.isConcrete, type.runtimeName != nil else {
            note("a type that is only known at run time", at: call.place, in: number)
            return nil
        }
        var lifetime = Lifetime.unique
        if let first = call.arguments.first, first.label == nil,
            case .lifetime(let known) = call.values[0]
        {
            lifetime = known
        } else if let first = call.arguments.first, first.label == nil,
            case .unknown(_, let type) = call.values[0],
            type.path?.hasPrefix("Mortise.Scope") == true
        {
            note("a lifetime that is only known at run time", at: call.place, in: number)
            return nil
        }
        var tag: DefinitionTag?
        switch self.tag(call.value("tag")) {
        case .known(let known)?: tag = known
        case DefinitionFact.TagFact.none?: tag = nil
        case .inherited, nil:
            note("a tag that is only known at run time", at: call.place, in: number)
            return nil
        }
        return DefinitionFact(type, tag: tag, lifetime, lane, at: call.place)
    }

    private func register(_ call: MortiseCall, in number: Int, _ lane: Lane) -> Value? {
        if case .definition(let known)? = call.values.first {
            let again = DefinitionFact(
                known.type,
                tag: known.tag,
                known.lifetime,
                known.lane,
                at: known.place
            )
            again.arguments = known.arguments
            again.wiring = known.wiring
            again.factory = known.factory
            again.steps = known.steps
            again.needs = known.needs
            add(again, to: number, call.context)
            return .definition(again)
        }
        var lane = lane
        let function = call.arguments.last.flatMap { argument -> SwiftType.FunctionType? in
            guard
                case .function(let function) = argument.value.type.substituting(
                    call.context.frame.substitutions
                )
            else { return nil }
            return function
        }
        if lane == .synchronous, function?.isAsync == true { lane = .asynchronous }
        guard let fact = fact(call.generic(0), call, in: number, lane) else {
            return makeUnknown(call.type)
        }
        let takesResolver = function?.parameters.first.map(\.isResolver) ?? false
        if case .pack(let parameters)? = call.generic(1) {
            fact.arguments = parameters
            if !takesResolver, !parameters.isEmpty {
                fact.wiring = call.labels.last == "autowiring" ? .byReference : .byClosure
                fact.needs = parameters.map { Need(parameter: $0, lane) }
            }
        }
        if call.labels.last == "autowiring" { fact.wiring = .byReference }
        fact.factory = call.values.last
        fact.takesResolver = takesResolver
        add(fact, to: number, call.context)
        return .definition(fact)
    }

    private func decorate(_ call: MortiseCall, in number: Int, _ lane: Lane) -> Value? {
        var lane = lane
        if case .function(let function)? = call.arguments.last?.value.type, function.isAsync {
            lane = .asynchronous
        }
        guard let fact = fact(call.generic(0), call, in: number, lane) else {
            return makeUnknown(call.type)
        }
        fact.isDecorator = true
        fact.factory = call.values.last
        fact.takesResolver = true
        add(fact, to: number, call.context)
        return .decoration(fact)
    }

    private func input(_ call: MortiseCall, in number: Int) -> Value? {
        var type =
            call.value("as").flatMap { value -> SwiftType? in
                if case .type(let type) = value { type } else { nil }
            } ?? call.generic(0)
        var isOptional = false
        if call.name == "expects", let wrapped = type?.wrapped {
            isOptional = true
            type = wrapped
        }
        guard let fact = fact(type, call, in: number, .synchronous) else {
            return makeUnknown(call.type)
        }
        var known = fact
        if call.name == "expects", let scope = call.value("in") {
            guard let name = scopeName(scope) else {
                note("a scope name that is only known at run time", at: call.place, in: number)
                return .tuple([])
            }
            known = DefinitionFact(
                fact.type,
                tag: fact.tag,
                .scoped(name),
                .synchronous,
                at: call.place
            )
        }
        known.input = call.name == "provide" ? .provided : isOptional ? .optional : .required
        add(known, to: number, call.context)
        return .tuple([])
    }

    private func ask(_ call: MortiseCall, of number: Int, _ lane: Lane) -> Value? {
        if call.name == "resolve", call.labels.count >= 2, call.labels[1] == "_",
            case .pack(let rest)? = call.generic(2)
        {
            for type in [call.generic(0), call.generic(1)].compactMap({ $0 }) + rest {
                visit(Need(type: type, lane: lane), of: number, at: call.place, call.context)
            }
            return makeUnknown(call.type)
        }
        if call.name == "adopt" {
            guard let type = call.generic(0) else { return nil }
            for need in injected(into: type) {
                visit(need, of: number, at: call.place, call.context)
            }
            return .tuple([])
        }
        guard let need = need(call, lane) else { return makeUnknown(call.type) }
        visit(need, of: number, at: call.place, call.context)
        if let run = call.context.frame.run { note(need, of: run, call) }
        if call.name == "with", let body = call.closure {
            return self.call(
                body,
                [makeUnknown(need.type)],
                at: call.place,
                call.type,
                call.context
            )
        }
        return makeUnknown(call.type)
    }

    /// What a call asks for; notes why it cannot be known.
    private func need(_ call: MortiseCall, _ lane: Lane) -> Need? {
        guard let type = call.generic(0), type.isConcrete, type.runtimeName != nil else {
            leaveUnread(call.place, "the type is only known at run time")
            return nil
        }
        guard let tag = tag(call.value("tag")) else {
            leaveUnread(call.place, "the tag is only known at run time")
            return nil
        }
        var need = Need(type: type, tag: tag, lane: lane)
        need.isPlural = call.name == "resolveAll"
        need.isOptional = need.isPlural || call.type.wrapped == type
        if call.labels.contains("arguments"), case .pack(let arguments)? = call.generic(1) {
            need.arguments = arguments
        }
        return need
    }

    /// Notes what a factory or a step asks for.
    private func note(_ need: Need, of run: FactoryRun, _ call: MortiseCall) {
        var need = need
        need.isProperty = run.isStep
        need.guardian = call.context.guardian
        if call.context.frame.isCaught { need.isOptional = true }
        run.definition.needs.append(need)
    }
}

// MARK: - Resolvers

extension Interpreter {
    private func resolver(_ call: MortiseCall) -> Value? {
        guard case .resolver(let run)? = call.receiver else {
            if ["resolve", "resolveAll"].contains(call.name) {
                leaveUnread(call.place, "no call of this helper was read")
            }
            return ignored(call)
        }
        switch call.name {
        case "resolve", "resolveAll":
            if call.labels.first == "dynamically" {
                run.definition.gap = Gap(
                    reason: "a type that is only known at run time",
                    place: call.place
                )
                return makeUnknown(call.type)
            }
            guard let need = need(call, call.owner == "AsyncResolver" ? .asynchronous : run.lane)
            else {
                run.definition.gap = unread.last?.gap
                return makeUnknown(call.type)
            }
            note(need, of: run, call)
            run.definition.asked.append((call.place, run.definition.needs.count - 1))
            return makeUnknown(call.type)
        case "provider", "asyncProvider", "mainActorProvider":
            guard var need = need(call, .synchronous) else { return makeUnknown(call.type) }
            need.isDeferred = true
            note(need, of: run, call)
            return makeUnknown(call.type)
        case "adopt":
            guard let type = call.generic(0) else { return nil }
            for need in injected(into: type) { note(need, of: run, call) }
            return .tuple([])
        default: return ignored(call)
        }
    }

    /// What the injected properties of a type ask for.
    func injected(into type: SwiftType) -> [Need] {
        guard let usr = usr(of: type), let nominal = program.types[usr] else { return [] }
        let own = (program.properties[nominal.type.withoutArguments] ?? []).flatMap { variable in
            variable.attributes.compactMap { attribute -> Need? in
                guard let path = attribute.type.path,
                    ["Mortise.Injected", "Mortise.InjectedWeak"].contains(path),
                    case .nominal(_, let values) = attribute.type, let value = values.first
                else { return nil }
                let frame = Frame(at: attribute.place)
                let context = Context(frame: frame, variables: Variables(), guardian: .always)
                var need = Need(type: value.wrapped ?? value)
                var isRequired = value.wrapped == nil || path == "Mortise.InjectedWeak"
                for argument in attribute.arguments {
                    switch (argument.label, evaluate(argument.value, context)) {
                    case ("tag"?, let value): need.tag = tag(value) ?? .none
                    case ("required"?, .boolean(let isTrue)): isRequired = isTrue
                    default: continue
                    }
                }
                need.isOptional = !isRequired
                need.isProperty = true
                return need
            }
        }
        return (nominal.superclass.map { injected(into: $0) } ?? []) + own
    }
}

// MARK: - What registering returned

extension Interpreter {
    private func definition(_ call: MortiseCall) -> Value? {
        guard case .definition(let fact)? = call.receiver else {
            if case .unknown? = call.receiver { return ignored(call) }
            return nil
        }
        return modify(fact, call.name, call.values, call) ?? nil
    }

    private func modify(
        _ fact: DefinitionFact,
        _ name: String,
        _ values: [Value],
        _ call: MortiseCall
    ) -> Value? {
        let context = call.context
        switch name {
        case "definition": return .definition(fact)
        case "implements", "forwarding":
            guard let other = call.generic(0, depth: 1) ?? call.generic(1),
                let container = containerOf(fact)
            else { return nil }
            let tagValue = call.value("tag")
            guard other.isConcrete, other.runtimeName != nil, let tag = tag(tagValue) else {
                note("a type or tag that is only known at run time", at: call.place, in: container)
                return .definition(fact)
            }
            var known: DefinitionTag?
            if case .known(let tag) = tag { known = tag }
            let forwarding = DefinitionFact(
                other,
                tag: known,
                fact.lifetime,
                fact.lane,
                at: call.place
            )
            forwarding.forwardsTo = fact
            add(forwarding, to: container, context)
            fact.forwarding.append(forwarding)
            if name == "forwarding" { return .definition(forwarding) }
            if fact.contributing != nil { forwarding.contributing = fact.contributing }
        case "replacing":
            var rule = Graph.Node.Replacement.anyParameters
            if case .enumCase(let reference, _, _)? = values.first,
                reference.name == "sameParameters"
            {
                rule = .sameParameters
            }
            for one in [fact] + fact.forwarding { one.replacing = (context.guardian, rule) }
        case "contributing":
            for one in [fact] + fact.forwarding { one.contributing = context.guardian }
        case "forAnyTag": for one in [fact] + fact.forwarding { one.anyTag = context.guardian }
        case "injecting":
            if let step = values.last { fact.steps.append(step) }
        case "onClose", "didResolve":
            for value in values {
                if case .closure(let closure) = value { runLater(closure, at: call.place, context) }
            }
        case "injectingProperties", "unstubbed", "selectable": break
        case "key", "description": return makeUnknown(call.type)
        default: return nil
        }
        return .definition(fact)
    }

    private func containerOf(_ fact: DefinitionFact) -> Int? {
        containers.lastIndex { container in
            container.changes.contains { change in
                if case .add(let other) = change.kind { other === fact } else { false }
            }
        }
    }
}

// MARK: - What a module stores

extension Interpreter {
    private func stored(_ call: MortiseCall) -> Value? {
        if case .stored(let statement)? = call.receiver {
            statement.modifiers.append(call)
            return .stored(statement)
        }
        return .stored(StoredStatement(call))
    }

    private func install(_ statement: StoredStatement, in number: Int, _ install: MortiseCall) {
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

extension MortiseCall {
    func with(_ context: Interpreter.Context, _ values: [Value]? = nil) -> MortiseCall {
        renamed(owner, name, of: receiver, values: values, context: context)
    }

    func renamed(
        _ owner: String,
        _ name: String,
        of receiver: Value?,
        values: [Value]? = nil,
        substitutions: Substitutions? = nil,
        context: Interpreter.Context? = nil
    ) -> MortiseCall {
        MortiseCall(
            owner: owner,
            name: name,
            labels: labels,
            receiver: receiver,
            arguments: arguments,
            values: values ?? self.values,
            substitutions: substitutions ?? self.substitutions,
            place: place,
            type: type,
            context: context ?? self.context
        )
    }
}

extension Need {
    /// What auto-wiring resolves for a parameter.
    init(parameter: SwiftType, _ lane: Lane) {
        self.init(type: parameter, lane: lane)
        guard case .nominal(let path, let arguments) = parameter, arguments.count == 1,
            path.first?.name == "Mortise", let last = path.last,
            ["Provider", "AsyncProvider", "MainActorProvider"].contains(last.name)
        else { return }
        type = arguments[0]
        isDeferred = true
    }
}

extension SwiftType {
    /// Whether it is what a factory resolves with.
    var isResolver: Bool { path == "Mortise.Resolver" || path == "Mortise.AsyncResolver" }

    /// `[Self]`.
    var list: SwiftType {
        .nominal([PathComponent("Swift"), PathComponent("Array")], [self])
    }

    /// `[Tag: Self]`.
    var keyedCollection: SwiftType {
        .nominal(
            [PathComponent("Swift"), PathComponent("Dictionary")],
            [SwiftType("MortiseGraph.DefinitionTag"), self]
        )
    }
}

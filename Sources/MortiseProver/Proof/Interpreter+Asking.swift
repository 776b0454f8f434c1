// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    func ask(_ call: MortiseCall, of number: Int, _ lane: Lane) -> Value? {
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
    func need(_ call: MortiseCall, _ lane: Lane) -> Need? {
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
    func note(_ need: Need, of run: FactoryRun, _ call: MortiseCall) {
        var need = need
        need.isProperty = run.isStep
        need.guardian = call.context.guardian
        if call.context.frame.isCaught { need.isOptional = true }
        run.definition.needs.append(need)
    }
}

extension Interpreter {
    func resolver(_ call: MortiseCall) -> Value? {
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
            guard var need = need(call, Lane(ofProvider: call.name)) else {
                return makeUnknown(call.type)
            }
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
        self.lane = Lane(ofProvider: last.name)
    }
}

extension Lane {
    /// The lane in which a provider resolves.
    ///
    /// - Parameter name: The name of its type, or of the function that makes it.
    fileprivate init(ofProvider name: String) {
        switch name {
        case "AsyncProvider", "asyncProvider": self = .asynchronous
        case "MainActorProvider", "mainActorProvider": self = .main
        default: self = .synchronous
        }
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

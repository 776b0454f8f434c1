// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    func add(_ fact: DefinitionFact, to container: Int, _ context: Context) {
        note(fact, in: container)
        note(.add(fact), in: container, context)
    }

    /// The parts of a statement that registers: key, lifetime and lane.
    func fact(
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

    func register(_ call: MortiseCall, in number: Int, _ lane: Lane) -> Value? {
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

    func decorate(_ call: MortiseCall, in number: Int, _ lane: Lane) -> Value? {
        var lane = lane
        if case .function(let function)? = call.arguments.last?.value.type, function.isAsync {
            lane = .asynchronous
        }
        guard var fact = fact(call.generic(0), call, in: number, lane) else {
            return makeUnknown(call.type)
        }
        if let scope = call.value("in") {
            guard let name = scopeName(scope) else {
                note("a scope name that is only known at run time", at: call.place, in: number)
                return makeUnknown(call.type)
            }
            fact = DefinitionFact(fact.type, tag: fact.tag, .scoped(name), lane, at: call.place)
        }
        fact.isDecorator = true
        fact.factory = call.values.last
        fact.takesResolver = true
        add(fact, to: number, call.context)
        return .decoration(fact)
    }

    func input(_ call: MortiseCall, in number: Int) -> Value? {
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
        if call.name == "expects", call.value("factory") != nil {
            note("a definition that scopes make for themselves", at: call.place, in: number)
            return .tuple([])
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
}

extension Interpreter {
    func definition(_ call: MortiseCall) -> Value? {
        guard case .definition(let fact)? = call.receiver else {
            if case .unknown? = call.receiver { return ignored(call) }
            return nil
        }
        return modify(fact, call.name, call.values, call) ?? nil
    }

    func modify(
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
                let container = fact.container
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
        case "injectingProperties", "unstubbed", "selectable", "seen": break
        case "key", "description": return makeUnknown(call.type)
        default: return nil
        }
        return .definition(fact)
    }

}

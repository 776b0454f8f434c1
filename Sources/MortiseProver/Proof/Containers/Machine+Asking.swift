// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    /// A request of a container.
    func ask(_ call: MortiseCall, of origin: Origin, _ lane: Lane) -> Value {
        let world = world(of: origin)
        if call.name == "resolve", call.labels.count >= 2, call.labels[1] == "_",
            case .pack(let rest)? = call.generic(2)
        {
            let needs = ([call.generic(0), call.generic(1)].compactMap { $0 } + rest).map {
                Need(type: $0, lane: lane)
            }
            for need in needs { note(need, of: origin, in: world, at: call.place) }
            fail(isOfRequest: true)
            for need in needs { keep(need, of: origin) }
            return .unknown
        }
        if call.name == "adopt" {
            adopt(call, of: origin, in: world, lane)
            fail(isOfRequest: true)
            return .tuple([])
        }
        guard let need = need(call, lane) else {
            fail()
            return .unknown
        }
        if call.name == "provider" { return .provider(origin, need) }
        if frame.isOfMember, making?.owner == origin, call.name != "with" {
            // It joins the request that the member is made for.
            if view(origin)?.sources.isEmpty == false {
                giveUpMaking("it asks a scope or a child itself", at: call.place)
            }
            noteNeed(need)
            fail(isOfRequest: true)
            return .unknown
        }
        if need.isDeferred {
            // Who asks for a provider gets one, whatever it can resolve.
            leaveUnread(call.place, "a provider is asked for like an instance")
            fail()
            return .unknown
        }
        note(need, of: origin, in: world, at: call.place)
        fail(isOfRequest: true)
        if frame.isCaught || need.isOptional, isMissing(need, in: world) {
            // What handles the error goes on.
            if !need.isOptional { state = nil }
            return .none
        }
        keep(need, of: origin)
        guard call.name == "with", let body = call.closure else { return .unknown }
        return invoke(body, [.unknown], at: call.place)
    }

    /// Whether nothing can answer a request: no container has a definition of its type on any way.
    ///
    /// Code that runs later finds what was registered since.
    private func isMissing(_ need: Need, in world: [Origin: ContainerState]) -> Bool {
        guard running == nil, making == nil, !need.isPlural else { return false }
        let types = sequence(first: need.type) { $0.wrapped }
        return types.allSatisfy { type in
            guard type.isProvidedOnlyByDefinitions else { return false }
            return world.allSatisfy { origin, container in
                state?[origin] != nil && container.rules == nil && container.gap == nil
                    && container.typeGaps[type] == nil && container.slots.keys(of: type).isEmpty
                    && (container.sources + container.links).allSatisfy { world[$0] != nil }
            }
        }
    }

    /// Notes what is asked for to complete an object that was made elsewhere.
    private func adopt(
        _ call: MortiseCall,
        of origin: Origin,
        in world: [Origin: ContainerState],
        _ lane: Lane
    ) {
        guard let type = call.generic(0)?.substituting(frame.substitutions), type.isKnownAtRunTime,
            type.wrapped == nil, let tag = tag(call.value("tag"))
        else {
            let reason = "what is adopted is only known at run time"
            change(origin) { $0.lose(nil, Gap(reason: reason, place: call.place)) }
            return leaveUnread(call.place, reason)
        }
        // The factory does not run, only what comes after it.
        var need = Need(type: type, tag: tag, lane: lane)
        if call.module == "MortiseDip" { need.tagRule = .fallingBack }
        need.adopted = injected(into: type)
        let found = answer(to: need, of: origin)
        let known = found?.entry.definition
        if let known, known.lane != .synchronous, known.lane != lane {
            return leaveUnread(call.place, "what is adopted is not made in the lane that adopts it")
        }
        let isFirst = known.map { view(origin)?.fresh.contains($0) ?? false } ?? false
        note(need, of: origin, in: world, at: call.place)
        guard call.labels.first == "keeping" else { return }
        if !isFirst {
            leaveUnread(call.place, "whether another instance is kept is not known")
        }
        change(origin) { container in
            container.keepOther()
            return Change(forgets: true)
        }
        guard let known, known.isKept, let owner = found?.owner else { return }
        let near = GraphMaker.order(from: origin, in: world, links: false)
        noteKept(known, by: GraphMaker.keeper(of: known, in: owner, among: near, world))
    }

    /// Notes a request.
    func note(_ need: Need, of origin: Origin, in world: [Origin: ContainerState], at place: Place)
    {
        guard state != nil else { return }
        var world = world
        // What the factories may ask that are asked.
        for other in others where world[other] == nil && state?[other] != nil {
            world.merge(self.world(of: other)) { first, _ in first }
        }
        for origin in world.keys.sorted() { change(origin) { $0.noteRequest() } }
        addMembers(to: &world, for: need, of: origin)
        var visit = Visit(
            place: place,
            container: origin,
            need: need,
            world: world,
            isCaught: frame.isCaught,
            caller: frame.caller,
            facts: state?.facts ?? .none
        )
        if making == nil {
            if frame.targets.contains(where: \.keepsErrors) {
                state?.handled.insert(.visit(round.visits.count))
            }
            round.visits.append(visit)
        } else {
            visit.isOfAnyRun = running.flatMap { round.escapes[$0.number] }?.isOfAnyRun ?? false
            if frame.isCaughtAnywhere {
                state?.handled.insert(.request(making?.handled.count ?? 0))
                making?.handled.append(visit)
            } else {
                making?.requests.append(visit)
            }
        }
    }

    /// Notes what exists after a request has got its instance: what a container keeps of all that it
    /// must have made.
    private func keep(_ need: Need, of origin: Origin) {
        guard need.lane != .synchronous else { return }
        let world = world(of: origin)
        let near = GraphMaker.order(from: origin, in: world, links: false)
        let hasLost = world.values.contains { $0.hasChanged || $0.hasForgotten }
        var seen: Set<Need> = []
        var waiting = [need]
        while let next = waiting.popLast() {
            guard !next.isOptional, !next.isDeferred, next.tag != .inherited,
                seen.insert(next).inserted, let (entry, owner) = answer(to: next, of: origin)
            else { continue }
            let definition = entry.definition
            if let target = definition.forwardsTo {
                var need = Need(type: target.type, arguments: target.arguments)
                if let tag = target.tag { need.tag = .known(tag) }
                waiting.append(need)
                continue
            }
            guard definition.input == nil, definition.kind == .factory else { continue }
            // It may have been made earlier, of parts that are not there any more.
            if !definition.lifetime.isReused || !hasLost {
                waiting += definition.parameters
                for making in GraphMaker.makings(of: entry, previous.makings)
                where making.scope == nil {
                    waiting += making.needs.filter(\.isCertain).map(\.need)
                }
            }
            guard definition.isKept else { continue }
            let keeper = GraphMaker.keeper(of: definition, in: owner, among: near, world)
            // Instances with arguments are kept for each of their values.
            noteKept(definition, by: keeper, isCertain: next.arguments.isEmpty)
        }
    }

    /// Notes that a container has the instance that it keeps of a definition.
    private func noteKept(_ definition: Definition, by keeper: Origin, isCertain: Bool = true) {
        change(keeper) { container in
            if isCertain {
                container.made.insert(definition)
            } else {
                container.perhapsMade.insert(definition)
            }
            return Change()
        }
    }

    /// The only definition that can answer a request, and its container.
    func answer(to need: Need, of origin: Origin) -> (entry: Entry, owner: Origin)? {
        var (next, passed) = (origin, 0)
        while let container = view(next), container.gap == nil,
            container.typeGaps[need.type] == nil, passed < 32
        {
            let key = Slot.Key(
                type: need.type,
                tag: need.tag.known,
                arguments: need.arguments,
                own: nil,
                isExpected: false
            )
            let same = container.slots.keys(of: need.type).filter { $0.own?.kind != .decorator }
            let wired = same.filter { other in
                need.arguments.isEmpty && other.tag == key.tag && !other.arguments.isEmpty
                    && container[other]?.options.first.map { $0.definition.wiring != .none }
                        ?? false
            }
            if let found = container[key] ?? wired.first.flatMap({ container[$0] }) {
                guard found.isCertain, found.options.count == 1, wired.count <= 1,
                    container[key] == nil || wired.isEmpty
                else { return nil }
                return (found.options[0], next)
            }
            guard same.isEmpty, container.sources.count == 1, container.links.isEmpty else {
                return nil
            }
            (next, passed) = (container.sources[0], passed + 1)
        }
        return nil
    }

    /// A call of what asks a container later.
    func provided(_ call: MortiseCall) -> Value {
        giveAwayArguments(of: call)
        guard case .provider(let origin, let need)? = call.receiver, !origin.isOfResolver else {
            callGiven(call)
            return ignored(call)
        }
        let isLater = making != nil && making?.owner != origin
        let isKnown = isHeld(origin, later: isLater) && call.written.isEmpty
        if isKnown {
            note(need, of: origin, in: world(of: origin), at: call.place)
        } else {
            giveUpMaking("a container that it asks may not be there any more", at: call.place)
            leaveUnread(call.place, "the container may not be there any more")
        }
        fail(isOfRequest: true)
        if isKnown { keep(need, of: origin) }
        return .unknown
    }

    /// Notes a call of a provider that somebody was given.
    ///
    /// A factory that calls one of its own asks like its resolver.
    private func callGiven(_ call: MortiseCall) {
        let type = call.generic(0)?.substituting(frame.substitutions)
        guard let type, type.isKnownAtRunTime else {
            return leaveUnread(call.place, "the type is only known at run time")
        }
        var need = Need(type: type, lane: Lane(ofProvider: call.owner))
        need.isOptional = type.wrapped != nil
        if case .pack(let arguments)? = call.generic(0, depth: 1) {
            let types = arguments.map { $0.substituting(frame.substitutions) }
            guard types.allSatisfy(\.isKnownAtRunTime) else {
                giveUpMaking(Self.unknownArguments, at: call.place)
                return leaveUnread(call.place, Self.unknownArguments)
            }
            need.pass(types)
        }
        if case .provider(let origin, let given)? = call.receiver {
            need.tag = given.tag
            need.tagRule = given.tagRule
            if making?.asked == origin { return noteNeed(need) }
        }
        var world = state?.containers ?? [:]
        addMembers(to: &world, for: need)
        round.providerCalls.append(
            Visit(
                place: call.place,
                container: Origin(place: call.place, path: frame.path),
                need: need,
                world: world,
                isCaught: frame.isCaught,
                caller: frame.caller,
                gone: making == nil ? Set(world.keys.filter { !isHeld($0) }) : []
            )
        )
    }

    private static let unknownArguments = "the types of the arguments are only known at run time"

    /// What a call asks for; notes why it cannot be known.
    func need(_ call: MortiseCall, _ lane: Lane) -> Need? {
        func lost(_ reason: String) -> Need? {
            giveUpMaking(reason, at: call.place)
            leaveUnread(call.place, reason)
            return nil
        }
        guard let type = call.generic(0)?.substituting(frame.substitutions), type.isKnownAtRunTime
        else { return lost("the type is only known at run time") }
        guard let tag = tag(call.value("tag")) else {
            return lost("the tag is only known at run time")
        }
        var need = Need(parameter: type, lane)
        need.tag = tag
        if call.module == "MortiseDip" { need.tagRule = .fallingBack }
        need.isPlural = call.name == "resolveAll"
        let isOfProvider = call.name.lowercased().hasSuffix("provider")
        need.isOptional =
            need.isPlural || call.type.wrapped == type || isOfProvider && type.wrapped != nil
        // An optional that is registered comes first.
        if call.type.wrapped == type { need.type = call.type }
        if call.labels.contains("arguments"), case .pack(let arguments)? = call.generic(1) {
            let types = arguments.map { $0.substituting(frame.substitutions) }
            guard types.allSatisfy(\.isKnownAtRunTime) else {
                return lost(Self.unknownArguments)
            }
            need.pass(types)
            giveAwayArguments(of: call)
        }
        return need
    }

    /// Notes that factories have what a request passes.
    private func giveAwayArguments(of call: MortiseCall) {
        for value in call.values {
            escape(value ?? .none, "it is an argument of a request", at: call.place)
        }
    }

    /// What a factory or a step asks its resolver for.
    func resolver(_ call: MortiseCall) -> Value? {
        guard case .resolver(let lane)? = call.receiver else {
            if ["resolve", "resolveAll", "adopt"].contains(call.name) {
                leaveUnread(call.place, "no call of this helper was read")
            }
            return ignored(call)
        }
        defer { if call.canThrow { fail(isOfRequest: true) } }
        let own: Lane = call.owner == "AsyncResolver" ? .asynchronous : lane
        switch call.name {
        case "resolve", "resolveAll":
            guard call.labels.first != "dynamically" else {
                making?.gap = Gap(
                    reason: "a type that is only known at run time",
                    place: call.place
                )
                return .unknown
            }
            if let need = need(call, own) { noteNeed(need, at: call.place) }
        case "provider", "asyncProvider", "mainActorProvider":
            guard var need = need(call, Lane(ofProvider: call.name)) else { return .unknown }
            need.isDeferred = true
            noteNeed(need)
            return making?.asked.map { .provider($0, need) } ?? .unknown
        case "adopt":
            giveUpMaking("it adopts an object", at: call.place)
        default: return ignored(call)
        }
        return .unknown
    }

    /// Notes what a factory or a step asks for.
    ///
    /// - Parameters:
    ///   - need: What it asks for.
    ///   - place: The request, if it gives `nil` where nothing answers an optional need.
    ///   - mayBeLeftOut: Whether it may not ask for it although this is on its way.
    func noteNeed(_ need: Need, at place: Place? = nil, mayBeLeftOut: Bool = false) {
        guard let known = making?.needs, state != nil else { return }
        let index = known.firstIndex { $0.need == need } ?? known.count
        let facts = state?.facts ?? .none
        let isHandled = frame.isCaughtAnywhere
        if index == known.count {
            making?.needs.append(
                Asked(
                    need: need,
                    facts: facts,
                    isHandled: isHandled,
                    mayBeHandled: frame.mayBeCaught,
                    mayEnd: frame.mayEnd
                )
            )
        } else {
            making?.needs[index].facts = known[index].facts.or(facts)
            if !isHandled { making?.needs[index].isHandled = false }
            if !frame.mayBeCaught { making?.needs[index].mayBeHandled = false }
            if frame.mayEnd { making?.needs[index].mayEnd = true }
        }
        if isHandled { state?.handled.insert(.need(index)) }
        if let place, need.isOptional, !need.isPlural {
            state?.handled.insert(.optional(index, place))
        }
        if !frame.mayBeCaught, !mayBeLeftOut { state?.asked.insert(index) }
    }

    /// What the injected properties of a type ask for.
    func injected(into type: SwiftType) -> [Need] {
        guard let nominal = program.type(type) else { return [] }
        let properties = program.properties[nominal.type.withoutArguments] ?? []
        let wrapped = properties.filter { !$0.attributes.isEmpty }.flatMap {
            ["_" + $0.name, "$" + $0.name]
        }
        let own = properties.flatMap { variable in
            var wrappers = variable.attributes
            if variable.isInjecting, !wrapped.contains(variable.name) {
                if let made = variable.madeWrapper {
                    wrappers = [made]
                } else {
                    leaveInjected("\(variable.name) injects itself", at: variable.place)
                }
            }
            return wrappers.compactMap { injected(by: $0, into: type) }
                + injectedByDip(variable, of: nominal)
        }
        return (nominal.superclass.map { injected(into: $0) } ?? []) + own
    }

    /// Notes that it is not known what a property of an instance asks for.
    private func leaveInjected(_ reason: String, at place: Place) {
        giveUpMaking(reason, at: place)
        leaveUnread(place, reason)
    }

    /// A property that is made while an instance is: it is filled wherever it is kept.
    func filled(_ call: MortiseCall) -> Value? {
        if making != nil {
            let written = zip(call.written, call.values).compactMap { argument, value in
                value.map { (argument.label, $0) }
            }
            switch injection(by: call.type.substituting(frame.substitutions), written) {
            // What it is made for may not be what the factory gives.
            case .need(let need): noteNeed(need, mayBeLeftOut: true)
            case .lost(let reason) where !isOfProperty(call): giveUpMaking(reason, at: call.place)
            default: break
            }
        }
        return ignored(call)
    }

    /// Whether it makes what is written at a property, which is asked for as a property of its type.
    private func isOfProperty(_ call: MortiseCall) -> Bool {
        program.variables.values.contains { variable in
            variable.attributes.contains { attribute in
                attribute.type.isInjecting && attribute.place.file == call.place.file
                    && attribute.place.start...attribute.place.end ~= call.place.start
            }
        }
    }

    private func injected(by attribute: Variable.Attribute, into owner: SwiftType) -> Need? {
        let written = attribute.arguments.map { ($0.label, evaluate($0.value)) }
        switch injection(by: attribute.type.substituting(owner.substitutions), written) {
        case .need(let need): return need
        case .lost(let reason): leaveInjected(reason, at: attribute.place)
        case nil: break
        }
        return nil
    }

    private enum Injection {
        case need(Need)
        case lost(String)
    }

    /// What a property asks for that is filled when an instance is made; `nil` if it is none.
    private func injection(
        by wrapper: SwiftType,
        _ arguments: [(label: String?, value: Value)]
    ) -> Injection? {
        guard wrapper.isInjecting, let path = wrapper.path,
            case .nominal(_, let values) = wrapper, let value = values.first
        else { return nil }
        guard value.isConcrete else { return .lost("the type is only known at run time") }
        var need = Need(parameter: value.wrapped ?? value, .synchronous)
        var isRequired = value.wrapped == nil || path == "Mortise.InjectedWeak"
        for (label, value) in arguments {
            switch (label, value) {
            case ("tag"?, let value):
                guard let tag = tag(value) else {
                    return .lost("the tag is only known at run time")
                }
                need.tag = tag
            case ("required"?, .boolean(let isTrue)): isRequired = isTrue
            case ("required"?, _): return .lost("whether it is required is not known")
            default: continue
            }
        }
        need.isOptional = !isRequired
        need.isProperty = true
        return .need(need)
    }

    /// A property wrapper that asks a container when its property is read.
    func wrapper(_ call: MortiseCall) -> Value? {
        guard call.name == "init", case .nominal(_, let values) = call.type,
            let value = values.first
        else { return ignored(call) }
        var need = Need(type: value.wrapped ?? value)
        need.isOptional = value.wrapped != nil
        guard let tag = tag(call.value("tag")) else {
            leaveUnread(call.place, "the tag is only known at run time")
            return .unknown
        }
        need.tag = tag
        var asked = call.value("in") ?? .none
        if asked == .none {
            asked = frame.current.last ?? .unknown
        }
        guard case .container(let origin, _) = asked else {
            leaveUnread(call.place, "the container is not known here")
            return .unknown
        }
        let isEager = call.values.contains {
            if case .enumCase("eager", _, _)? = $0 { true } else { false }
        }
        if isEager { readInMaking(at: call.place) }
        askLater(need, of: origin, at: call.place)
        return .unknown
    }

    /// Notes that the factory that runs reads a property that asks a container then.
    func readInMaking(at place: Place) {
        giveUpMaking("it reads a property that resolves itself", at: place)
    }

    /// Lets something be asked for at any time from here on.
    func askLater(_ need: Need, of origin: Origin, at place: Place) {
        release(.request(origin, need, place))
    }
}

extension Need.Tag {
    /// Whether a member of an assembly is asked for.
    var isMember: Bool { known?.isMember ?? false }

    var known: DefinitionTag? {
        if case .known(let tag) = self { tag } else { nil }
    }
}

extension Need {
    /// Passes run-time arguments.
    mutating func pass(_ arguments: [SwiftType]) {
        self.arguments = arguments.takenApart
        passesTuple = self.arguments != arguments
    }

    /// What auto-wiring resolves for a parameter.
    init(parameter: SwiftType, _ lane: Lane) {
        self.init(type: parameter, lane: lane)
        guard case .nominal(let path, let arguments) = parameter, arguments.count == 1,
            path.first?.name == "Mortise", let last = path.last,
            ["Provider", "AsyncProvider", "MainActorProvider"].contains(last.name)
        else { return }
        type = arguments[0]
        isDeferred = true
        isOptional = type.wrapped != nil
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

extension [SwiftType] {
    /// The types of run-time arguments; a tuple that is the only one counts as its elements, also one
    /// without any, as the engine's keys do not tell them apart.
    var takenApart: [SwiftType] {
        guard count == 1, case .tuple(let elements) = self[0],
            elements.allSatisfy({ $0.label == nil })
        else { return self }
        return elements.map(\.type)
    }
}

extension SwiftType {
    /// Whether nothing but a definition of it answers a request, or for an optional one of what it wraps.
    fileprivate var isProvidedOnlyByDefinitions: Bool {
        switch self {
        case .nominal(let path, let arguments):
            wrapped != nil || arguments.isEmpty && !path[0].name.hasPrefix("Mortise")
        case .existential(let protocols, nil, _):
            protocols.allSatisfy { !$0[0].name.hasPrefix("Mortise") }
        default: false
        }
    }

    /// Whether it is a wrapper of a property that is filled when an instance is made.
    var isInjecting: Bool {
        path.map { ["Mortise.Injected", "Mortise.InjectedWeak"].contains($0) } ?? false
    }
}

extension Variable {
    fileprivate var isInjecting: Bool { attributes.isEmpty && type.isInjecting }

    /// The wrapper that a constant of an instance is made with, as if it were written at the property.
    fileprivate var madeWrapper: Attribute? {
        guard !isStatic, !isMutable, let made = initialValue,
            case .call(let callee, let arguments) = made.inside.kind, callee.named?.name == "init"
        else { return nil }
        return Attribute(
            type: type,
            arguments: arguments.filter { !$0.isDefault },
            place: made.place
        )
    }
}

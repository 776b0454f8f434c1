// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    /// Adds a definition to a container, and lets what makes it run from here on.
    func add(
        _ definition: Definition,
        to origin: Origin,
        steps: [Value] = [],
        for scopes: [Value: String] = [:]
    ) {
        if view(origin)?.bootstrapped != .never, definition.input == nil {
            let gap = Gap(reason: "it may be too late to register", place: definition.place)
            change(origin) { $0.lose(nil, gap) }
        }
        round.definitions.append(definition)
        if view(origin)?.contains(definition) ?? false {
            definition.isAgain = true
        }
        var entry = Entry(definition: definition)
        (entry.steps, entry.scopesOfSteps) = (steps, scopes)
        // What is closed stays as it is.
        switch view(origin)?.closed {
        case .never?: change(origin) { $0.add(entry) }
        case .maybe?: _ = either({ change(origin) { $0.add(entry) } }, {})
        case .always?, nil: break
        }
        if let factory = definition.factory {
            making(definition, factory, isStep: false, in: origin)
        }
        for step in steps { making(definition, step, isStep: true, in: origin) }
    }

    /// Lets what makes or completes an instance run from here on.
    func making(
        _ definition: Definition,
        _ value: Value,
        isStep: Bool,
        in container: Origin?
    ) {
        release(.making(definition, value, isStep: isStep), whenAsked: container)
    }

    /// The parts of a statement that registers; `nil` if one of them is not known.
    private func parts(
        _ kind: Definition.Kind,
        _ type: SwiftType?,
        _ call: MortiseCall,
        in origin: Origin,
        _ lane: Lane
    ) -> Definition? {
        guard let type, type.isKnownAtRunTime else {
            let gap = Gap(reason: "a type that is only known at run time", place: call.place)
            change(origin) { $0.lose(nil, gap) }
            if case .input = kind { change(origin) { $0.lose(.anyInput, gap) } }
            return nil
        }
        func lost(_ reason: String) -> Definition? {
            change(origin) { $0.lose(type, Gap(reason: reason, place: call.place)) }
            return nil
        }
        var lifetime = Graph.Lifetime.unique
        if call.written.first?.label == nil, call.labels.first == "_",
            let first = call.values.first,
            let first, kind == .factory, !(call.written.first?.value.type.isFunction ?? true)
        {
            guard case .lifetime(let known) = first else {
                return lost("a lifetime that is only known at run time")
            }
            lifetime = known
        }
        var tag: DefinitionTag?
        switch self.tag(call.value("tag")) {
        case .known(let known)?: tag = known
        case Need.Tag.none?: break
        case .inherited?, nil: return lost("a tag that is only known at run time")
        }
        if let scope = call.value("in"), scope != .none {
            guard let name = scopeName(scope) else {
                return lost("a scope name that is only known at run time")
            }
            lifetime = .scoped(name)
        }
        return Definition(kind, type, tag: tag, lifetime, lane, at: call.place)
    }

    func register(_ call: MortiseCall, in origin: Origin, _ lane: Lane) -> Value {
        if call.generic(1) == nil, call.labels == ["_"] || call.labels == ["_", "tag"] {
            return registerAgain(call, in: origin)
        }
        var lane = lane
        let last = call.written.last?.value.type.substituting(frame.substitutions)
        var function: SwiftType.FunctionType?
        if case .function(let known)? = last { function = known }
        if lane == .synchronous, function?.isAsync == true { lane = .asynchronous }
        guard let definition = parts(.factory, call.generic(0), call, in: origin, lane) else {
            if let factory = call.values.last ?? nil { escape(factory, "", at: call.place) }
            return .unknown
        }
        definition.takesResolver = function?.parameters.first?.isResolver ?? false
        if case .pack(let written)? = call.generic(1) {
            let parameters = written.map { $0.substituting(frame.substitutions) }
            guard parameters.allSatisfy(\.isConcrete) else {
                if let factory = call.values.last ?? nil { escape(factory, "", at: call.place) }
                let gap = Gap(
                    reason: "arguments that are only known at run time",
                    place: call.place
                )
                change(origin) { $0.lose(definition.type, gap) }
                return .unknown
            }
            definition.arguments = parameters.takenApart
            if !definition.takesResolver, !parameters.isEmpty {
                definition.wiring = call.labels.last == "autowiring" ? .byReference : .byClosure
                definition.parameters = parameters.map { Need(parameter: $0, lane) }
            }
        }
        if call.labels.last == "autowiring" { definition.wiring = .byReference }
        definition.factory = call.values.last ?? nil
        definition.container = origin
        let known = memory.definition(definition)
        add(known, to: origin)
        return .definition(known)
    }

    func registerAgain(_ call: MortiseCall, in origin: Origin) -> Value {
        guard case .definition(let known)? = call.values.first ?? nil else {
            let gap = Gap(reason: "a definition that is not known", place: call.place)
            change(origin) { $0.lose(call.generic(0), gap) }
            return .unknown
        }
        var tag = known.tag
        if call.labels.contains("tag") {
            switch self.tag(call.value("tag")) {
            case .known(let other)?: tag = other
            case Need.Tag.none?: tag = nil
            case .inherited?, nil:
                let gap = Gap(reason: "a tag that is only known at run time", place: call.place)
                change(origin) { $0.lose(known.type, gap) }
                return .unknown
            }
        }
        let again = Definition(
            known.forwardsTo == nil ? .factory : known.kind,
            known.type,
            tag: tag,
            known.lifetime,
            known.lane,
            at: known.place
        )
        again.arguments = known.arguments
        again.wiring = known.wiring
        again.parameters = known.parameters
        again.factory = known.factory
        again.takesResolver = known.takesResolver
        again.asksItsContainer = known.asksItsContainer
        again.isOfDip = known.isOfDip
        again.home = known.isOfDip ? origin : nil
        (again.copied, again.container) = (call.place, origin)
        let entries = state?.containers.values.flatMap { container in
            container.entries(of: known.type).filter { $0.definition == known }
        }
        let definition = memory.definition(again)
        if definition == known { definition.isAgain = true }
        add(
            definition,
            to: origin,
            steps: entries?.first?.steps ?? [],
            for: entries?.first?.scopesOfSteps ?? [:]
        )
        let isRefined =
            entries?.contains {
                $0.answersAnyTag || $0.isContributing || $0.isSelectable || $0.replacing != nil
            } ?? true
        if isRefined {
            let gap = Gap(reason: "what else is said of a copied definition", place: call.place)
            change(origin) { $0.lose(known.type, gap) }
        }
        return .definition(definition)
    }

    func decorate(_ call: MortiseCall, in origin: Origin, _ lane: Lane) -> Value {
        var lane = lane
        if case .function(let function)? = call.written.last?.value.type, function.isAsync {
            lane = .asynchronous
        }
        guard let definition = parts(.decorator, call.generic(0), call, in: origin, lane) else {
            if let factory = call.values.last ?? nil { escape(factory, "", at: call.place) }
            return .unknown
        }
        definition.factory = call.values.last ?? nil
        definition.takesResolver = true
        let known = memory.definition(definition)
        add(known, to: origin)
        if case .scoped(let name) = known.lifetime { leaveOpen(name, known.type, at: call.place) }
        return .definition(known)
    }

    /// Notes that scopes which are open already may not get a decorator for scopes of their name.
    private func leaveOpen(_ name: String, _ type: SwiftType, at place: Place) {
        let gap = Gap(
            reason: "a decorator is for scopes, and this one was open before",
            place: place
        )
        for (origin, container) in state?.containers.inOrder ?? []
        where container.role == .scope(name) {
            change(origin) { $0.lose(type, gap) }
        }
    }

    func input(_ call: MortiseCall, in origin: Origin) -> Value {
        var type = call.generic(0)
        if case .type(let named)? = call.value("as") { type = named }
        var kind = Graph.Node.Input.provided
        if call.name == "expects" {
            if call.labels.contains("factory") { return expectOwn(call, in: origin) }
            kind = type?.wrapped == nil ? .required : .optional
            type = type?.wrapped ?? type
        } else if let value = call.values.first ?? nil {
            escape(value, "it is provided", at: call.place)
        }
        guard let known = parts(.input(kind), type, call, in: origin, .synchronous) else {
            return .tuple([])
        }
        // An optional value is brought if there is one.
        let isOptional = kind == .provided && call.written.first?.value.type.wrapped == type
        switch call.values.first ?? nil {
        case Value.none? where isOptional: break
        case .structure?, .object?, .enumCase?, .string?, .integer?, .boolean?:
            add(memory.definition(known), to: origin)
        case _ where isOptional: _ = either({ add(memory.definition(known), to: origin) }, {})
        default: add(memory.definition(known), to: origin)
        }
        return .tuple([])
    }

    /// Declares what each scope of a name makes for itself unless it gets another one.
    private func expectOwn(_ call: MortiseCall, in origin: Origin) -> Value {
        guard let factory = call.values.last ?? nil else { return .tuple([]) }
        let known = parts(.input(.required), call.generic(0), call, in: origin, .synchronous)
        guard let input = known else {
            escape(factory, "", at: call.place)
            return .tuple([])
        }
        let (type, tag, lifetime) = (input.type, input.tag, input.lifetime)
        let own = Definition(.factory, type, tag: tag, lifetime, .synchronous, at: call.place)
        (own.factory, own.takesResolver) = (factory, true)
        input.own = memory.definition(own)
        add(memory.definition(input), to: origin)
        return .tuple([])
    }

    /// Adds to a scope that was opened what it makes for itself.
    func addOwn(to scope: Origin, _ name: String, at place: Place) {
        let world = world(of: scope)
        let order = GraphMaker.order(from: scope, in: world, links: false)
        var declared: [Definition] = []
        for owner in order.dropFirst() {
            let beyond = GraphMaker.order(from: owner, in: world, links: false)
            let inputs = world[owner]?.slots {
                $0.definition.input == .required && $0.definition.lifetime == .scoped(name)
            }
            for slot in inputs ?? [] {
                let input = slot.entry.definition
                // The nearest declaration says what the scope makes.
                let isFirst = !declared.contains { $0.declaresSame(as: input) }
                if slot.isCertain { declared.append(input) }
                guard isFirst, let own = input.own else { continue }
                let answers = order.filter { !beyond.contains($0) }.flatMap { origin in
                    world[origin]?.slots {
                        $0.definition.brings(input)
                            && (origin == scope || $0.definition.input != .provided)
                    } ?? []
                }
                if answers.contains(where: \.isCertain) { continue }
                let isOpen = world.values.allSatisfy { $0.closed == .never }
                if slot.isCertain, answers.isEmpty, isOpen {
                    add(own, to: scope)
                } else {
                    let gap = Gap(
                        reason: "whether the scope makes it depends on a condition",
                        place: place
                    )
                    change(scope) { $0.lose(input.type, gap) }
                }
            }
        }
    }

    // MARK: - What is said of definitions

    func definition(_ call: MortiseCall) -> Value? {
        switch call.receiver {
        case .definition(let definition)?: modify(definition, call)
        case .stored(let statement)?:
            .stored(StoredStatement(statement.call, modifiers: statement.modifiers + [call]))
        default: call.owner == "ModuleDefinition" ? .stored(StoredStatement(call)) : nil
        }
    }

    func modify(_ definition: Definition, _ call: MortiseCall) -> Value? {
        let found = holders(of: definition)
        let isInUse = found.contains { origin in
            // It is that of the latest container, unless a variable still names an earlier one.
            let isEarlier = origin.isOld && found.contains(origin.latest)
            return view(origin)?.fresh.contains(definition) == false
                && (!isEarlier || memory.outlived.contains(definition))
        }
        if isInUse, !["definition", "refined", "seen"].contains(call.name) {
            lose(definition, "it may be in use already, and cannot change then", at: call.place)
        }
        switch call.name {
        case "refined":
            guard let body = call.closure else { return nil }
            _ = invoke(body, [.definition(definition)], at: call.place)
        case "implements", "forwarding": return forward(definition, call)
        case "replacing":
            var rule = Graph.Node.Replacement.anyParameters
            switch call.values.first ?? nil {
            case .enumCase("sameParameters", _, _)?: rule = .sameParameters
            case .enumCase?, nil: break
            default: return nil
            }
            mark(definition) { $0.replacing = rule }
        case "contributing": mark(definition) { $0.isContributing = true }
        case "forAnyTag": mark(definition) { $0.answersAnyTag = true }
        case "selectable":
            for origin in holders(of: definition) { makeSelectable(definition, in: origin) }
        case "injecting":
            guard let step = call.values.last ?? nil else { return nil }
            var scope: String?
            if let value = call.value("in"), value != .none {
                guard let name = scopeName(value) else { return nil }
                scope = name
            }
            mark(definition) {
                // The same step in different scopes counts for all.
                let isForAll = $0.steps.contains(step) && $0.scopesOfSteps[step] != scope
                $0.steps.append(step)
                $0.scopesOfSteps[step] = isForAll ? nil : scope
            }
            let all = holders(of: definition)
            making(definition, step, isStep: true, in: all.count == 1 ? all[0] : nil)
            if definition.forwardsTo != nil {
                // It runs only if the instance is made for a request of this type.
                mark(definition) {
                    $0.gap = Gap(reason: "a forwarded type has steps of its own", place: call.place)
                }
            }
        case "injectingProperties"
        where call.values.contains { ($0 ?? .boolean(true)) != .boolean(true) }:
            mark(definition) {
                $0.gap = Gap(reason: "its properties may not be injected", place: call.place)
            }
        case "onClose":
            for value in call.values { escape(value ?? .none, "it runs later", at: call.place) }
            if !definition.lifetime.isCaching {
                lose(definition, "no container keeps it until it is closed", at: call.place)
            }
        case "runs", "onStart", "onStop": contribute(definition, call)
        case "didResolve":
            for value in call.values { escape(value ?? .none, "it runs later", at: call.place) }
        case "unstubbed": mark(definition) { $0.isUnstubbed = true }
        case "definition", "injectingProperties", "seen": break
        default: return nil
        }
        return .definition(definition)
    }

    func mark(_ definition: Definition, _ change: (inout Entry) -> Void) {
        for origin in holders(of: definition) {
            let isStaged = isStaged(definition, in: origin)
            self.change(origin) { $0.mark(definition, isStaged: isStaged, change) }
        }
    }

    private func lose(_ definition: Definition, _ reason: String, at place: Place) {
        for origin in holders(of: definition) {
            change(origin) { $0.lose(definition.type, Gap(reason: reason, place: place)) }
        }
    }

    func holders(of definition: Definition) -> [Origin] {
        (state?.containers ?? [:]).filter { $0.value.has(definition) }.map(\.key)
    }

    /// The only container that can be asked for a definition; `nil` if there may be another one.
    func onlyAsked(for definition: Definition) -> Origin? {
        let all = holders(of: definition)
        guard all.count == 1, let origin = all.first else { return nil }
        let known = [state?.containers ?? [:], previous.containers, previous.foreign]
        let searches = known.joined().map(\.value).contains {
            $0.sources.contains(origin) || $0.links.contains(origin)
        }
        return searches ? nil : origin
    }

    private func forward(_ definition: Definition, _ call: MortiseCall) -> Value? {
        guard let other = call.generic(0, depth: 1) ?? call.generic(1) else { return nil }
        for value in call.values {
            if let value, value.isReference { escape(value, "it converts", at: call.place) }
        }
        var known: DefinitionTag?
        switch tag(call.value("tag")) {
        case .known(let tag)?: known = tag
        case Need.Tag.none?: break
        case .inherited?, nil:
            for origin in holders(of: definition) {
                let gap = Gap(reason: "a tag that is only known at run time", place: call.place)
                change(origin) { $0.lose(other, gap) }
            }
            return .definition(definition)
        }
        guard other.isKnownAtRunTime else {
            for origin in holders(of: definition) {
                let gap = Gap(reason: "a type that is only known at run time", place: call.place)
                change(origin) { $0.lose(nil, gap) }
            }
            return .definition(definition)
        }
        let made = forward(definition, to: other, tag: known, at: call.place)
        return .definition(call.name == "forwarding" ? made : definition)
    }

    /// Adds what gives the instance of a definition, wherever that is.
    ///
    /// It answers with the same arguments, and without any if the definition does.
    func forward(
        _ definition: Definition,
        to other: SwiftType,
        tag: DefinitionTag?,
        at place: Place
    ) -> Definition {
        let isWired = definition.wiring != .none && !definition.arguments.isEmpty
        if isWired { _ = forward(definition, to: other, tag: tag, passing: [], at: place) }
        return forward(definition, to: other, tag: tag, passing: definition.arguments, at: place)
    }

    private func forward(
        _ definition: Definition,
        to other: SwiftType,
        tag: DefinitionTag?,
        passing arguments: [SwiftType],
        at place: Place
    ) -> Definition {
        let forwarding = Definition(
            .forward(definition),
            other,
            tag: tag,
            definition.lifetime,
            definition.lane,
            at: place
        )
        forwarding.isOfDip = definition.isOfDip
        forwarding.arguments = arguments
        let made = memory.definition(forwarding)
        for origin in holders(of: definition) {
            let entries = view(origin)?.entries(of: definition.type) ?? []
            let all = entries.filter { $0.definition == definition }
            let own = all.first
            round.definitions.append(made)
            var entry = Entry(definition: made)
            entry.isContributing = own?.isContributing ?? false
            entry.answersAnyTag = own?.answersAnyTag ?? false
            entry.replacing = own?.replacing
            entry.isSelectable = own?.isSelectable ?? false
            entry.isGuest = own?.isGuest ?? false
            entry.gap = own?.gap
            if let own, !all.allSatisfy(own.agrees) {
                entry.gap = entry.gap ?? .conditional(definition)
            }
            change(origin) { $0.add(entry) }
        }
        return made
    }
}

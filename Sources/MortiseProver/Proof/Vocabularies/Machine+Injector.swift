// SPDX-License-Identifier: MIT

import MortiseGraph

// What the declarations of `MortiseInjector` mean: an injector is the container of its context, and an
// implementation is a definition with a tag that may be selected.
extension Machine {
    /// A declaration of the vocabulary; `nil` if it is not known what it does here.
    func injector(_ call: MortiseCall) -> Value? {
        switch call.owner {
        case "Injector": ofInjector(call)
        case "Inject", "Injectable", "ObservedInject", "ObservedInjectable": property(call)
        case "Dependency":
            .structure(
                call.type,
                [
                    "injectionType": call.value("injectionType") ?? .none,
                    "key": call.value("constrainedTo") ?? .none,
                ]
            )
        case "InjectableDependencyArgs":
            .structure(call.type, ["key": call.value("key") ?? .string("")])
        case "InjectableDependency": instance(call)
        default: nil
        }
    }

    private func ofInjector(_ call: MortiseCall) -> Value? {
        switch call.name {
        case "global": return injector(of: .global)
        case "build":
            guard let context = call.values.first ?? nil, context.isConstant else {
                loseInjectors("a context that is only known at run time", at: call.place)
                return .unknown
            }
            return injector(of: context)
        default: break
        }
        var receiver = call.receiver
        if call.name == "updateDependencyKey", case .type? = receiver {
            receiver = injector(of: .global)
        }
        guard case .container(let origin, _)? = receiver else {
            loseInjectors("an injector that is only known at run time", at: call.place)
            if ["resolve", "get", "getSafe", "updateDependencyKey"].contains(call.name) {
                leaveUnread(call.place, "the injector is not known here")
            }
            return unknown(call)
        }
        switch call.name {
        case "container": return .container(origin, .synchronous)
        case "register", "add", "addOrRegister": registerImplementations(call, in: origin)
        case "updateDependencyKey": updateKey(call, of: origin)
        case "resetSingleton":
            change(origin) {
                $0.forget(); return Change(forgets: true)
            }
        case "remove":
            if let type = call.generic(0), type.isKnownAtRunTime {
                change(origin) { $0.removeAll(of: [type, type.kept]) }
            } else {
                let gap = Gap(reason: "a type that is only known at run time", place: call.place)
                change(origin) { $0.lose(nil, gap) }
            }
        case "clear": change(origin) { $0.reset() }
        case "destroy":
            change(origin) { $0.reset() }
            guard memory.contexts.firstIndex(of: .global) != origin.context else { break }
            // What has the container keeps it, and the context gets another one.
            let gap = Gap(reason: "its context is destroyed", place: call.place)
            change(origin) { $0.lose(nil, gap) }
        case "resolve", "get", "getSafe": return ask(call, of: origin)
        default: return nil
        }
        return .tuple([])
    }

    // MARK: - Implementations

    private func registerImplementations(_ call: MortiseCall, in origin: Origin) {
        func lost(_ type: SwiftType?, _ reason: String) {
            let gap = Gap(reason: reason, place: call.place)
            change(origin) { $0.lose(type, gap) }
            if let type { change(origin) { $0.lose(type.kept, gap) } }
            for value in call.values { escape(value ?? .none, reason, at: call.place) }
        }
        guard let type = call.generic(0), type.isKnownAtRunTime else {
            return lost(nil, "a type that is only known at run time")
        }
        guard let implementations = implementations(call) else {
            return lost(type, "a key that is only known at run time")
        }
        var selected = call.value("defaultDependency")
        if selected == nil, let first = implementations.first { selected = .string(first.key) }
        guard case .string(let key)? = selected else {
            return lost(type, "a key that is only known at run time")
        }
        let known = view(origin)?.isSelecting(type) ?? .maybe
        let isMet =
            switch (call.name, known) {
            case ("addOrRegister", _), ("register", .never), ("add", .always): true
            // Where a library for tests is there, it does what it does not do elsewhere.
            default: program.isOfTests
            }
        func install() {
            for (key, factory) in implementations {
                self.install(type, key, factory, in: origin, at: call.place)
            }
            switch known {
            case .never: select(key, of: type, in: origin, at: call.place)
            case .always: break
            case .maybe: lost(type, "which implementation is the first")
            }
        }
        if isMet { install() } else { _ = either(install, {}) }
    }

    /// The factories that a call registers, by their keys; `nil` if one of the keys is not known.
    private func implementations(_ call: MortiseCall) -> [(key: String, factory: Value)]? {
        var all: [(key: Value, factory: Value)] = []
        if call.labels.contains("implementations") {
            guard case .dictionary(let pairs)? = call.value("implementations") else { return nil }
            all = pairs.map { ($0.key, $0.value) }
        } else {
            guard let factory = call.value("implementation") ?? call.closure else { return nil }
            var key = call.value("key") ?? .string("")
            if !call.labels.contains("key"), case .structure(_, let fields)? = call.values.first {
                key = fields["key"] ?? .unknown
            } else if !call.labels.contains("key") {
                return nil
            }
            all = [(key, factory)]
        }
        var found: [(key: String, factory: Value)] = []
        for (key, factory) in all {
            guard case .string(let key) = key else { return nil }
            found.append((key, factory))
        }
        return found.sorted { $0.key < $1.key }
    }

    /// Registers an implementation, and what keeps its singleton.
    private func install(
        _ type: SwiftType,
        _ key: String,
        _ factory: Value,
        in origin: Origin,
        at place: Place
    ) {
        let tag = DefinitionTag.text(key)
        let own = Definition(.factory, type, tag: tag, .unique, .synchronous, at: place)
        own.factory = factory
        own.asksItsContainer = true
        let made = memory.definition(own)
        add(made, to: origin)
        makeSelectable(made, in: origin, isGuest: false)
        let kept = Definition(.factory, type.kept, tag: tag, .singleton, .synchronous, at: place)
        kept.parameters = [Need(type: type, tag: .known(tag))]
        let keeper = memory.definition(kept)
        let slot = Entry(definition: keeper).key
        // Another implementation of the key leaves the singleton.
        func keep() {
            add(keeper, to: origin)
            makeSelectable(keeper, in: origin, isGuest: false)
        }
        switch view(origin)?[slot]?.isCertain {
        case true?: break
        case false?: _ = either(keep, {})
        case nil: keep()
        }
    }

    private func updateKey(_ call: MortiseCall, of origin: Origin) {
        guard let type = call.generic(0), type.isKnownAtRunTime else {
            let gap = Gap(reason: "a type that is only known at run time", place: call.place)
            leaveUnread(call.place, gap.reason)
            return change(origin) { $0.lose(nil, gap) }
        }
        guard case .string(let key)? = call.value("newKey") else {
            let gap = Gap(reason: "a key that is only known at run time", place: call.place)
            leaveUnread(call.place, gap.reason)
            change(origin) { $0.lose(type, gap) }
            return change(origin) { $0.lose(type.kept, gap) }
        }
        var need = Need(type: type, tag: .known(.text(key)))
        need.selecting = .any
        note(need, of: origin, in: world(of: origin), at: call.place)
        func select() { self.select(key, of: type, in: origin, at: call.place) }
        switch view(origin)?.isSelecting(type) ?? .maybe {
        case .always: select()
        case .maybe: _ = either(select, {})
        case .never: break
        }
    }

    private func select(_ key: String, of type: SwiftType, in origin: Origin, at place: Place) {
        let gap = Gap(reason: "a key is selected that may have no implementation", place: place)
        for type in [type, type.kept] {
            change(origin) { $0.select(awaiting: .text(key), of: type, gap) }
        }
    }

    /// Makes an instance by the initializer without arguments.
    private func instance(_ call: MortiseCall) -> Value? {
        guard case .type(let type)? = call.receiver, program.type(type) != nil else { return nil }
        let initializer = program.superclasses(of: type).lazy.compactMap { owner in
            self.program.methods[owner.withoutArguments]?.first {
                $0.name == "init" && $0.parameters.isEmpty
            }
        }.first
        let reference = Reference(usr: initializer?.usr ?? "", name: "init")
        return make(type, with: initializer, .none(call.place), reference, at: call.place)
    }

    // MARK: - Requests

    private func ask(_ call: MortiseCall, of origin: Origin) -> Value {
        var kind = call.value("injectionType")
        var key = call.value("constrainedTo")
        if call.labels == ["_", "file", "line"] {
            guard case .structure(_, let fields)? = call.values.first else {
                leaveUnread(call.place, "the dependency is not known here")
                return .unknown
            }
            (kind, key) = (fields["injectionType"], fields["key"])
        }
        guard let need = need(call.generic(0), kind, key, of: origin, at: call.place) else {
            if call.canThrow { fail() }
            return .unknown
        }
        if call.name == "getSafe" {
            expectingFailure { note(need, of: origin, in: world(of: origin), at: call.place) }
        } else if making?.owner == origin {
            noteNeed(need)
        } else {
            note(need, of: origin, in: world(of: origin), at: call.place)
        }
        if call.canThrow { fail() }
        return .unknown
    }

    /// What is asked for; notes why it cannot be known.
    private func need(
        _ type: SwiftType?,
        _ kind: Value?,
        _ key: Value?,
        of origin: Origin,
        at place: Place
    ) -> Need? {
        func lost(_ reason: String) -> Need? {
            giveUpMaking(reason, at: place)
            leaveUnread(place, reason)
            return nil
        }
        guard let type = type?.substituting(frame.substitutions), type.isKnownAtRunTime,
            type.wrapped == nil
        else { return lost("the type is only known at run time") }
        var need = Need(type: type)
        switch key {
        case nil, .some(.none): break
        case .string(let key)?: need.tag = .known(.text(key))
        default: return lost("the key is only known at run time")
        }
        switch kind {
        case nil, .some(.none), .enumCase("regular", _, _)?: return need
        case .enumCase("singleton", _, _)?:
            let container = view(origin)
            // Nothing is registered that it could keep.
            if container?.gaps.isEmpty == true,
                container?.entries(of: type).isEmpty == true
            {
                return need
            }
            // What code in Mortise's notation adds has no singleton of its own.
            let isKept = container?.implementations(of: type).allSatisfy { entry in
                container?.implementations(of: type.kept).contains {
                    $0.definition.tag == entry.definition.tag
                } ?? false
            }
            guard isKept ?? false else { return lost("who keeps the singleton is not known") }
            need.type = type.kept
            return need
        default: return lost("the kind of injection is only known at run time")
        }
    }

    /// Does something whose failure is reported, and no more.
    private func expectingFailure(_ body: () -> Void) {
        _ = within(.expecting, body)
    }

    /// A property: asks when it is made, or when it is read.
    private func property(_ call: MortiseCall) -> Value? {
        guard call.name == "init", case .nominal(_, let values) = call.type,
            let type = values.first
        else { return nil }
        let context = call.value("context") ?? .global
        let isOfTests = memory.contexts.contains {
            if case .enumCase("tests", _, _) = $0 { true } else { false }
        }
        // In tests, the file decides whose context it is.
        guard context.isConstant, context != .global || !isOfTests,
            case .container(let origin, _) = injector(of: context),
            let need = need(
                type,
                call.value("injection"),
                call.value("constrainedTo"),
                of: origin,
                at: call.place
            )
        else {
            leaveUnread(call.place, "the context of the property is not known")
            return .unknown
        }
        let isOptional = call.owner.hasSuffix("Injectable")
        var (isAtOnce, isLater) = (true, true)
        if !call.owner.hasPrefix("Observed") {
            switch call.value("instantiation") {
            case nil: isAtOnce = !isOptional
            case .enumCase("regular", _, _)?: isLater = !isOptional
            case .enumCase("lazy", _, _)?: isAtOnce = false
            default: break
            }
        }
        func ask() { note(need, of: origin, in: world(of: origin), at: call.place) }
        // What fails at once is asked for again when it is read.
        if isAtOnce { isLater ? expectingFailure(ask) : ask() }
        if isLater { askLater(need, of: origin, at: call.place) }
        return .unknown
    }
}

extension SwiftType {
    /// What keeps the singleton of an implementation.
    fileprivate var kept: SwiftType {
        .nominal([PathComponent("MortiseInjector"), PathComponent("Kept", arity: 1)], [self])
    }
}

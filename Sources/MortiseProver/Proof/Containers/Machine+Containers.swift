// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    /// A member of a container or of one of its views.
    func container(_ call: MortiseCall) -> Value? {
        if call.name == "init" { return makeContainer(call) }
        if let value = current(call) { return value }
        guard case .container(let origin, let view)? = call.receiver else {
            return unknownContainer(call)
        }
        if origin.isOfRequests { return askRequest(call, origin, view) }
        let lane: Lane =
            call.owner == "AsyncContainer"
            ? .asynchronous : call.owner == "MainActorContainer" ? .main : view
        switch call.name {
        case "async": return .container(origin, .asynchronous)
        case "main": return .container(origin, .main)
        case "register": return register(call, in: origin, lane)
        case "decorate": return decorate(call, in: origin, lane)
        case "expects", "provide": return input(call, in: origin)
        case "declaresCollection": return declareCollection(call, in: origin)
        case "resolve" where call.labels.first == "dynamically",
            "adopt" where call.labels.first == "dynamically":
            giveUpMaking("a type that is only known at run time", at: call.place)
            leaveUnread(call.place, "the type is only known at run time")
            fail(isOfRequest: true)
            return .unknown
        case "resolve", "resolveAll", "with", "values", "adopt", "provider":
            return ask(call, of: origin, lane)
        case "remove": return remove(call, from: origin)
        case "reset": change(origin) { $0.reset() }
        case "dropInstances":
            change(origin) {
                $0.forget(); return Change(forgets: true)
            }
        case "close": close(origin)
        case "closeWithoutDisposing":
            _ = either({ close(origin) }, {})
            return .unknown
        case "link", "unlink": link(call, origin)
        case "install": return install(call, in: origin)
        case "export": return export(call, in: origin)
        case "uninstall": return uninstall(call, in: origin)
        case "select": return select(call.values.first ?? nil, call, in: origin)
        case "overriding":
            return configured("overlay", .overlay, sources: [origin], call)
        case "openScope", "leaseScope", "withScope": return scope(call, of: origin)
        case "bootstrap":
            bootstrap(call, origin, lane)
            return .tuple([])
        case "runServices": return runServices(call, of: origin)
        case "configure": return configure(call, in: origin)
        default: return nil
        }
        if call.canThrow { fail() }
        return .tuple([])
    }

    /// A call on a container that is not known: it has escaped before.
    private func unknownContainer(_ call: MortiseCall) -> Value {
        switch call.name {
        case "resolve", "resolveAll", "with", "values", "adopt", "bootstrap", "provider",
            "openScope", "leaseScope", "withScope", "select", "runServices",
            "install" where call.labels.first == "implementationsOf":
            leaveUnread(call.place, "the container is not known here")
        case "async", "main": return .unknown
        default: break
        }
        return unknown(call)
    }

    private func declareCollection(_ call: MortiseCall, in origin: Origin) -> Value? {
        guard let element = call.generic(0), element.isConcrete else { return nil }
        for type in [element.keyedCollection, element.list] {
            add(
                Definition(.collection, type, tag: nil, .unique, .synchronous, at: call.place),
                to: origin
            )
        }
        return .tuple([])
    }

    private func remove(_ call: MortiseCall, from origin: Origin) -> Value {
        guard case .definition(let definition)? = call.values.first ?? nil else {
            let gap = Gap(reason: "a definition that is not known is removed", place: call.place)
            change(origin) { $0.lose(call.generic(0), gap) }
            return .tuple([])
        }
        let known = view(origin)?.contains(definition) ?? false
        let isElsewhere = state?.containers.contains {
            $0.key != origin && $0.value.contains(definition)
        }
        if !known, isElsewhere ?? false {
            let gap = Gap(reason: "a definition of another container is removed", place: call.place)
            change(origin) { $0.lose(nil, gap) }
        }
        if definition.isAgain {
            let gap = Gap(
                reason: "a definition that was registered twice is removed",
                place: call.place
            )
            let forwards = view(origin)?.entries.map(\.definition).filter {
                $0.forwardsTo == definition
            }
            for type in [definition.type] + (forwards ?? []).map(\.type) {
                change(origin) { $0.lose(type, gap) }
            }
        }
        let isStaged = staged[origin] != nil
        change(origin) { $0.remove(definition, isStaged: isStaged) }
        return .tuple([])
    }

    private func link(_ call: MortiseCall, _ origin: Origin) {
        let others = call.values.flatMap { value -> [Value] in
            if case .list(let elements)? = value { elements } else { [value ?? .unknown] }
        }
        // Who asks one of them asks the others, too.
        state?.accesses.share()
        for other in others {
            guard case .container(let peer, _) = other else {
                let gap = Gap(
                    reason: "it is linked to a container that is not known",
                    place: call.place
                )
                change(origin) { $0.lose(nil, gap) }
                escape(other, "it is linked in a way that is not known", at: call.place)
                continue
            }
            // Code that runs later does not see when.
            let gap = Gap(reason: "its links change", place: call.place)
            let isScope = [origin, peer].contains { inScope($0) }
            let unread = Gap(reason: "a scope is linked", place: call.place)
            for (one, two) in [(origin, peer), (peer, origin)] {
                if isScope { change(one) { $0.lose(nil, unread) } }
                change(one) {
                    if call.name == "link" {
                        $0.link(two)
                    } else {
                        $0.unlink(two)
                    }
                    return Change(gap: gap)
                }
            }
        }
    }

    /// Whether a container is a scope, or inside one.
    private func inScope(_ origin: Origin) -> Bool {
        let world = world(of: origin)
        return GraphMaker.order(from: origin, in: world, links: false).contains {
            if case .scope? = world[$0]?.role { true } else { false }
        }
    }

    // MARK: - The current container

    /// The default container of the process.
    private static let standard = Cell.global("Mortise.Container.installDefault")

    private func current(_ call: MortiseCall) -> Value? {
        switch call.name {
        case "current", "currentIfAny":
            if let bound = frame.current.last { return bound }
            if running != nil, program.bindsCurrent {
                memory.looksForCurrent = true
                loseAll("the current container is that of whoever asks", at: call.place)
                return .unknown
            }
            guard let value = read(Self.standard) else { return .unknown }
            return value.options.contains(.unset) ? .unknown : value
        case "installDefault":
            if let value = call.values.first ?? nil {
                if let known = state?[Self.standard], known != value {
                    // A second one traps.
                    for one in [known, value] {
                        escape(one, "it is not the only default", at: call.place)
                    }
                    write(.unknown, to: Self.standard)
                } else {
                    write(value, to: Self.standard)
                }
            }
            return .tuple([])
        case "withCurrent":
            guard let container = call.values.first ?? nil, let body = call.closure else {
                return nil
            }
            if memory.looksForCurrent {
                escape(container, "code that runs meanwhile may ask for it", at: call.place)
            }
            // Code that runs meanwhile may have it.
            for case .container(let origin, _) in container.options {
                state?.accesses.share(origin)
            }
            frame.current.append(container)
            defer { frame.current.removeLast() }
            return invoke(body, [], at: call.place)
        case "bindingCurrent":
            for value in call.values { escape(value ?? .none, "", at: call.place) }
            return .unknown
        default: return nil
        }
    }

    // MARK: - Containers that are made

    private func makeContainer(_ call: MortiseCall) -> Value {
        var sources: [Origin] = []
        var gap: Gap?
        func take(_ value: Value) {
            switch value {
            case .container(let origin, _): sources.append(origin)
            case .none: break
            case .list(let values): for value in values { take(value) }
            default:
                escape(value, "it is a source in a way that is not read", at: call.place)
                gap = Gap(reason: "a source of it is not known", place: call.place)
            }
        }
        for label in ["parent", "sources", "fallingBackTo"] {
            if let value = call.value(label) { take(value) }
        }
        let made = configured("container", .plain, sources: sources, call) { origin in
            if let gap { self.change(origin) { $0.lose(nil, gap) } }
            if call.labels.contains("modules") { self.install(modules: call, in: origin) }
        }
        return made
    }

    /// A member of containers that are looked up by name: an object with a field for each name.
    func named(_ call: MortiseCall) -> Value? {
        func field(_ name: Value, of origin: Origin) -> Cell { .field(origin, "\(name)") }
        if call.name == "init" {
            let origin = fresh(at: call.place)
            state?.objects.insert(origin)
            for name in memory.names[call.type] ?? [] {
                write(.none, to: field(name, of: origin))
            }
            return .object(origin, call.type)
        }
        guard case .object(let origin, let type)? = call.receiver, let name = call.values.first,
            let name, !memory.exposed.contains(origin), state?.objects.contains(origin) ?? false,
            memory.names[type, default: []].union([name]).allSatisfy({
                equality($0, name) == ($0 == name ? .always : .never)
            })
        else { return nil }
        memory.names[type, default: []].insert(name)
        let cell = field(name, of: origin)
        return each(read(cell) ?? .none) { known in
            switch (call.name, known) {
            case ("existing", .none), ("existing", .container): return known
            case ("remove", .none): return .boolean(false)
            case ("remove", .container(let removed, _)):
                change(removed) { $0.reset() }
                write(.none, to: cell)
                return .boolean(true)
            case (_, .container): return known
            case (_, .none):
                let made = makeContainer(call)
                write(made, to: cell)
                return made
            default: return unknown(call)
            }
        }
    }

    /// Makes a container and gives it to the closure that sets it up.
    private func configured(
        _ name: String,
        _ role: ContainerState.Role,
        sources: [Origin],
        _ call: MortiseCall,
        _ first: (Origin) -> Void = { _ in }
    ) -> Value {
        var name = name
        if case .string(let text)? = call.value("name") { name = text }
        let origin = makeContainer(name, role, sources: sources, at: call.place)
        let made = Value.container(origin, .synchronous)
        first(origin)
        if let last = call.values.last ?? nil, call.written.last?.value.type.isFunction ?? false {
            _ = invoke(last, [made], at: call.place)
        }
        return made
    }

    private func scope(_ call: MortiseCall, of outer: Origin) -> Value {
        let name = scopeName(call.values.first ?? nil)
        let origin = makeContainer(
            name ?? "scope",
            name.map { .scope($0) } ?? .plain,
            sources: [outer],
            at: call.place
        )
        if name == nil {
            let gap = Gap(reason: "the name of the scope is not known", place: call.place)
            change(origin) { $0.lose(nil, gap) }
        }
        if call.name == "leaseScope" {
            // It is closed when nobody holds the lease any more.
            let gap = Gap(reason: "its lease may have ended", place: call.place)
            change(origin) { $0.lose(nil, gap) }
        }
        let made = Value.container(origin, .synchronous)
        if let closure = call.value("providing") { _ = invoke(closure, [made], at: call.place) }
        guard state != nil else { return .unknown }
        let opening = Opening(
            place: call.place,
            container: origin,
            world: world(of: origin),
            isCaught: frame.isCaught
        )
        round.openings.append(opening)
        if let number = making?.openings.count {
            if frame.isCaughtAnywhere { state?.handled.insert(.opening(number)) }
            making?.openings.append((opening, frame.isCaughtAnywhere))
        }
        fail(isOfRequest: true)
        if let name { addOwn(to: origin, name, at: call.place) }
        guard call.name == "withScope" else { return made }
        guard let body = call.values.last ?? nil, call.written.last?.label != "providing" else {
            return made
        }
        var value = Value.unknown
        ending {
            value = invoke(body, [made], at: call.place)
        } then: {
            change(origin) {
                $0.closed = .always; return Change(closes: true)
            }
        }
        return value
    }

    /// Closes a container with what was opened from it, which forget their definitions.
    func close(_ origin: Origin) {
        for (other, container) in (state?.containers ?? [:]).inOrder
        where container.isOpened && container.sources.first == origin && container.closed != .always
        {
            close(other)
        }
        change(origin) {
            $0.closed = .always; $0.forget(); return Change(forgets: true, closes: true)
        }
    }

    /// Runs code, and then what is to be done whether that throws or not.
    func ending(_ body: () -> Void, then end: () -> Void) {
        let target = within(.rollback, body)
        end()
        onFailure(of: target, end)
    }

    /// Runs code where something has thrown, which goes on afterwards.
    func onFailure(of target: Frame.Target, _ body: () -> Void) {
        guard let failed = target.failed else { return }
        let normal = state
        state = failed
        body()
        fail(isOfRequest: true)
        state = normal
    }
}

extension SwiftType {
    var isFunction: Bool {
        if case .function = self { true } else { false }
    }

    /// Whether it is what a factory resolves with.
    var isResolver: Bool { path == "Mortise.Resolver" || path == "Mortise.AsyncResolver" }

    /// `[Self]`.
    var list: SwiftType {
        .nominal([PathComponent("Swift"), PathComponent("Array", arity: 1)], [self])
    }

    /// `[Tag: Self]`.
    var keyedCollection: SwiftType {
        .nominal(
            [PathComponent("Swift"), PathComponent("Dictionary", arity: 2)],
            [SwiftType("MortiseGraph.DefinitionTag"), self]
        )
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    func container(_ call: MortiseCall) -> Value? {
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

    func unknownContainer(_ call: MortiseCall) -> Value? {
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

    func staticMember(_ call: MortiseCall) -> Value? {
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

    func makeContainer(_ call: MortiseCall) -> Value {
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

    func configure(_ closure: Value, _ container: Value, _ call: MortiseCall) {
        _ = self.call(closure, [container], at: call.place, .void, call.context)
    }

    func overlay(_ call: MortiseCall, of base: Int) -> Value {
        var name = "overlay"
        if case .string(let text)? = call.value("name") { name = text }
        let number = makeContainer(name, sources: [base], .overlay, at: call.place, call.context)
        let made = Value.container(number, .synchronous)
        if let closure = call.closure { configure(closure, made, call) }
        return made
    }

    func scope(_ call: MortiseCall, of outer: Int) -> Value {
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
}

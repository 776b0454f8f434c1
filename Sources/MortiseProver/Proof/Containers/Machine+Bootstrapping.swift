// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    /// Makes eager singletons, in each form that `bootstrap()` makes.
    func bootstrap(_ call: MortiseCall, _ origin: Origin, _ lane: Lane) {
        let world = world(of: origin)
        let entries = view(origin)?.entries ?? []
        let eager = entries.eager
        if view(origin)?.closed == .always {
            if !eager.isEmpty { leaveUnread(call.place, "what is closed may make nothing") }
            return fail()
        }
        // What was registered meanwhile has replaced something, or has had no effect.
        if view(origin)?.closed == .maybe { leaveUnread(call.place, "it may be closed") }
        // Any of them may have eager singletons that are not known, or decorate one.
        for origin in GraphMaker.order(from: origin, in: world, links: false) {
            guard let gap = world[origin]?.gaps.first else { continue }
            round.unread.append((call.place, gap, frame.caller))
        }
        let decorated = entries.decorated
        let forwarders = entries.forwardingToEager.filter {
            decorated.contains($0.definition.type)
        }
        for form in eager + forwarders {
            if let need = form.need(lane, among: entries, eager + forwarders, in: world) {
                note(need, of: origin, in: world, at: call.place)
            } else {
                leaveUnread(call.place, "which of several definitions it makes")
            }
        }
        bootstrapInherited(call, origin, lane, in: world)
        // Where it fails, it has made some of them.
        change(origin) { container in
            container.perhapsMade.formUnion(eager.map(\.definition))
            return Change()
        }
        fail()
        change(origin) { container in
            container.bootstrapped = .always
            container.made.formUnion(eager.map(\.definition))
            return Change()
        }
    }

    /// Makes what a container decorates of the eager singletons of those around it.
    private func bootstrapInherited(
        _ call: MortiseCall,
        _ origin: Origin,
        _ lane: Lane,
        in world: [Origin: ContainerState]
    ) {
        guard world[origin]?.role != .overlay else { return }
        let order = GraphMaker.order(from: origin, in: world, links: false)
        // What is decorated for scopes of a name, wherever that is said.
        let roles = Set(order.compactMap { world[$0]?.role })
        var decorated = order.flatMap { world[$0]?.entries ?? [] }.filter { entry in
            guard case .scoped(let name) = entry.definition.lifetime else { return false }
            return roles.contains(.scope(name))
        }.decorated
        for source in order {
            let entries = world[source]?.entries ?? []
            let forms = source == origin ? [] : entries.eager + entries.forwardingToEager
            for form in forms where decorated.contains(form.definition.type) {
                let need = form.need(lane)
                let answer = answer(to: need, of: origin)?.entry
                if answer == form { note(need, of: origin, in: world, at: call.place) }
                guard answer == nil else { continue }
                leaveUnread(call.place, "whether it decorates an eager singleton is not known")
            }
            decorated.formUnion(entries.decorated)
        }
    }
}

extension [Entry] {
    fileprivate var eager: [Entry] {
        filter {
            $0.definition.lifetime == .eagerSingleton && $0.definition.kind == .factory
        }
    }

    /// Forwarding follows a replacement, so the key counts.
    fileprivate var forwardingToEager: [Entry] {
        let keys = Set(eager.map(\.definition.key))
        return filter { $0.definition.forwardsTo.map { keys.contains($0.key) } ?? false }
    }

    /// The types that are decorated.
    fileprivate var decorated: Set<SwiftType> {
        Set(map(\.definition).filter { $0.kind == .decorator }.map(\.type))
    }
}

extension Entry {
    /// What asks for it.
    fileprivate func need(_ lane: Lane) -> Need {
        Need(type: definition.type, tag: definition.tag.map { .known($0) } ?? .none, lane: lane)
    }

    /// What asks for it, or for what is made as well; `nil` if each request might get another one.
    fileprivate func need(
        _ lane: Lane,
        among own: [Entry],
        _ made: [Entry],
        in world: [Origin: ContainerState]
    ) -> Need? {
        var need = need(lane)
        if takesArguments, mayLeadElsewhere(in: world) { return nil }
        guard own.contains(where: stands(beside:)) else { return need }
        let all = world.values.flatMap(\.entries).filter(stands(beside:))
        guard isContributing, all.allSatisfy({ $0.isContributing && made.contains($0) }) else {
            return nil
        }
        (need.isPlural, need.isOptional) = (true, true)
        return need
    }

    private var takesArguments: Bool {
        !definition.arguments.isEmpty && definition.wiring == .none
    }

    /// Whether a request without its arguments may lead to another definition: anywhere, or of the type
    /// that it wraps.
    private func mayLeadElsewhere(in world: [Origin: ContainerState]) -> Bool {
        definition.type.wrapped != nil
            || world.values.flatMap(\.entries).map(\.definition).contains { other in
                other.type == definition.type && other != definition && other.kind != .decorator
            }
    }

    /// Whether another one may answer in its place, although neither replaces the other.
    private func stands(beside other: Entry) -> Bool {
        let (one, two) = (definition, other.definition)
        return one.type == two.type && one.tag == two.tag && key != other.key
            && two.kind != .decorator && two.kind != .collection && !two.isExpected
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

// Services, and structures that are bound to keys of a configuration.
extension Machine {
    /// What a definition contributes to `runServices`, by this type.
    private static let service = SwiftType("MortiseServices.ManagedService")

    /// Makes what a definition gives a service, or adds a hook.
    ///
    /// It is a definition of its own, which gives the instance of the other one.
    func contribute(_ definition: Definition, _ call: MortiseCall) {
        for value in call.values { escape(value ?? .none, "it runs later", at: call.place) }
        let isOneOfMany = definition.type.isAnyService
        if isOneOfMany, call.name == "runs" {
            mark(definition) { $0.isContributing = true }
        }
        // A hook has a tag of its own, a service that of its definition.
        let hook = call.name == "runs" ? "" : " \(call.name) \(call.place)"
        let tag = isOneOfMany ? nil : DefinitionTag.text("\(definition.key)\(hook)")
        let made = forward(definition, to: Self.service, tag: tag, at: call.place)
        if isOneOfMany { mark(made) { $0.isContributing = true } }
    }

    /// Makes all eager singletons and all services, and closes the container, whatever happens.
    func runServices(_ call: MortiseCall, of origin: Origin) -> Value {
        ending {
            bootstrap(call, origin, .asynchronous)
            guard state != nil else { return }
            let world = world(of: origin)
            let services = world.values.flatMap(\.entries).map(\.definition).filter {
                $0.type == Self.service
            }
            // They are listed, and each is asked for then.
            let tags = services.map(\.tag).uniqued.sorted { "\($0 as Any)" < "\($1 as Any)" }
            for tag in tags {
                var need = Need(type: Self.service, lane: .asynchronous)
                need.tag = tag.map { .known($0) } ?? .none
                (need.isPlural, need.isOptional) = (true, true)
                note(need, of: origin, in: world, at: call.place)
            }
            fail()
        } then: {
            close(origin)
        }
        return .tuple([])
    }

    /// Gives a closure what binds structures in a container: its view stands for that.
    func configure(_ call: MortiseCall, in origin: Origin) -> Value {
        guard let last = call.values.last, let bind = last else { return unknown(call) }
        for value in call.values.dropLast() {
            escape(value ?? .none, "it is asked for a configuration", at: call.place)
        }
        let lane: Lane = call.labels.first == "fetchingFrom" ? .asynchronous : .synchronous
        _ = invoke(bind, [.container(origin, lane)], at: call.place)
        return .tuple([])
    }

    /// Binds a structure: an eager singleton that needs nothing else.
    func bind(_ call: MortiseCall) -> Value? {
        guard case .container(let origin, let lane)? = call.receiver else { return nil }
        func lost(_ type: SwiftType?, _ reason: String) -> Value {
            change(origin) { $0.lose(type, Gap(reason: reason, place: call.place)) }
            return .unknown
        }
        guard let type = call.generic(0)?.substituting(frame.substitutions), type.isKnownAtRunTime
        else { return lost(nil, "a type that is only known at run time") }
        var tag: DefinitionTag?
        switch self.tag(call.value("tag")) {
        case .known(let known)?: tag = known
        case Need.Tag.none?: break
        case .inherited?, nil: return lost(type, "a tag that is only known at run time")
        }
        let definition = memory.definition(
            Definition(.factory, type, tag: tag, .eagerSingleton, lane, at: call.place)
        )
        add(definition, to: origin)
        return .definition(definition)
    }
}

extension SwiftType {
    /// Whether it is `any Service` of swift-service-lifecycle.
    fileprivate var isAnyService: Bool {
        guard case .existential(let protocols, _, _) = self, protocols.count == 1 else {
            return false
        }
        return protocols[0].map(\.name) == ["ServiceLifecycle", "Service"]
    }
}

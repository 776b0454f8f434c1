// SPDX-License-Identifier: MIT

import CMortiseThread
public import MortiseGraph

extension Container {
    /// The definitions of this container, its parents and its links, with their known dependencies.
    ///
    /// The parameters of auto-wired definitions are known dependencies. The dependencies of other
    /// factories are those recorded when the definition first built an instance in a container of
    /// the graph: what a factory asks for in another one, such as a test's overlay, is not known
    /// here. Before that, the graph knows what the ``Injected`` properties of a registered class or
    /// struct need, unless several tags could be meant.
    ///
    /// - Complexity: O(*n*) in the number of definitions. Builds nothing, and locks each container
    ///   briefly.
    public var graph: Graph { graph { Self.addNeeds(of: $0, to: &$1) } }

    /// Makes the graph.
    ///
    /// - Parameter addNeeds: Adds what is known of instances that were not made yet. The text of an
    ///   error leaves that out: it would be part of every program.
    /// - Returns: The graph.
    private func graph(adding addNeeds: ([Container], inout [Graph.Node]) -> Void) -> Graph {
        let containers = allInOrder
        let numbers = Dictionary(
            uniqueKeysWithValues: containers.enumerated().map { (ObjectIdentifier($1), $0) }
        )
        let observers = Self.observers(in: containers)
        var nodes: [Graph.Node] = []
        for (number, container) in containers.enumerated() {
            nodes += container.nodes(number) {
                $0.dependencies(inGraphOf: number, observers)
            }
        }
        addNeeds(containers, &nodes)
        let needing = nodes
        for (number, container) in containers.enumerated() {
            nodes += container.collectionNodes(number) { key in
                needing.contains { $0.dependencies.contains { $0.key == key } }
            }
        }
        return Graph(
            nodes,
            containers: containers.map { container in
                Graph.Container(
                    container.name,
                    sources: container.enclosing.compactMap { numbers[ObjectIdentifier($0)] },
                    links: container.peers.compactMap { numbers[ObjectIdentifier($0)] },
                    role: container.role.inGraph,
                    prefersMostParameters: container.conventions.contains(.prefersMostParameters)
                )
            },
            installations: containers.enumerated().flatMap { $1.installations($0) }
        )
    }

    private func nodes(
        _ number: Int,
        _ recorded: (Observations) -> [Dependency]
    ) -> [Graph.Node] {
        // Names are made outside the lock.
        let (known, built) = state.withLock { state in
            (
                state.slots.filter { $0.kind != .collection }
                    .map { ($0, $0.existingDetails?.known) },
                Set(
                    state.routes.wrappers.filter(\.wasBuilt).compactMap(
                        \.existingDetails?.decorator
                    )
                )
            )
        }
        let ordinals = Self.ordinals(known.map(\.0))
        return selectionNodes(number)
            + known.map { slot, details in
                var node = Graph.Node(slot.nodeKey, lifetime: slot.scope.lifetime, site: slot.site)
                node.container = number
                let wasSeen = isSeen(slot, number) || built.contains(slot)
                let hidden: Graph.Node.Transparency = wasSeen ? .observed : .opaque
                node.transparency = slot.kind == .leaf ? .declared : hidden
                if let input = slot.kind.input {
                    node.input = input
                    node.transparency = .declared
                    if input == .provided { node.lifetime = .singleton }
                }
                node.isDecorator = slot.kind == .decorator
                if slot.kind != .forwarding {
                    node.lane = slot.lane.inGraph
                    node.staysOnMainActor = slot.lane == .mainActor
                }
                guard let details else { return node }
                let observed = recorded(details.observations)
                if details.isMarkedSeen { node.transparency = .observed }
                let hasSteps = details.blueprint.steps != nil
                if hasSteps, !details.isMarkedSeen { node.transparency = hidden }
                if observed.contains(where: { $0.observer != Dependency.outside }) {
                    node.transparency = .observed
                }
                node.replacing = details.replacing
                node.isContributing = details.isContributing
                node.answersAnyTag = details.blueprint.answersAnyTag && slot.tag == nil
                node.replaced = details.replaced
                node.replacesAnyTag = details.replacedAnyTag
                node.dependencies = observed
                if let known = details.blueprint.target {
                    let target = slot.arguments == 0 ? known.withoutArguments : known
                    node.forwardsTo = target.key
                    let source = slot.existingDetails?.forwarder?.source
                    node.forwardsToSite = source?.site
                    node.forwardsToOrdinal = source.flatMap { ordinals[ObjectIdentifier($0)] } ?? 0
                    node.transparency = .declared
                    node.dependencies = [Dependency(target.key)]
                }
                if let parameters = details.blueprint.parameters {
                    node.wiring = details.blueprint.wiring
                    node.arity = details.blueprint.arity
                    node.transparency =
                        hasSteps && !details.isMarkedSeen ? hidden : .declared
                    node.dependencies =
                        parameters().map { Dependency(to: $0) }
                        + observed.filter { $0.kind != .constructor }
                }
                return node
            }
    }

    /// How many contributions of the same key and place came before each.
    private static func ordinals(_ slots: [Slot]) -> [ObjectIdentifier: Int] {
        struct Place: Hashable {
            let key: Key
            let site: SourceSite?
        }
        var counts: [Place: Int] = [:]
        var found: [ObjectIdentifier: Int] = [:]
        for slot in slots where slot.isContributing && slot.kind != .forwarding {
            let place = Place(key: slot.nodeKey, site: slot.site)
            found[ObjectIdentifier(slot)] = counts[place, default: 0]
            counts[place, default: 0] += 1
        }
        return found
    }

    /// Whether a factory has run, so that its requests are recorded.
    ///
    /// What a scope keeps is made in scopes. A definition of a source may have run anywhere.
    private func isSeen(_ slot: Slot, _ number: Int) -> Bool {
        number == 0 && slot.scope.name == nil
            ? slot.isRecorded(seeing: .passUnretained(self)) : slot.wasBuilt
    }

    /// What to suggest about the last key of a path, in an error that is being printed.
    func nearMisses(on way: [ResolutionError.Entry]) -> String? {
        guard let key = way.last?.key else { return nil }
        let others = NearMisses.hint(
            for: key.key,
            in: graph { _, _ in },
            from: 0,
            conforming: conformingKeys(to: key.type)
        )
        let optional = way.dropLast().last.flatMap { optionalParameter(key.type, of: $0) }
        return optional.map { NearMisses.hint(adding: others, to: Key(TypeName(of: $0))) } ?? others
    }

    /// The optional type of a parameter that wraps a type.
    private func optionalParameter(_ type: UInt, of entry: ResolutionError.Entry) -> Any.Type? {
        for slot in allInOrder.flatMap(\.registeredSlots)
        where slot.type == entry.key.type && slot.tag == entry.key.tag && slot.site == entry.site {
            for parameter in slot.existingDetails?.parameters?() ?? [] {
                guard let derived = parameter as? any DerivedDependency.Type, !derived.isDeferred,
                    KeyWords.word(of: derived.underlyingType) == type
                else { continue }
                return parameter
            }
        }
        return nil
    }

    /// Finds the registered concrete types that conform to a needed protocol, by its name.
    func conformingKeys() -> @Sendable (Key) -> [Key] {
        let types = neededTypes
        return { key in types[key.type].map { self.conformingKeys(to: $0) } ?? [] }
    }

    /// The types of all parameters that auto-wiring fills, and of what is decorated, by name.
    var neededTypes: [TypeName: UInt] {
        let all = allInOrder.flatMap { container in
            container.state.withLock { state in
                state.slots.map { ($0.existingDetails?.parameters, $0) }
            }
        }
        let types = all.flatMap { parameters, slot in
            slot.kind == .decorator ? [slot.key.metatype] : parameters?() ?? []
        }
        .map { type in (type as? any DerivedDependency.Type)?.underlyingType ?? type }
        return Dictionary(types.map { (TypeName(of: $0), KeyWords.word(of: $0)) }) { $1 }
    }

    /// The registered protocols to which the type of a definition conforms.
    func conformances(of node: Graph.Node) -> [Key] {
        let slots = allInOrder.flatMap(\.registeredSlots)
        let own = slots.first { $0.key.key == node.key && $0.site == node.site }
        guard let own, let type = UnsafeRawPointer(bitPattern: own.type) else { return [] }
        return slots.filter { slot in
            UnsafeRawPointer(bitPattern: slot.type).map { mortise_conforms(type, $0) } ?? false
        }.map(\.key.key)
    }

    /// The registered concrete types that conform to a requested protocol.
    func conformingKeys(to type: UInt) -> [Key] {
        guard let wanted = UnsafeRawPointer(bitPattern: type) else { return [] }
        return allInOrder.flatMap(\.registeredSlots).filter { slot in
            UnsafeRawPointer(bitPattern: slot.type).map { mortise_conforms($0, wanted) }
                ?? false
        }.map(\.key.key)
    }
}

extension Slot.Lane {
    fileprivate var inGraph: Graph.Lane {
        switch self {
        case .sync: .synchronous
        case .mainActor, .mainActorSendable: .main
        case .async: .asynchronous
        }
    }
}

extension Slot.Kind {
    /// The part in bringing an input, as the graph shows it.
    fileprivate var input: Graph.Node.Input? {
        switch self {
        case .input: .required
        case .optionalInput: .optional
        case .provided: .provided
        default: nil
        }
    }
}

extension Details {
    /// The data that the graph shows, copied under the owner's lock.
    fileprivate struct Known {
        let replacing: Graph.Node.Replacement?
        let isContributing: Bool
        let replaced: [SourceSite]
        let replacedAnyTag: Bool
        let isMarkedSeen: Bool
        let observations: Observations
        let blueprint: Blueprint
    }

    fileprivate var known: Known {
        Known(
            replacing: replacing,
            isContributing: isContributing,
            replaced: replaced,
            replacedAnyTag: replacedAnyTag,
            isMarkedSeen: isMarkedSeen,
            observations: observations,
            blueprint: blueprint
        )
    }
}

extension Dependency {
    /// A dependency on a type, which may be resolved through another type.
    init(
        to type: Any.Type,
        arguments: [TypeName] = [],
        tag: DefinitionTag? = nil,
        kind: Kind = .constructor,
        evidence: Evidence = .declared,
        isOptional: Bool = false
    ) {
        if let derived = type as? any DerivedDependency.Type, derived.isDeferred {
            self.init(
                to: derived.underlyingType,
                arguments: arguments,
                tag: tag,
                kind: .deferred,
                evidence: evidence,
                isOptional: isOptional || TypeLayout.isOptional(derived.underlyingType)
            )
            lane = derived.lane
        } else {
            self.init(
                Key(TypeName(of: type), arguments: arguments, tag: tag),
                kind: kind,
                evidence: evidence,
                isOptional: isOptional
            )
        }
    }
}

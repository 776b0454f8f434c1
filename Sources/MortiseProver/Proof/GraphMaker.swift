// SPDX-License-Identifier: MIT

import MortiseGraph

/// The graph that a container has at a moment, when decisions turned out in a way.
///
/// It has what a request can lead to, and nothing else.
struct GraphMaker {
    private let containers: [ContainerFact]
    private let site: (Place) -> SourceSite
    private let outcomes: [Int: String]
    private let moment: Int
    private let slice: Set<ObjectIdentifier>
    /// The definitions whose instance exists already.
    private let made: Set<ObjectIdentifier>

    init(
        _ containers: [ContainerFact],
        at moment: Int,
        _ outcomes: [Int: String],
        of slice: Set<ObjectIdentifier>,
        made: Set<ObjectIdentifier> = [],
        site: @escaping (Place) -> SourceSite
    ) {
        self.containers = containers
        self.moment = moment
        self.outcomes = outcomes
        self.slice = slice
        self.made = made
        self.site = site
    }

    func graph(of first: Int) -> Graph {
        let order = Self.order(from: first, in: containers) {
            self.links(of: $0)
        }
        let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        var nodes: [Graph.Node] = []
        for number in order {
            for (fact, replaced) in definitions(of: number) {
                var node = self.node(of: fact, in: numbers[number] ?? 0)
                node.replaced = replaced.map { site($0.place) }
                node.replacesAnyTag = replaced.contains {
                    $0.anyTag?.holds(outcomes) ?? false
                }
                nodes.append(node)
            }
        }
        for (place, number) in order.enumerated() {
            nodes += selections(of: number, in: place, among: nodes)
        }
        for (place, number) in order.enumerated() {
            nodes += collections(of: number, at: place, needed: nodes)
        }
        return Graph(
            nodes,
            containers: order.map { number in
                let fact = containers[number]
                return Graph.Container(
                    fact.name,
                    sources: fact.sources.compactMap { numbers[$0] },
                    links: links(of: number).compactMap { numbers[$0] },
                    role: fact.role.inGraph
                )
            }
        )
    }

    /// The containers that one searches, itself first, and what their links lead to.
    static func order(
        from first: Int,
        in containers: [ContainerFact],
        links: (Int) -> [Int]
    ) -> [Int] {
        var order: [Int] = []
        var waiting = [first]
        while let next = waiting.popLast() {
            guard !order.contains(next) else { continue }
            order.append(next)
            waiting += links(next).reversed() + containers[next].sources.reversed()
        }
        return order
    }

    private func changes(of number: Int) -> some Sequence<Change> {
        containers[number].changes.lazy.filter { $0.moment < moment && $0.guardian.holds(outcomes) }
    }

    private func links(of number: Int) -> [Int] {
        var links: [Int] = []
        for change in changes(of: number) {
            switch change.kind {
            case .link(let other): if !links.contains(other) { links.append(other) }
            case .unlink(let other): links.removeAll { $0 == other }
            default: continue
            }
        }
        return links
    }

    /// The definitions of a container, each with those it replaced.
    func definitions(of number: Int) -> [(fact: DefinitionFact, replaced: [DefinitionFact])] {
        var known: [(fact: DefinitionFact, replaced: [DefinitionFact])] = []
        for change in changes(of: number) {
            switch change.kind {
            case .add(let fact):
                guard slice.contains(ObjectIdentifier(fact)) else { continue }
                let gone = known.filter { replaces(fact, $0.fact) }.map(\.fact)
                known.removeAll { old in gone.contains { $0 === old.fact } }
                known.append((fact, gone))
            case .remove(let fact):
                known.removeAll { $0.fact === fact || $0.fact.forwardsTo === fact }
            case .reset: known.removeAll { $0.fact.input == nil }
            case .link, .unlink, .select: continue
            }
        }
        return known
    }

    /// What stands for the selected one of several definitions.
    private func selections(of number: Int, in container: Int, among nodes: [Graph.Node]) -> [Graph
        .Node]
    {
        var selected: [TypeName: Key] = [:]
        var order: [TypeName] = []
        for change in changes(of: number) {
            guard case .select(let type, let tag) = change.kind else { continue }
            let target = Key(TypeName(type), tag: tag)
            // Selecting what does not exist fails and changes nothing.
            guard nodes.contains(where: { $0.key.type == target.type && $0.key.tag == tag }) else {
                continue
            }
            if selected[target.type] == nil { order.append(target.type) }
            selected[target.type] = target
        }
        return order.compactMap { type in
            guard let target = selected[type] else { return nil }
            var node = Graph.Node(Key(target.type), container: container)
            node.forwardsTo = target
            node.dependencies = [Dependency(target)]
            return node
        }
    }

    private func replaces(_ fact: DefinitionFact, _ old: DefinitionFact) -> Bool {
        guard fact.type == old.type, fact.tag == old.tag, !fact.isDecorator, !old.isDecorator,
            fact.forwardsTo !== old || fact.forwardsTo == nil
        else { return false }
        // A definition is the default of an input that is expected beside it.
        guard fact.isExpected == old.isExpected else { return false }
        let isReplacing = replacement(of: fact)
        if isReplacing == .anyParameters { return true }
        guard fact.arguments == old.arguments else { return false }
        if isReplacing != nil { return true }
        if fact.isDeclared, old.isDeclared { return true }
        return !isContributing(fact) && !isContributing(old) && !fact.isCollection
            && !old.isCollection
    }

    private func replacement(of fact: DefinitionFact) -> Graph.Node.Replacement? {
        fact.replacing.flatMap { $0.guard.holds(outcomes) ? $0.rule : nil }
    }

    private func isContributing(_ fact: DefinitionFact) -> Bool {
        fact.contributing?.holds(outcomes) ?? false
    }

    private func node(of fact: DefinitionFact, in container: Int) -> Graph.Node {
        var node = Graph.Node(fact.key, lifetime: fact.lifetime, site: site(fact.place))
        node.container = container
        node.lane = made.contains(ObjectIdentifier(fact)) ? .synchronous : fact.lane
        node.wiring = fact.wiring
        node.arity = fact.arguments.count
        node.input = fact.input
        if fact.input == .provided { node.lifetime = .singleton }
        node.isDecorator = fact.isDecorator
        node.isContributing = isContributing(fact)
        node.answersAnyTag = fact.anyTag?.holds(outcomes) ?? false
        node.replacing = replacement(of: fact)
        node.dependencies = fact.needs.filter { $0.guardian.holds(outcomes) }.map {
            $0.dependency(inheriting: fact.tag)
        }
        if let target = fact.forwardsTo {
            node.forwardsTo = target.key
            node.dependencies = [Dependency(target.key)]
            node.lane = .synchronous
        }
        return node
    }

    /// What collects the contributions of a container, if a definition or a request needs it.
    private func collections(
        of number: Int,
        at place: Int,
        needed nodes: [Graph.Node]
    ) -> [Graph.Node] {
        let own = nodes.filter { $0.container == place && $0.isContributing }
        let declared = definitions(of: number).map(\.fact).filter(\.isCollection)
        var found: [Graph.Node] = []
        for member in own {
            let isKeyed = member.key.tag != nil
            let type = isKeyed ? member.key.type.keyedCollection : member.key.type.list
            let key = Key(type)
            guard !found.contains(where: { $0.key == key }),
                !nodes.contains(where: {
                    $0.container == place && $0.key == key && $0.collection == nil
                        && !$0.isCollectionDeclaration
                })
            else { continue }
            var node = Graph.Node(key, site: member.site, container: place)
            node.collection = isKeyed ? .keyed : .list
            if isKeyed {
                let tags = nodes.filter { $0.isContributing && $0.key.type == member.key.type }
                    .compactMap(\.key.tag)
                for (index, tag) in tags.enumerated() where tags.firstIndex(of: tag) == index {
                    node.dependencies.append(Dependency(Key(member.key.type, tag: tag)))
                }
            } else {
                node.dependencies = [
                    Dependency(Key(member.key.type), isOptional: true, isPlural: true)
                ]
            }
            found.append(node)
        }
        _ = declared
        return found
    }
}

extension Graph.Node {
    fileprivate var isCollectionDeclaration: Bool { collection != nil }
}

extension TypeName {
    fileprivate var list: TypeName { TypeName("Swift.Array<\(qualified)>") }

    fileprivate var keyedCollection: TypeName {
        TypeName("Swift.Dictionary<MortiseGraph.DefinitionTag, \(qualified)>")
    }
}

extension DefinitionFact {
    var isDeclared: Bool { input != nil }
    var isExpected: Bool { input == .required || input == .optional }

    var key: Key {
        Key(TypeName(type), arguments: arguments.map { TypeName($0) }, tag: tag)
    }
}

extension TypeName {
    /// The name that the run time gives a type.
    init(_ type: SwiftType) {
        self.init(type.spelledName(withAnyInside: Self.composed) ?? "\(type)")
    }

    /// The generic types in whose names the run time keeps the `any` of their arguments.
    private static let composed: Set<String> = [
        "Swift.Array", "Swift.Dictionary", "Swift.Optional", "Mortise.Provider",
    ]
}

extension Need {
    func dependency(inheriting tag: DefinitionTag?) -> Dependency {
        var dependency = Dependency(
            Key(TypeName(type), arguments: arguments.map { TypeName($0) }),
            kind: isDeferred ? .deferred : isProperty ? .property : .constructor,
            evidence: .declared,
            isOptional: isOptional,
            isPlural: isPlural
        )
        if isDeferred { dependency.lane = lane }
        switch self.tag {
        case .none: break
        case .known(let tag): dependency.key.tag = tag
        case .inherited:
            dependency.key.tag = tag
            if tag != nil { dependency.tagRule = .inherited }
        }
        return dependency
    }
}

extension ContainerFact.Role {
    var inGraph: Graph.Container.Role {
        switch self {
        case .plain: .plain
        case .scope(let name): .scope(name)
        case .overlay: .overlay
        }
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// The graph that a request finds, when each slot that has one of several has one that is chosen.
///
/// It has what the request can lead to, and nothing else.
struct GraphMaker {
    /// The container that is asked.
    let first: Origin
    let world: [Origin: ContainerState]
    let makings: [Escape.Key: Making]
    /// The slots that count, or all.
    let slice: Slice?
    /// What a slot has whose content is not certain; nothing if it is not among these.
    let choice: [SlotName: Entry]
    /// How tests have turned out.
    let facts: Facts
    /// Whether only what is asked for on every way counts.
    let isStrict: Bool
    /// Whether the definition's instance exists already.
    let mayBeMade: Bool
    let site: (Place) -> SourceSite
    /// What is adopted, if it is not made.
    var adopting: Need?
    /// The containers of the graph, if not all that one searches, itself first: each keeps its own.
    var containers: [Origin]?

    func graph() -> Graph {
        let order = containers ?? Self.order(from: first, in: world)
        let numbers = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
        let near = Self.order(from: first, in: world, links: false)
        var nodes: [Graph.Node] = []
        for (number, origin) in order.enumerated() {
            guard let container = world[origin] else { continue }
            // What is asked itself keeps what is its own.
            let searched = containers == nil ? near : [origin]
            for entry in entries(of: container, origin) where entry.definition.kind != .collection {
                let isAround = adopting?.type == entry.definition.type
                if isAround, entry.definition.kind == .decorator { continue }
                let keeper = Self.keeper(of: entry.definition, in: origin, among: searched, world)
                let keeps = world[keeper]
                nodes.append(node(of: entry, in: number, container, keptBy: keeps))
                guard entry.answersAnyTag || entry.definition.isOfDip,
                    entry.definition.tag == nil
                else { continue }
                // It passes on the tag that it is asked for.
                for tag in slice?.passedOn[entry.definition.type] ?? [] {
                    nodes.append(
                        node(of: entry, in: number, container, keptBy: keeps, askedFor: tag)
                    )
                }
            }
        }
        for (number, origin) in order.enumerated() {
            nodes += selections(of: origin, number, nodes)
        }
        for (number, origin) in order.enumerated() {
            nodes += collections(of: origin, number, beside: nodes)
        }
        return Graph(
            nodes,
            containers: order.map { origin in
                let container = world[origin]
                return Graph.Container(
                    container?.name ?? "",
                    sources: container?.sources.compactMap { numbers[$0] } ?? [],
                    links: container?.links.compactMap { numbers[$0] } ?? [],
                    role: container?.role.inGraph ?? .plain,
                    prefersMostParameters: container?.rules != nil
                )
            }
        )
    }

    /// The containers that one searches, itself first, and what their links lead to.
    static func order(
        from first: Origin,
        in world: [Origin: ContainerState],
        links: Bool = true
    ) -> [Origin] {
        var order: [Origin] = []
        var seen: Set<Origin> = []
        var waiting = [first]
        while let next = waiting.popLast() {
            guard let container = world[next], seen.insert(next).inserted else { continue }
            order.append(next)
            if links { waiting += container.links.reversed() }
            waiting += container.sources.reversed()
        }
        return order
    }

    /// The container that keeps the instance of a definition for one that asks: the first overlay or
    /// scope that has its own among those that one searches, or the definition's.
    static func keeper(
        of definition: Definition,
        in owner: Origin,
        among near: [Origin],
        _ world: [Origin: ContainerState]
    ) -> Origin {
        near.prefix { $0 != owner }.first { origin in
            switch (world[origin]?.role, definition.lifetime) {
            case (.overlay, _): true
            case (.scope(let name), .scoped(let other)): name == other
            default: false
            }
        } ?? owner
    }

    private func entries(of container: ContainerState, _ origin: Origin) -> [Entry] {
        let keys = slice.map { $0.slots[origin] ?? [] } ?? container.order
        return keys.compactMap { key in
            guard let slot = container[key] else { return nil }
            if slot.isCertain, slot.options.count == 1 { return slot.options[0] }
            return choice[SlotName(origin: origin, key: key)]
        }
    }

    private func node(
        of entry: Entry,
        in number: Int,
        _ container: ContainerState,
        keptBy keeper: ContainerState?,
        askedFor tag: DefinitionTag? = nil
    ) -> Graph.Node {
        let definition = entry.definition
        let tag = tag ?? definition.tag
        var node = Graph.Node(
            Key(definition.key.type, arguments: definition.key.arguments, tag: tag),
            lifetime: definition.lifetime,
            site: site(definition.place)
        )
        node.container = number
        // An overlay has its own.
        let isMade = keeper?.made.contains(definition) ?? false
        let isPassed = slice?.askedWithArguments.contains(definition.type) ?? false
        let isThere = isMade && (definition.arguments.isEmpty || !isPassed)
        let mayBeThere =
            mayBeMade && (isMade || keeper?.perhapsMade.contains(definition) ?? false)
        let isAdopted = adopting?.type == definition.type && definition.kind == .factory
        let steps = isAdopted ? Self.makings(of: entry, makings).filter(\.isStep) : []
        // The factory does not run for what is adopted.
        let isReady = isThere || mayBeThere || isAdopted && steps.isEmpty
        node.lane = isReady ? .synchronous : definition.lane
        node.wiring = definition.wiring
        node.arity = definition.arguments.count
        node.input = definition.input
        if definition.input == .provided { node.lifetime = .singleton }
        node.isDecorator = definition.kind == .decorator
        node.isContributing = entry.isContributing
        node.answersAnyTag = entry.answersAnyTag
        node.replacing = entry.replacing
        // What it may have replaced is no mistake.
        let isSure = entry.hasReplaced || entry.replacing != nil
        node.replaced = isSure ? entry.replaced.map { site($0.definition.place) } : []
        node.replacesAnyTag = entry.replaced.contains { $0.answersAnyTag }
        let facts = container.isOneOfSeveral ? Facts.none : self.facts
        let needs: [Need] =
            if isAdopted {
                (adopting?.adopted ?? []) + needs(of: steps, facts)
            } else if slice != nil, isThere {
                // What a container has is given without a run of the factory.
                []
            } else {
                needs(of: entry, facts)
            }
        // Of a container as a whole it is not known which tags are passed on.
        let known = needs.filter { slice != nil || tag != nil || $0.tag != .inherited }
        node.dependencies = known.flatMap { need in
            views(in: need.scope).map { view in
                var dependency = need.dependency(inheriting: tag)
                dependency.observer = view
                return dependency
            }
        }
        if let target = definition.forwardsTo {
            let key = definition.arguments.isEmpty ? target.key.withoutArguments : target.key
            node.forwardsTo = key
            node.forwardsToSite = site(target.place)
            node.dependencies = [Dependency(key)]
            (node.lane, node.lifetime) = (.synchronous, .unique)
        }
        return node
    }

    /// The containers in whose scope a step runs, by their numbers; `nil` stands for all.
    private func views(in scope: String?) -> [Int?] {
        guard let scope else { return [nil] }
        let order = containers ?? Self.order(from: first, in: world)
        return order.indices.filter { number in
            Self.order(from: order[number], in: world, links: false).contains {
                world[$0]?.role == .scope(scope)
            }
        }
    }

    private func needs(of entry: Entry, _ facts: Facts) -> [Need] {
        let definition = entry.definition
        // What is only asked for with arguments does not resolve its parameters.
        let isWired =
            definition.arguments.isEmpty || slice?.askedPlainly.contains(definition.type) ?? true
        return (isWired ? definition.parameters : [])
            + needs(of: Self.makings(of: entry, makings), facts)
    }

    private func needs(of makings: [Making], _ facts: Facts) -> [Need] {
        var needs: [Need] = []
        for making in makings {
            needs += making.needs.filter { asked in
                // Of a container as a whole it is not known whether something fails for it.
                !asked.isHandled && (slice != nil || !asked.mayBeHandled)
                    && (!isStrict || asked.isCertain) && facts.and(asked.facts) != nil
            }.map { asked in
                var need = asked.need
                need.isProperty = need.isProperty || making.isStep
                need.scope = making.scope
                return need
            }
        }
        return needs
    }

    /// What the factory and the steps of a definition do.
    static func makings(of entry: Entry, _ makings: [Escape.Key: Making]) -> [Making] {
        let definition = entry.definition
        let factory = definition.factory.flatMap {
            makings[.making(definition, $0, isStep: false)]
        }
        return [factory].compactMap { $0 }
            + entry.steps.compactMap { step in
                var making = makings[.making(definition, step, isStep: true)]
                making?.scope = entry.scopesOfSteps[step]
                return making
            }
    }

    /// What stands for the selected one of several definitions.
    ///
    /// It is the first one until another one is selected. A definition without a tag answers itself.
    private func selections(
        of origin: Origin,
        _ number: Int,
        _ nodes: [Graph.Node]
    ) -> [Graph.Node] {
        guard let container = world[origin] else { return [] }
        var selections = container.selections
        for entry in entries(of: container, origin) where entry.isSelectable && !entry.isGuest {
            let definition = entry.definition
            guard let tag = definition.tag, selections[definition.type] == nil else { continue }
            selections[definition.type] = tag
        }
        let inOrder = selections.sorted { "\($0.key)" < "\($1.key)" }
        let selecting = inOrder.flatMap { type, tag -> [Graph.Node] in
            let key = Key(TypeName(type), tag: tag)
            let selected = nodes.filter {
                !$0.isDecorator && $0.key.type == key.type && $0.key.tag == key.tag
            }
            let keys = selected.flatMap { [$0.key.withoutArguments, $0.key] }.uniqued
            return keys.map {
                let answered = Key($0.type, arguments: $0.arguments)
                return Graph.Node(answered, selecting: $0, container: number)
            }
        }
        let registered = nodes.filter { $0.container == number && !$0.isDecorator }
        return selecting.filter { node in !registered.contains { $0.answers(node.key) } }
            .sorted { $0.key.description < $1.key.description }
    }

    /// What keeps an implementation from being selected in a container.
    func obstacle(toSelecting need: Need, at place: Place) -> Diagnostic? {
        let dependency = need.dependency(inheriting: nil)
        let places =
            need.selecting == .own ? [first] : Self.order(from: first, in: world, links: false)
        let isKnown = places.contains { origin in
            world[origin].map { entries(of: $0, origin) }?.contains {
                $0.isSelectable && $0.definition.type == need.type
                    && $0.definition.tag == need.tag.known
            } ?? false
        }
        guard isKnown else {
            return Diagnostic(
                .missingBinding,
                fact: "Nothing provides \(dependency.key)",
                path: [Diagnostic.Step(dependency.key, at: site(place))],
                hint: "register it with that tag, and mark it .selectable()"
            )
        }
        guard need.selecting == .any, let container = world[first] else { return nil }
        let bare = Key(dependency.key.type)
        let own = entries(of: container, first).first {
            $0.definition.kind != .decorator
                && node(of: $0, in: 0, container, keptBy: container).answers(bare)
        }
        return own.map { own in
            Diagnostic(
                .ambiguousBinding,
                fact: "\(bare) is registered without a tag, so nothing can be selected for it",
                path: [Diagnostic.Step(bare, at: site(own.definition.place))],
                hint: "give that definition a tag and mark it .selectable()"
            )
        }
    }

    /// What collects the contributions of a container, and what it declares to be collected.
    private func collections(
        of origin: Origin,
        _ number: Int,
        beside nodes: [Graph.Node]
    ) -> [Graph.Node] {
        let declared = world[origin].map { entries(of: $0, origin) } ?? []
        let known = declared.compactMap { entry -> (TypeName, Bool, SourceSite?)? in
            let definition = entry.definition
            guard definition.kind == .collection, let member = definition.type.collected
            else { return nil }
            return (TypeName(member), definition.type.element == nil, site(definition.place))
        }
        let contributing = nodes.filter { $0.isContributing && $0.isPlain }
        let members = contributing.filter { $0.container == number }
        let all = known + members.map { ($0.key.type, $0.key.tag != nil, $0.site) }
        var found: [Graph.Node] = []
        for (member, isKeyed, site) in all {
            let key = Key(isKeyed ? member.keyedCollection : member.list)
            let isThere = (nodes + found).contains {
                $0.container == number && $0.key == key && !$0.isDecorator
            }
            if isThere { continue }
            let tags = contributing.filter { $0.key.type == member }.compactMap(\.key.tag).uniqued
            var node = Graph.Node(
                key,
                collecting: member,
                by: isKeyed ? tags : nil,
                container: number
            )
            node.site = site
            found.append(node)
        }
        return found
    }
}

/// A slot of a container.
struct SlotName: Hashable {
    let origin: Origin
    let key: Slot.Key
}

/// What can matter to a request.
struct Slice {
    /// The slots that it may come to, in the order of each container.
    var slots: [Origin: [Slot.Key]] = [:]
    var definitions: Set<Definition> = []
    /// The types that it may come to.
    private(set) var types: Set<SwiftType> = []
    /// The types that definitions ask for.
    private var asked: Set<SwiftType> = []
    /// The types that something asks for without arguments.
    private(set) var askedPlainly: Set<SwiftType> = []
    /// The types that something asks for with arguments.
    private(set) var askedWithArguments: Set<SwiftType> = []
    /// The members of assemblies that are asked for and were not looked at yet.
    private var membersAskedFor: [DefinitionTag] = []
    /// What asks for the tag that it is asked for.
    private(set) var inheritors: [Entry] = []
    /// What is asked for of containers that factories captured, and the scopes that they open.
    var requests: [Visit] = []
    private(set) var openings: [Opening] = []
    /// What a factory of another lane may not wait for, since the program may end first.
    private(set) var needsAtOnce: [Need] = []
    /// What it may ask for on its way.
    private(set) var needs: Set<Need> = []
    /// The tags that types are asked for, with `nil` for none, where some definition passes them on.
    private var tagsAskedFor: [SwiftType: Set<DefinitionTag?>] = [:]
    private var isLimited: Bool { tagsAskedFor.values.contains { $0.count > 16 } }
    /// The tags that definitions of a type without one are asked for and pass on.
    private(set) var passedOn: [SwiftType: [DefinitionTag]] = [:]
    var gap: Gap?

    init(_ need: Need, in world: [Origin: ContainerState], _ makings: [Escape.Key: Making]) {
        let containers = world.inOrder
        gap = containers.lazy.compactMap(\.value.gap).first
        // Members of one type do not answer for each other.
        lazy var members = Dictionary(
            grouping: containers.flatMap { origin, container in
                container.slots.keys { key, _ in key.tag?.isMember ?? false }
                    .map { SlotName(origin: origin, key: $0) }
            },
            by: \.key.tag
        )
        func names(of type: SwiftType) -> [SlotName] {
            containers.flatMap { origin, container in
                container.slots.keys(of: type).filter { !($0.tag?.isMember ?? false) }
                    .map { SlotName(origin: origin, key: $0) }
            }
        }
        needs = [need]
        asked = Set((need.adopted ?? []).map(\.type))
        var waiting = need.tag.isMember ? [] : [need.type] + asked
        var found: Set<SlotName> = []
        noteRequest(of: need)
        membersAskedFor = [need.tag.known].compactMap { $0 }.filter(\.isMember)
        while true {
            while let tag = membersAskedFor.popLast() {
                for name in members[tag] ?? [] where found.insert(name).inserted {
                    for entry in world[name.origin]?[name.key]?.options ?? [] {
                        gap = gap ?? entry.gap
                        add(entry, makings, &waiting)
                    }
                }
            }
            guard let type = waiting.popLast() else { break }
            guard types.insert(type).inserted else { continue }
            waiting += [type.wrapped, type.collected].compactMap { $0 }
            gap = gap ?? containers.lazy.compactMap { $0.value.typeGaps[type] }.first
            let unordered = world.values.filter { $0.hasUnknownFirst(of: type) }
            if let place = unordered.map(\.place).min() {
                gap = gap ?? Gap(reason: "which implementation is the first", place: place)
            }
            for name in names(of: type) {
                found.insert(name)
                for entry in world[name.origin]?[name.key]?.options ?? [] {
                    gap = gap ?? entry.gap
                    if need.selecting == nil { add(entry, makings, &waiting) }
                }
            }
        }
        if inheritors.contains(where: \.definition.isOfDip) {
            let entries = containers.flatMap(\.value.entries).filter {
                types.contains($0.definition.type)
            }
            findTags(
                need,
                entries.map { entry in
                    let made = GraphMaker.makings(of: entry, makings).flatMap {
                        $0.needs.map(\.need)
                    }
                    return (entry.definition, entry.definition.parameters + made)
                }
            )
        }
        for entry in inheritors where entry.definition.tag == nil { passOn(to: entry, in: world) }
        if need.adopted != nil {
            let isMade = asked.contains { $0 == need.type || $0.wrapped == need.type }
            let isForwarded = definitions.contains { $0.type == need.type && $0.forwardsTo != nil }
            if isMade || isForwarded, let place = definitions.map(\.place).min() {
                gap = gap ?? Gap(reason: "what is adopted may be another object", place: place)
            }
        }
        let lists = Set(needs.filter(\.isPlural).map(\.type) + types.compactMap(\.collected))
        for list in lists.sorted(by: { "\($0)" < "\($1)" }) {
            // A list may have what contributes to it, or what stands beside that.
            for (_, names) in Dictionary(grouping: names(of: list), by: \.origin).inOrder {
                let entries = names.flatMap { world[$0.origin]?[$0.key]?.options ?? [] }
                    .filter { $0.definition.kind != .decorator && !$0.definition.isExpected }
                let others = entries.filter { !$0.isContributing }.map(\.definition.place)
                guard others.count < entries.count, let place = others.min() else { continue }
                gap =
                    gap
                    ?? Gap(reason: "it is registered both as contributing and not", place: place)
            }
        }
        for (origin, names) in Dictionary(grouping: found, by: \.origin) {
            slots[origin] = world[origin]?.slots.sorted(names.map(\.key))
        }
    }

    /// Whether what a slot has decides something: with a tag that nothing asks for it does not.
    func mayCome(to slot: Slot, _ key: Slot.Key) -> Bool {
        let isPlain = slot.options.allSatisfy { entry in
            entry.definition.kind == .factory && !entry.isSelectable && !entry.isContributing
                && !entry.definition.isOfDip && !entry.definition.isMember
        }
        guard let tag = key.tag, isPlain else { return true }
        let isTarget = definitions.contains { definition in
            definition.forwardsTo.map { $0.type == key.type && $0.tag == tag } ?? false
        }
        func mayMean(_ need: Need) -> Bool {
            guard need.type == key.type || need.type.wrapped == key.type else {
                return need.type.mentions(key.type)
            }
            return need.isPlural || need.selecting != nil || need.tag == .inherited
                || need.tag == .known(tag) || need.tagRule != nil
        }
        return isTarget || needs.contains(where: mayMean)
            || definitions.contains { $0.parameters.contains(where: mayMean) }
    }

    /// Notes with which tags a definition without one is asked for.
    private mutating func passOn(to entry: Entry, in world: [Origin: ContainerState]) {
        if entry.definition.isOfDip { return fallBack(to: entry, in: world) }
        let type = entry.definition.type
        let forwards = definitions.filter { $0.forwardsTo == entry.definition && $0.tag == nil }
        let asking = needs.filter { need in
            need.tag != .none
                && ([type] + forwards.map(\.type)).contains {
                    $0 == need.type || $0 == need.type.wrapped
                }
        }
        let isTagged = definitions.contains { $0.forwardsTo == entry.definition && $0.tag != nil }
        let isExact =
            asking.allSatisfy { $0.tag != .inherited } && forwards.isEmpty && !isTagged
            && entry.definition.kind != .decorator
            && definitions.allSatisfy { $0.type != type || $0.tag == nil }
        if asking.isEmpty, entry.definition.kind != .decorator, !isTagged { return }
        if !isExact {
            let place = entry.definition.place
            gap = gap ?? Gap(reason: "the tag that it is asked for is not known", place: place)
        }
        passedOn[type] = Set(asking.compactMap(\.tag.known)).sorted { "\($0)" < "\($1)" }
    }

    /// Notes with which tags a definition is asked for that answers where they have none.
    private mutating func fallBack(to entry: Entry, in world: [Origin: ContainerState]) {
        let type = entry.definition.type
        let tags = tagsAskedFor[type, default: []].compactMap { $0 }
        guard !tags.isEmpty else { return }
        let forwards = definitions.filter { $0.forwardsTo == entry.definition }
        let same = definitions.filter { $0.type == type }
        let isExact =
            world.count == 1 && forwards.isEmpty && entry.definition.kind == .factory
            && !isLimited && same.allSatisfy { $0.arguments == entry.definition.arguments }
        if !isExact {
            let place = entry.definition.place
            gap = gap ?? Gap(reason: "the tag that it is asked for is not known", place: place)
        }
        let own = Set(same.compactMap(\.tag))
        passedOn[type] = tags.filter { !own.contains($0) }.sorted { "\($0)" < "\($1)" }
    }

    /// Finds out which tags definitions are asked for, which some pass on.
    private mutating func findTags(_ need: Need, _ needs: [(Definition, [Need])]) {
        var known: [SwiftType: Set<DefinitionTag?>] = [:]
        var count = -1
        func note(_ type: SwiftType, _ tags: Set<DefinitionTag?>) {
            for type in [type, type.wrapped].compactMap({ $0 }) {
                known[type, default: []].formUnion(tags)
            }
        }
        note(need.type, [need.tag.known])
        for adopted in need.adopted ?? [] {
            note(adopted.type, [adopted.tag.known, need.tag.known])
        }
        while count != known.values.reduce(0, { $0 + $1.count }) {
            count = known.values.reduce(0) { $0 + $1.count }
            for (definition, needs) in needs {
                let own: Set<DefinitionTag?> =
                    definition.tag.map { [$0] } ?? known[definition.type] ?? []
                if let target = definition.forwardsTo { note(target.type, own) }
                for need in needs {
                    note(need.type, need.tag == .inherited ? own : [need.tag.known])
                }
            }
        }
        tagsAskedFor = known
    }

    private mutating func add(
        _ entry: Entry,
        _ makings: [Escape.Key: Making],
        _ waiting: inout [SwiftType]
    ) {
        definitions.insert(entry.definition)
        if let target = entry.definition.forwardsTo {
            waiting.append(target.type)
            if entry.definition.arguments.isEmpty { askedPlainly.insert(target.type) }
        }
        var needed = entry.definition.parameters.map(\.type)
        for need in entry.definition.parameters { noteRequest(of: need) }
        if entry.definition.parameters.contains(where: { $0.tag == .inherited }) {
            inheritors.append(entry)
        }
        for making in GraphMaker.makings(of: entry, makings) {
            gap = gap ?? making.gap
            requests += making.requests
            openings += making.openings.filter { !$0.isHandled }.map(\.opening)
            let atOnce = making.needs.filter { $0.mayEnd && $0.need.lane != .asynchronous }
            needsAtOnce += atOnce.map(\.need).filter { !$0.isDeferred }
            let asked = making.needs.map(\.need)
            for need in asked { noteRequest(of: need) }
            needed += asked.filter { !$0.tag.isMember }.map(\.type)
            membersAskedFor += asked.compactMap(\.tag.known).filter(\.isMember)
            needs.formUnion(making.needs.map(\.need))
            if making.needs.contains(where: { $0.need.tag == .inherited }) {
                inheritors.append(entry)
            }
        }
        asked.formUnion(needed)
        waiting += needed
    }
}

extension Slice {
    private mutating func noteRequest(of need: Need) {
        var types = [need.type]
        while let inner = types.last.flatMap({ $0.wrapped ?? $0.collected }) { types.append(inner) }
        if need.arguments.isEmpty {
            askedPlainly.formUnion(types)
        } else {
            askedWithArguments.formUnion(types)
        }
    }
}

extension SwiftType {
    /// Whether it is made of another type, such as a list of it.
    fileprivate func mentions(_ other: SwiftType) -> Bool {
        guard case .nominal(_, let arguments) = self else { return self == other }
        return self == other || arguments.contains { $0.mentions(other) }
    }

    /// What a list or a keyed collection is of.
    fileprivate var collected: SwiftType? {
        if let element { return element }
        guard case .nominal(let path, let arguments) = self, arguments.count == 2,
            path.map(\.name) == ["Swift", "Dictionary"]
        else { return nil }
        return arguments[1]
    }
}

extension Graph.Node {
    /// Whether a request for a key without a tag finds it in its container.
    fileprivate func answers(_ other: Key) -> Bool {
        key == other || wiring != .none && key.withoutArguments == other
    }
}

extension TypeName {
    fileprivate var list: TypeName { TypeName("Swift.Array<\(qualified)>") }

    fileprivate var keyedCollection: TypeName {
        TypeName("Swift.Dictionary<MortiseGraph.DefinitionTag, \(qualified)>")
    }

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
        if let tagRule, dependency.key.tag != nil { dependency.tagRule = tagRule }
        return dependency
    }
}

extension ContainerState.Role {
    var inGraph: Graph.Container.Role {
        switch self {
        case .plain: .plain
        case .scope(let name): .scope(name)
        case .overlay: .overlay
        }
    }
}

// SPDX-License-Identifier: MIT

extension Graph {
    /// A graph's definitions by key, for many lookups.
    public final class Index: Sendable {
        /// The graph's containers, followed by those that stand for one across a link.
        private let counterparts: Counterparts

        /// For every container, itself and its sources, in order.
        private let near: [[Int]]

        /// For every container, the containers reached through links, in order: each with its sources.
        private let linked: [[[Int]]]

        /// The definitions that answer a key with exactly its arguments.
        private let exact: [Slot: [Int]]

        /// The definitions that answer a key without arguments by auto-wiring.
        private let wired: [Slot: Lookup]

        /// The definitions that answer requests with any tag.
        private let forAnyTag: Set<Int>

        /// All definitions of a type and tag, with any arguments.
        private let known: [Slot: [Int]]

        /// The definitions that replace all others of their type and tag.
        private let replacing: Set<Slot>

        /// The definitions that share a key with others.
        private let contributing: Set<Int>

        /// The definitions that need no arguments to be passed, without what leads to a selected one.
        private let plain: Set<Int>

        let nodes: [Node]

        /// The containers that expect an input which may be left out.
        private let optionalInputs: [Key: Set<Int>]

        /// The decorators of each type, whatever their tags, in the order they apply.
        private let decorators: [Slot: [Int]]

        /// Creates an index.
        ///
        /// - Parameter graph: The graph whose definitions are looked up.
        /// - Complexity: O(*n* log *n*) for *n* definitions, plus the number of containers that
        ///   each container searches.
        public init(_ graph: Graph) {
            contributing = Set(graph.nodes.indices.filter { graph.nodes[$0].isContributing })
            plain = Set(
                graph.nodes.indices.filter {
                    graph.nodes[$0].isPlain && !graph.nodes[$0].isSelection
                }
            )
            let counterparts = Counterparts(graph)
            let containers = counterparts.containers
            let near = counterparts.searches.map(\.order)
            (self.counterparts, self.near) = (counterparts, near)
            linked = containers.indices.map { Self.links(from: $0, in: containers, near) }
            nodes = graph.nodes
            optionalInputs = Dictionary(
                graph.nodes.filter { $0.input == .optional }.map { ($0.key, [$0.container]) }
            ) { $0.union($1) }
            var exact: [Slot: [Int]] = [:]
            var known: [Slot: [Int]] = [:]
            var wired: [Slot: Candidates] = [:]
            var forAnyTag: Set<Int> = []
            var replacing: Set<Slot> = []
            var decorators: [Slot: [Int]] = [:]
            for (index, node) in graph.nodes.enumerated() {
                guard !node.isDecorator else {
                    let place = Slot(container: node.container, key: Key(node.key.type))
                    decorators[place, default: []].append(index)
                    continue
                }
                let slot = Slot(container: node.container, key: node.key)
                // In a container that searches no other one, there is nothing to hide.
                let hasSources = !graph.containers[node.container].sources.isEmpty
                if node.replacing == .anyParameters, hasSources {
                    let bare = node.key.withoutArguments
                    replacing.insert(Slot(container: node.container, key: bare))
                }
                // What is expected answers only where no definition does.
                let isDeclared = exact[slot]?.last.map { graph.nodes[$0].isExpected } ?? false
                if node.isExpected, exact[slot] != nil, !isDeclared { continue }
                if !node.isContributing || isDeclared { exact[slot] = [] }
                exact[slot, default: []].append(index)
            }
            for index in exact.values.joined().sorted() {
                let node = graph.nodes[index]
                let bare = Slot(container: node.container, key: node.key.withoutArguments)
                known[bare, default: []].append(index)
                if node.answersAnyTag { forAnyTag.insert(index) }
                guard node.wiring != .none else { continue }
                wired[bare, default: Candidates()].insert(node, at: index)
            }
            self.exact = exact
            self.known = known
            self.wired = wired.mapValues(\.answer)
            self.forAnyTag = forAnyTag
            self.replacing = replacing
            self.decorators = decorators
        }

        /// Finds the definitions that answer a key.
        ///
        /// The rules are those of ``Graph/lookup(_:from:tagRule:)``.
        ///
        /// - Parameters:
        ///   - key: The requested key.
        ///   - container: The index of the requested container.
        ///   - tagRule: How a tag of the key is looked up.
        /// - Returns: The answer.
        /// - Complexity: O(*c*) for *c* searched containers.
        /// - Precondition: `container` is an index into the graph's containers.
        public func lookup(
            _ key: Key,
            from container: Int = 0,
            tagRule: Dependency.TagRule = .exact
        ) -> Lookup {
            precondition(
                near.indices.contains(container),
                "container \(container) was asked for \(key), but there are \(near.count)"
            )
            var mismatches: [Int] = []
            for spelling in key.spellings {
                switch search(spelling, from: container, tagRule) {
                case .found(let nodes): return .found(nodes)
                case .ambiguous(let nodes): return .ambiguous(nodes)
                case .argumentMismatch(let nodes): mismatches += nodes
                case .missing: continue
                }
            }
            return mismatches.isEmpty ? .missing : .argumentMismatch(mismatches)
        }

        /// Finds the definitions that contribute to a key, or the one that answers it if none
        /// contributes.
        func all(_ key: Key, from container: Int) -> [Int] {
            answers(toAllOf: key, from: container).flatMap(\.deciding)
        }

        /// Finds what answers a request for all that contributes to a key.
        ///
        /// A container's definition that does not contribute hides those of its sources and of what it
        /// is linked with. One that replaces all others hides those of its sources. What is expected is
        /// needed only where nothing contributes, and unless it may be left out.
        func answers(toAllOf key: Key, from container: Int) -> [Lookup] {
            var seen: Set<Int> = []
            func collect(_ place: Int) -> [Lookup] {
                guard seen.insert(place).inserted else { return [] }
                let bare = Slot(container: place, key: key.withoutArguments)
                let own = (known[bare] ?? []).filter {
                    plain.contains($0) && !nodes[$0].isExpected
                }
                let together = own.filter(contributing.contains)
                guard own.isEmpty || !together.isEmpty else {
                    return [answer(to: bare.key, in: place) ?? .missing]
                }
                let isHiding = replacing.contains(bare)
                let links = counterparts.links(of: place, from: container)
                let sources = isHiding ? [] : counterparts.own[place].sources
                return (links + sources).flatMap(collect) + together.map { .found([$0]) }
            }
            let found = collect(counterparts.origins[container]?.peer ?? container)
            guard found.isEmpty, case .found(let expected) = lookup(key, from: container)
            else { return found }
            return expected.filter { nodes[$0].input == .required && nodes[$0].key == key }
                .map { .found([$0]) }
        }

        /// Returns the definitions of a key's type and tag in the containers that a container
        /// searches after itself.
        func known(_ key: Key, beyond container: Int) -> [Int] {
            known(key, in: containers(from: container).dropFirst())
        }

        /// Returns the definitions of a key's type and tag in the containers that a container
        /// searches, itself first.
        func known(_ key: Key, from container: Int) -> [Int] {
            known(key, in: containers(from: container)[...])
        }

        private func known(_ key: Key, in places: ArraySlice<Int>) -> [Int] {
            places.flatMap { known[Slot(container: $0, key: key.withoutArguments)] ?? [] }
        }

        /// Returns whether a container itself contributes to a key's type and tag.
        func contributes(to key: Key, in container: Int) -> Bool {
            let own = known[Slot(container: container, key: key.withoutArguments)] ?? []
            return own.contains { contributing.contains($0) && plain.contains($0) }
        }

        /// Returns whether a definition that replaces all others hides the definitions of a key's
        /// type and tag in one container from another one.
        func isHidden(_ key: Key, in place: Int, from container: Int) -> Bool {
            near[container].prefix { $0 != place }.contains { nearer in
                replacing.contains(Slot(container: nearer, key: key.withoutArguments))
            }
        }

        /// The container that a factory sees: one of the graph, or one that stands for it across a link.
        func container(_ view: Int) -> Container { containers[view] }

        private var containers: [Container] { counterparts.containers }

        /// The containers whose observations hold for what a container sees.
        func observers(in view: Int) -> [Int] { counterparts.observers(in: view) }

        /// Returns whether a container is searched without following a link.
        func isOnWay(_ place: Int, from container: Int) -> Bool { near[container].contains(place) }

        /// Returns the containers that a container searches, itself first.
        func containers(from container: Int) -> [Int] {
            near[container] + linked[container].joined()
        }

        /// Returns the container that a definition's factory sees when a container asks for it.
        ///
        /// The factory of a kept instance sees the container that keeps it: an overlay or an open
        /// scope on the way, or the definition's own. Any other one sees the container that asks.
        func view(of node: Node, from asked: Int) -> Int {
            guard let way = way(to: node.container, from: asked), let asked = way.first
            else { return node.container }
            guard node.forwardsTo == nil, node.lifetime.isCaching else { return asked }
            let home = way.first { place in
                switch (containers[place].role, node.lifetime) {
                case (.overlay, _): true
                case (.scope(let name), .scoped(let other)): name == other
                default: false
                }
            }
            return home ?? node.container
        }

        /// The way to the container of a definition: from the one that is asked, or from the one
        /// that is asked in its place across a link.
        private func way(to place: Int, from asked: Int) -> [Int]? {
            let starts = [asked] + linked[asked].compactMap(\.first)
            return starts.lazy.compactMap { self.counterparts.searches[$0].way(to: place) }.first
        }

        /// Returns the decorators that wrap a definition for a container that asks, innermost first.
        func decorators(of number: Int, from asked: Int) -> [Int] {
            guard !decorators.isEmpty else { return [] }
            let node = nodes[number]
            let way = way(to: node.container, from: asked) ?? []
            func declared(in place: Int, for scope: String?) -> [Int] {
                (decorators[Slot(container: place, key: Key(node.key.type))] ?? [])
                    .filter { nodes[$0].decoratedScope == scope }
            }
            return way.reversed().flatMap { place in
                // A counterpart does not look for decorators.
                guard let scope = containers[place].role.scope,
                    counterparts.origins[place] == nil
                else { return declared(in: place, for: nil) }
                let inherited = near[place].dropFirst().reversed().flatMap {
                    declared(in: $0, for: scope)
                }
                return inherited + declared(in: place, for: nil)
            }.filter { nodes[$0].decorates(node) }
        }

        /// Finds the definitions that answer a dependency.
        func lookup(_ dependency: Dependency, from container: Int) -> Lookup {
            lookup(dependency.key, from: container, tagRule: dependency.tagRule)
        }

        private func search(
            _ key: Key,
            from container: Int,
            _ tagRule: Dependency.TagRule
        ) -> Lookup {
            var mismatches: [Int] = []
            var expected: Lookup?
            for groups in [[near[container]], linked[container]] {
                var isExpectedHere = false
                for (candidate, isForAnyTag) in key.candidates(tagRule) where !isExpectedHere {
                    let isMeant: (Int) -> Bool = isForAnyTag ? forAnyTag.contains : { _ in true }
                    for places in groups {
                        for place in places {
                            if let answer = answer(to: candidate, in: place),
                                answer.deciding.contains(where: isMeant)
                            {
                                guard isExpected(answer) else { return answer }
                                expected = expected ?? answer
                                isExpectedHere = true
                            }
                            let bare = Slot(container: place, key: candidate.withoutArguments)
                            let same = exact[Slot(container: place, key: candidate)] ?? []
                            mismatches += (known[bare] ?? []).filter {
                                isMeant($0) && !same.contains($0) && !mismatches.contains($0)
                            }
                            if replacing.contains(bare) { break }
                        }
                    }
                }
            }
            return expected ?? (mismatches.isEmpty ? .missing : .argumentMismatch(mismatches))
        }

        private func answer(to key: Key, in container: Int) -> Lookup? {
            let slot = Slot(container: container, key: key)
            let found = exact[slot].map { Lookup.found($0) }
            if let found, !isExpected(found) { return found }
            return (key.arguments.isEmpty ? wired[slot] : nil) ?? found
        }

        /// Whether an answer is an input that is yet to be brought.
        ///
        /// What is expected does not stand beside another answer.
        private func isExpected(_ answer: Lookup) -> Bool {
            guard case .found(let found) = answer, found.count == 1 else { return false }
            return nodes[found[0]].isExpected
        }

        /// Returns whether a dependency may be missing in a container: it was requested so, or its
        /// type is an optional and a container on the way expects it as one that may be left out.
        func mayBeMissing(_ dependency: Dependency, from container: Int) -> Bool {
            dependency.isOptional
                || dependency.key.type.wrapped != nil
                    && dependency.key.spellings.dropFirst().contains { key in
                        optionalInputs[key].map { places in
                            containers(from: container).contains(where: places.contains)
                        } ?? false
                    }
        }

        /// The containers reached through the links of a container or its sources: each with its
        /// sources, followed by its own links.
        private static func links(
            from start: Int,
            in containers: [Container],
            _ near: [[Int]]
        ) -> [[Int]] {
            var order: [[Int]] = []
            var seen = Set(near[start])
            var found = seen
            // A stack instead of recursion, because links may form long chains.
            var waiting = near[start].flatMap { containers[$0].links }.reversed() as [Int]
            while let next = waiting.popLast() {
                guard seen.insert(next).inserted else { continue }
                order.append(near[next].filter { found.insert($0).inserted })
                waiting += near[next].flatMap { containers[$0].links }.reversed()
            }
            return order
        }
    }
}

extension Graph.Node {
    /// Whether it is a decorator that wraps a definition, if it is on the way to that.
    func decorates(_ other: Graph.Node) -> Bool {
        let isWrapped =
            !other.isDecorator && other.collection == nil && !other.isSelection
            && (other.input == nil || other.input == .provided)
        return isDecorator && isWrapped && key.type == other.key.type
            && (key.tag == nil || key.tag == other.key.tag)
    }

    /// Whether it needs no arguments to be passed.
    package var isPlain: Bool { key.arguments.isEmpty || wiring != .none }

    /// Whether it is an input that is yet to be brought.
    var isExpected: Bool { input == .required || input == .optional }

    /// The name of the scopes that a decorator is for, if it is not for its own container.
    var decoratedScope: String? { isDecorator ? lifetime.scopeName : nil }

    /// Whether it stands for the selected one of several definitions.
    var isSelection: Bool { key.tag == nil && forwardsTo?.type == key.type }
}

/// A key in one container.
private struct Slot: Hashable, Sendable {
    let container: Int
    let key: Key
}

/// The auto-wirable definitions with the most parameters.
private struct Candidates: Sendable {
    private var arity = -1

    /// The definitions with the same arguments as the first.
    private var first: [Int] = []

    /// The last definition for each list of arguments.
    private var lasts: [Int] = []

    /// The index in `lasts` of each list of arguments.
    private var places: [[TypeName]: Int] = [:]

    /// The last definition, if it contributes: then it answers, whatever its parameters.
    private var contribution: Int?

    var answer: Graph.Lookup {
        if let contribution, lasts.count > 1 || first.last != contribution {
            return .found([contribution])
        }
        return lasts.count == 1 ? .found(first) : .ambiguous(lasts.sorted())
    }

    mutating func insert(_ node: Graph.Node, at index: Int) {
        contribution = node.isContributing ? index : nil
        guard node.arity >= arity else { return }
        if node.arity > arity {
            (arity, first, lasts, places) = (node.arity, [], [], [:])
        }
        let place = places[node.key.arguments, default: lasts.count]
        places[node.key.arguments] = place
        if place == 0 { first.append(index) }
        if place < lasts.count {
            lasts[place] = index
        } else {
            lasts.append(index)
        }
    }
}

extension Key {
    /// The keys to search for, in order, and whether only definitions for any tag count.
    fileprivate func candidates(
        _ tagRule: Dependency.TagRule
    ) -> [(key: Key, isForAnyTag: Bool)] {
        guard tag != nil else { return [(self, false)] }
        switch tagRule {
        case .exact: return [(self, false), (withoutTag, true)]
        case .inherited: return [(self, false), (withoutTag, true), (withoutTag, false)]
        case .fallingBack: return [(self, false), (withoutTag, false)]
        }
    }

    /// The key without a tag.
    var withoutTag: Key {
        Key(type, arguments: arguments)
    }

    /// The key without arguments.
    package var withoutArguments: Key {
        Key(type, tag: tag)
    }
}

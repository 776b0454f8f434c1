// SPDX-License-Identifier: MIT

extension Graph {
    /// A graph's definitions by key, to look up many keys.
    public struct Index: Sendable {
        /// For every container, itself and its sources, in order.
        private let near: [[Int]]

        /// For every container, what it is linked with, in order.
        private let linked: [[Int]]

        /// The definitions that answer a key with exactly its arguments.
        private var exact: [Slot: [Int]] = [:]

        /// The definitions that answer a key without arguments by auto-wiring.
        private var wired: [Slot: Candidates] = [:]

        /// All definitions of a type and tag, whatever their arguments.
        private var known: [Slot: [Int]] = [:]

        /// The definitions that live beside others.
        private let contributing: Set<Int>

        /// The definitions that take no arguments, or need none.
        private let plain: Set<Int>

        /// Creates an index.
        ///
        /// - Parameter graph: The graph whose definitions are looked up.
        /// - Complexity: O(*n* log *n*) for *n* definitions, plus the number of containers that
        ///   each container asks.
        public init(_ graph: Graph) {
            contributing = Set(graph.nodes.indices.filter { graph.nodes[$0].isContributing })
            plain = Set(
                graph.nodes.indices.filter {
                    graph.nodes[$0].key.arguments.isEmpty || graph.nodes[$0].wiring != .none
                }
            )
            let near = graph.containers.indices.map { Self.order(from: $0, in: graph.containers) }
            self.near = near
            linked = graph.containers.indices.map {
                Self.links(from: $0, in: graph.containers, near)
            }
            for (index, node) in graph.nodes.enumerated() {
                let slot = Slot(container: node.container, key: node.key)
                if !node.isContributing { exact[slot] = [] }
                exact[slot, default: []].append(index)
            }
            for index in exact.values.joined().sorted() {
                let node = graph.nodes[index]
                let bare = Slot(container: node.container, key: node.key.withoutArguments)
                known[bare, default: []].append(index)
                guard node.wiring != .none else { continue }
                wired[bare, default: Candidates()].insert(node, at: index)
            }
        }

        /// Finds what answers a key.
        ///
        /// The rules are those of ``Graph/lookup(_:from:)``.
        ///
        /// - Parameters:
        ///   - key: What is asked for.
        ///   - container: The index of the container that is asked.
        /// - Returns: What answers the key.
        /// - Complexity: O(*c*) for *c* containers that are asked.
        /// - Precondition: `container` is an index into the graph's containers.
        public func lookup(_ key: Key, from container: Int = 0) -> Lookup {
            precondition(
                near.indices.contains(container),
                "container \(container) was asked for \(key), but there are \(near.count)"
            )
            var mismatches: [Int] = []
            for spelling in key.spellings {
                switch search(spelling, from: container) {
                case .found(let nodes): return .found(nodes)
                case .ambiguous(let nodes): return .ambiguous(nodes)
                case .argumentMismatch(let nodes): mismatches += nodes
                case .missing: continue
                }
            }
            return mismatches.isEmpty ? .missing : .argumentMismatch(mismatches)
        }

        /// Finds the definitions that contribute to a key; the one that answers it if none says so.
        ///
        /// A container's definition that does not contribute hides those of its sources.
        func all(_ key: Key, from container: Int) -> [Int] {
            var found: [Int] = []
            for place in containers(from: container) {
                let bare = Slot(container: place, key: key.withoutArguments)
                let own = (known[bare] ?? []).filter(plain.contains)
                if own.contains(where: contributing.contains) {
                    found = own + found
                } else if let last = own.last {
                    found.insert(last, at: 0)
                    if place == container { break }
                }
            }
            return found
        }

        /// Returns the containers a container asks, itself first.
        func containers(from container: Int) -> [Int] {
            near[container] + linked[container]
        }

        private func search(_ key: Key, from container: Int) -> Lookup {
            var mismatches: [Int] = []
            for places in [near[container], linked[container]] {
                for candidate in key.tag == nil ? [key] : [key, key.withoutTag] {
                    for place in places {
                        if let answer = answer(to: candidate, in: place) { return answer }
                        let bare = Slot(container: place, key: candidate.withoutArguments)
                        mismatches += known[bare] ?? []
                    }
                }
            }
            return mismatches.isEmpty ? .missing : .argumentMismatch(mismatches)
        }

        private func answer(to key: Key, in container: Int) -> Lookup? {
            let slot = Slot(container: container, key: key)
            if let nodes = exact[slot] { return .found(nodes) }
            guard key.arguments.isEmpty, let candidates = wired[slot] else { return nil }
            return candidates.answer
        }

        private static func order(from start: Int, in containers: [Container]) -> [Int] {
            var order: [Int] = []
            var seen: Set<Int> = []
            var waiting = [start]
            while let next = waiting.popLast() {
                guard seen.insert(next).inserted else { continue }
                order.append(next)
                waiting += containers[next].sources.reversed()
            }
            return order
        }

        /// What a container is linked with, or one of its sources is: each with its sources, and followed
        /// by what it is linked with itself.
        private static func links(
            from start: Int,
            in containers: [Container],
            _ near: [[Int]]
        ) -> [Int] {
            var order: [Int] = []
            var seen = Set(near[start])
            var found = seen
            // A stack, as links may lead on for long.
            var waiting = near[start].flatMap { containers[$0].links }.reversed() as [Int]
            while let next = waiting.popLast() {
                guard seen.insert(next).inserted else { continue }
                order += near[next].filter { found.insert($0).inserted }
                waiting += near[next].flatMap { containers[$0].links }.reversed()
            }
            return order
        }
    }
}

/// A key in one container.
private struct Slot: Hashable, Sendable {
    let container: Int
    let key: Key
}

/// The auto-wirable definitions with the most parameters.
private struct Candidates: Sendable {
    private var arity = -1

    /// All that have the same arguments as the first.
    private var first: [Int] = []

    /// The last of those that have the same arguments, for each list of arguments.
    private var lasts: [Int] = []

    /// Where in `lasts` each list of arguments is.
    private var places: [[TypeName]: Int] = [:]

    var answer: Graph.Lookup {
        lasts.count == 1 ? .found(first) : .ambiguous(lasts.sorted())
    }

    mutating func insert(_ node: Graph.Node, at index: Int) {
        guard node.arity >= arity else { return }
        if node.arity > arity {
            self = Candidates()
            arity = node.arity
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
    /// The same key without a tag.
    fileprivate var withoutTag: Key {
        Key(type, arguments: arguments)
    }

    /// The same key without arguments.
    var withoutArguments: Key {
        Key(type, tag: tag)
    }
}

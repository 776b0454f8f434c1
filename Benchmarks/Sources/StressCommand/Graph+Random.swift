// SPDX-License-Identifier: MIT

extension Graph {
    /// Draws a graph.
    ///
    /// - Parameters:
    ///   - profile: The shape of the graph.
    ///   - traits: The traits of the round.
    ///   - random: The source of random numbers.
    init(_ profile: Profile, _ traits: Traits, _ random: inout Randomness) {
        let count = random.pick(profile.nodes)
        definitions = (0..<count).map { _ in Self.definition(profile, traits, &random) }
        for index in 0..<count {
            for _ in 0..<random.pick(0...profile.edges) {
                guard let edge = edge(from: index, profile, traits, &random) else { continue }
                definitions[index].edges.append(edge)
            }
        }
        if traits.hasLists { addLists(profile, &random) }
        for index in 0..<count {
            let places = definitions[index].edges.map(\.place)
            let last = (0..<2).last { places.contains(.step($0)) }
            definitions[index].steps = last.map { $0 + 1 } ?? (random.happens(10) ? 1 : 0)
            if profile.steps == 0 { definitions[index].steps = 0 }
        }
        repairLifetimes()
        repairEdges()
    }

    private static func definition(
        _ profile: Profile,
        _ traits: Traits,
        _ random: inout Randomness
    ) -> Definition {
        var definition = Definition()
        if random.happens(profile.asyncNodes) {
            definition.lane = .async
        } else if random.happens(profile.mainNodes) {
            definition.lane = .main
        }
        if traits.hasLayers, random.happens(profile.scopedNodes) {
            definition.lifetime = .scoped
        } else if random.happens(profile.otherScopes) {
            definition.lifetime = random.pick([.unique, .unique, .shared, .shared, .eager, .weak])
        }
        definition.takesArgument = random.happens(profile.arguments)
        if definition.takesArgument, definition.lifetime == .eager {
            definition.lifetime = .singleton
        }
        if random.happens(profile.naps) {
            let naps: [Nap] =
                switch definition.lane {
                case .async: [.yield, .short, .long, .hop, .hop, .cancellable]
                case .sync, .main: [.yield, .short, .short, .long]
                }
            definition.nap = random.pick(naps)
        }
        if traits.mayFail, random.happens(profile.failures) {
            let failures = (0..<random.pick(1...3)).map { $0 == 0 || random.happens(40) }
            if random.happens(70) {
                definition.failures = failures + [false]
                definition.failsLate = random.happens(70)
            } else {
                definition.stepFailures = failures + [false]
            }
        }
        definition.hasCallback = random.happens(profile.callbacks)
        if definition.lifetime.isKept, random.happens(profile.closers) {
            definition.isClosed = true
            definition.closesSlowly = random.happens(30)
        }
        definition.resolvesInDeinit = random.happens(profile.deinits)
        definition.isLinked = traits.isLinked && random.happens(40)
        definition.needsInput = traits.hasInputs && random.happens(25)
        return definition
    }

    /// Lets definitions contribute to the list, and others resolve it.
    private mutating func addLists(_ profile: Profile, _ random: inout Randomness) {
        let members = definitions.indices.filter {
            !definitions[$0].takesArgument && random.happens(50)
        }
        guard let first = members.first else { return }
        for member in members { definitions[member].contributes = true }
        for index in definitions.indices where random.happens(30) {
            var place = Place.factory
            if random.happens(profile.steps) { place = .step(random.pick(0...1)) }
            // A list may lead back, even to its own owner.
            if index >= first {
                guard place != .factory, random.happens(profile.cycles) else { continue }
            }
            definitions[index].edges += members.map {
                Edge(target: $0, place: place, manner: .listed)
            }
        }
    }

    private func edge(
        from index: Int,
        _ profile: Profile,
        _ traits: Traits,
        _ random: inout Randomness
    ) -> Edge? {
        var place = Place.factory
        if random.happens(profile.steps) {
            place = random.happens(profile.properties) ? .property : .step(random.pick(0...1))
        }
        let mayLeadBack =
            place == .factory
            ? random.happens(profile.constructorCycles) : random.happens(profile.cycles)
        let targets = (mayLeadBack ? 0 : index + 1)..<max(index + 1, definitions.count)
        guard let target = targets.randomElement(using: &random), target != index else {
            return nil
        }
        var edge = Edge(target: target, place: place, argument: random.pick(0...1))
        switch random.pick(0...99) {
        case 0..<6: edge.manner = .optional
        case 6..<10: edge.manner = .captured
        case 10..<14: edge.manner = .provider
        default:
            if traits.mayFail, random.happens(profile.handling) { edge.manner = .handled }
        }
        return edge
    }

    /// Removes unique definitions from cycles, and scoped dependencies from longer lifetimes.
    private mutating func repairLifetimes() {
        for index in definitions.indices where isInCycle(index) {
            definitions[index].takesArgument = false
            if definitions[index].lifetime == .unique { definitions[index].lifetime = .singleton }
        }
        var isDone = false
        while !isDone {
            isDone = true
            for index in definitions.indices where needsScope(index) {
                switch definitions[index].lifetime {
                case .singleton, .eager, .weak:
                    definitions[index].lifetime = .scoped
                    isDone = false
                case .unique, .shared, .scoped: break
                }
            }
        }
        // Keeps graphs small enough to resolve quickly.
        for index in definitions.indices where cost(of: index) > 100 {
            for target in definitions[index].edges.map(\.target) {
                if definitions[target].lifetime == .unique {
                    definitions[target].lifetime = .shared
                }
            }
        }
    }

    /// Makes every edge's manner of request possible.
    private mutating func repairEdges() {
        for index in definitions.indices {
            var hasProperty = false
            for number in definitions[index].edges.indices {
                let edge = definitions[index].edges[number]
                let target = definitions[edge.target]
                if edge.place == .property {
                    guard hasProperty || target.takesArgument || Self.color(of: edge.target) != 0
                    else {
                        hasProperty = true
                        definitions[index].edges[number].manner = .plain
                        continue
                    }
                    definitions[index].edges[number].place = .step(0)
                    definitions[index].steps = max(1, definitions[index].steps)
                }
                // A captured container is used only for definitions that all contexts can resolve without
                // waiting.
                let isEasy = isSynchronous(edge.target) && !needsScope(edge.target)
                let isHard = edge.manner == .captured || edge.manner == .provider
                if isHard, !isEasy || definitions[index].lane == .async {
                    definitions[index].edges[number].manner = .plain
                }
                if edge.manner == .optional, target.takesArgument {
                    definitions[index].edges[number].manner = .plain
                }
            }
        }
    }
}

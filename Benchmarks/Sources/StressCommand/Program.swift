// SPDX-License-Identifier: MIT

/// The operations on a graph's containers, by player.
struct Program: Sendable {
    /// A container below the outermost one, shared by all players.
    struct Layer: Sendable {
        enum Kind: String, Sendable {
            case scope, overlay, child
        }

        var kind: Kind
        /// The layer it is made from; `nil` for the outermost container.
        var parent: Int?
        /// Its own definitions.
        var overrides: [Int] = []
    }

    enum Entrance: String, Sendable {
        /// `container.resolve`.
        case plain
        /// `container.main.resolve`.
        case main
        /// `container.async.resolve`.
        case async
        /// `container.with`.
        case borrowing
    }

    struct Request: Sendable {
        var node: Int
        var argument: Int
        var layer: Int?
        var entrance: Entrance
        /// The time until the task is cancelled, in microseconds; 0 for before it begins.
        var cancelledAfter: Int?
    }

    enum Operation: Sendable {
        case resolve(Request)
        case bootstrap(Entrance)
        case replace([Int])
        case remove(Int)
        case reset
        case dropInstances
        /// Adds a decorator and removes it.
        case decorate(Int)
        /// Opens a layer, uses it and ends it.
        case visit(Layer, [Request], Ending)
        /// Ends a layer that others may still use.
        case end(Int, Ending)
        case nap(Int)
    }

    enum Ending: String, Sendable {
        case closed, dropped
        /// By `withScope`, if it is a scope.
        case structured
    }

    enum Kind: String, Sendable {
        case thread, task, main
    }

    struct Player: Sendable {
        var kind: Kind
        var operations: [Operation]
    }

    var layers: [Layer] = []
    var players: [Player] = []
    /// Whether the outermost container is closed in the end, or only dropped.
    var isClosed = false
}

extension Program {
    /// Draws a program for a graph.
    init(_ graph: Graph, _ profile: Profile, _ traits: Traits, _ random: inout Randomness) {
        isClosed = random.happens(50)
        if traits.hasLayers {
            for _ in 0..<random.pick(1...3) {
                layers.append(Self.layer(graph, among: layers.count, &random))
            }
        }
        var kinds = Array(repeating: Kind.thread, count: random.pick(profile.threads))
        kinds += Array(repeating: .task, count: random.pick(profile.tasks))
        if random.happens(profile.mainPlayer) { kinds.append(.main) }
        if kinds.isEmpty { kinds = [.thread, .task] }
        if kinds.count > profile.players {
            kinds = Array(kinds.shuffled(using: &random).prefix(profile.players))
        }
        players = kinds.map { kind in
            let operations = (0..<random.pick(profile.operations)).map { _ in
                operation(for: kind, graph, profile, traits, &random)
            }
            return Player(kind: kind, operations: operations)
        }
    }

    private static func layer(
        _ graph: Graph,
        among count: Int,
        _ random: inout Randomness
    ) -> Layer {
        let kind = random.pick([Layer.Kind.scope, .scope, .overlay, .child])
        let parent = count > 0 && random.happens(40) ? random.pick(0...count - 1) : nil
        let share = kind == .scope ? 10 : 30
        let overrides = graph.definitions.indices.filter { node in
            // Scoped instances live in a scope or an overlay, so a child has none of its own.
            let isPossible = kind != .child || graph.definitions[node].lifetime != .scoped
            return isPossible && random.happens(share)
        }
        return Layer(kind: kind, parent: parent, overrides: overrides)
    }

    private func operation(
        for kind: Kind,
        _ graph: Graph,
        _ profile: Profile,
        _ traits: Traits,
        _ random: inout Randomness
    ) -> Operation {
        let number = random.pick(0...99)
        if traits.changes, number < 25 {
            let nodes = graph.definitions.indices.filter { _ in random.happens(30) }
            if random.happens(30), let node = nodes.first { return .remove(node) }
            return .replace(nodes)
        }
        if traits.resets, number < 12 { return random.happens(70) ? .reset : .dropInstances }
        if traits.isDecorated, number >= 90,
            let node = graph.definitions.indices.randomElement(using: &random)
        {
            return .decorate(node)
        }
        if traits.hasLayers, number < 50 {
            if !layers.isEmpty, random.happens(20) {
                let ending: Ending = kind != .thread && random.happens(60) ? .closed : .dropped
                return .end(random.pick(0...layers.count - 1), ending)
            }
            let layer = Self.layer(graph, among: layers.count, &random)
            let requests = (0..<random.pick(0...3)).map { _ in
                self.request(for: kind, graph, profile, traits, &random)
            }
            let ending: Ending =
                switch (kind, random.pick(0...9)) {
                case (.thread, _), (_, 0..<3): .dropped
                case (_, 3..<7): .closed
                default: .structured
                }
            return .visit(layer, requests, ending)
        }
        if number >= 96 { return .nap(random.pick(1...300)) }
        if number >= 94, traits.isSteady {
            return .bootstrap(kind == .thread ? .plain : .async)
        }
        var request = self.request(for: kind, graph, profile, traits, &random)
        // Most scoped definitions are requested where a scope exists.
        let needsScope = graph.needsScope(request.node)
        let isElsewhere = random.happens(needsScope ? 85 : 50)
        let fitting = layers.indices.filter { !needsScope || hasScope(layers[$0]) }
        if isElsewhere, !fitting.isEmpty { request.layer = random.pick(fitting) }
        return .resolve(request)
    }

    private func hasScope(_ layer: Layer) -> Bool {
        layer.kind == .scope || layer.parent.map { hasScope(layers[$0]) } == true
    }

    private func request(
        for kind: Kind,
        _ graph: Graph,
        _ profile: Profile,
        _ traits: Traits,
        _ random: inout Randomness
    ) -> Request {
        var request = Request(
            node: random.pick(0...graph.definitions.count - 1),
            argument: random.pick(0...1),
            entrance: .plain
        )
        let number = random.pick(0...99)
        switch kind {
        case .thread: request.entrance = number < 15 ? .borrowing : .plain
        case .task: request.entrance = number < 12 ? .plain : .async
        case .main: request.entrance = number < 35 ? .plain : number < 70 ? .main : .async
        }
        if request.entrance == .borrowing, graph.definitions[request.node].takesArgument {
            request.entrance = .plain
        }
        if traits.mayFail, request.entrance == .async, random.happens(profile.cancellation) {
            request.cancelledAfter = random.pick([0, 0, 5, 20, 50, 100, 200, 500])
        }
        return request
    }
}

extension Program {
    /// Whether instances are dropped without their definitions.
    var resetsSingletons: Bool {
        players.contains { player in
            player.operations.contains { if case .dropInstances = $0 { true } else { false } }
        }
    }

    /// The entrances that the players use.
    var entrances: Set<Entrance> {
        var entrances: Set<Entrance> = []
        for player in players {
            for operation in player.operations {
                switch operation {
                case .resolve(let request): entrances.insert(request.entrance)
                case .bootstrap(let entrance): entrances.insert(entrance)
                // In a task all of them are asynchronous.
                case .visit(_, let requests, _):
                    entrances.formUnion(
                        requests.map { player.kind == .thread ? $0.entrance : .async }
                    )
                default: break
                }
            }
        }
        return entrances
    }
}

extension Program: CustomStringConvertible {
    var description: String {
        var lines = layers.enumerated().map { "  layer \($0): \(Self.line($1))" }
        for (number, player) in players.enumerated() {
            let operations = player.operations.map(Self.line).joined(separator: "; ")
            lines.append("  \(player.kind) \(number): \(operations)")
        }
        lines.append("  in the end: \(isClosed ? "closed" : "dropped")")
        return lines.joined(separator: "\n")
    }

    private static func line(_ layer: Layer) -> String {
        var line = layer.kind.rawValue
        if let parent = layer.parent { line += " of layer \(parent)" }
        if !layer.overrides.isEmpty { line += " overriding \(layer.overrides)" }
        return line
    }

    static func line(_ request: Request) -> String {
        var line = "\(request.entrance) \(request.node)"
        if let layer = request.layer { line += " of layer \(layer)" }
        if let time = request.cancelledAfter { line += ", cancelled after \(time) us" }
        return line
    }

    static func line(_ operation: Operation) -> String {
        switch operation {
        case .resolve(let request): line(request)
        case .bootstrap(let entrance): "bootstrap \(entrance)"
        case .replace(let nodes): "replace \(nodes)"
        case .remove(let node): "remove \(node)"
        case .reset: "reset"
        case .dropInstances: "reset singletons"
        case .decorate(let node): "decorate \(node)"
        case .visit(let layer, let requests, let ending):
            "\(line(layer)) { \(requests.map(line).joined(separator: "; ")) } \(ending)"
        case .end(let layer, let ending): "layer \(layer) \(ending)"
        case .nap(let time): "nap \(time) us"
        }
    }
}

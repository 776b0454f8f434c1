// SPDX-License-Identifier: MIT

import Mortise
import MortiseServices
import ServiceLifecycle

/// A graph of services that is drawn from a seed: each needs some of those with lower numbers.
struct RandomGraph: Sendable, CustomStringConvertible {
    struct Node: Sendable {
        let number: Int
        let needs: [Int]
        let isAsync: Bool
        let isEager: Bool
        /// How often its factory lets others go first.
        let yields: Int
        var fails = false
        /// Whether it is one of several definitions of `any Service`, without a tag.
        var sharesKey = false
    }

    let seed: UInt64
    var nodes: [Node]
    let registrationOrder: [Int]

    init(seed: UInt64) {
        self.seed = seed
        var random = SeededGenerator(seed: seed)
        let count = Int.random(in: 1...14, using: &random)
        nodes = (0..<count).map { number in
            Node(
                number: number,
                needs: (0..<number).filter { _ in random.chance(25) },
                isAsync: random.chance(60),
                isEager: random.chance(30),
                yields: Int.random(in: 0...5, using: &random)
            )
        }
        registrationOrder = Array(0..<count).shuffled(using: &random)
    }

    /// The same with some that fail.
    var withFailures: RandomGraph {
        var graph = self
        var random = SeededGenerator(seed: ~seed)
        for index in nodes.indices { graph.nodes[index].fails = random.chance(20) }
        graph.nodes[nodes.indices.randomElement(using: &random) ?? 0].fails = true
        return graph
    }

    /// The same where all that nobody needs are definitions of one key.
    var sharingOneKey: RandomGraph {
        var graph = self
        let needed = Set(nodes.flatMap(\.needs))
        for index in nodes.indices { graph.nodes[index].sharesKey = !needed.contains(index) }
        return graph
    }

    /// Those of one key, in the order of registration.
    var sharers: [Node] { registrationOrder.map { nodes[$0] }.filter(\.sharesKey) }

    var description: String {
        "seed \(seed): "
            + nodes.map {
                "\($0.number)\($0.isAsync ? "a" : "")\($0.fails ? "!" : "")\($0.sharesKey ? "s" : "")<-\($0.needs)"
            }
            .joined(separator: " ")
    }

    func container(_ journal: Journal) -> Container {
        Container(name: "random") { app in
            for node in registrationOrder.map({ nodes[$0] }) {
                if node.sharesKey {
                    let definition = register(node, (any Service).self, app, journal) { $0 }
                    definition.runs().onClose { _ in journal.add("\(node.number) closes") }
                } else {
                    let definition = register(node, Made.self, app, journal) { $0 }
                    definition.runs().onClose { _ in journal.add("\(node.number) closes") }
                }
            }
        }
    }

    private func register<Registered: Sendable>(
        _ node: Node,
        _ type: Registered.Type,
        _ app: Container,
        _ journal: Journal,
        _ convert: @escaping @Sendable (Made) -> Registered
    ) -> Definition<Registered> {
        let scope: Lifetime.Caching = node.isEager ? .eagerSingleton : .singleton
        let tag = node.sharesKey ? nil : node.number
        guard node.isAsync else {
            return app.register(scope, tag: tag) { (resolver: inout Resolver) in
                for need in node.needs { _ = try resolver.resolve(Made.self, tag: need) }
                return convert(try made(node, journal))
            }
        }
        return app.register(scope, tag: tag) {
            (resolver: inout AsyncResolver) async throws -> Registered in
            journal.add("\(node.number) is begun")
            for need in node.needs { _ = try await resolver.resolve(Made.self, tag: need) }
            for _ in 0..<node.yields { await Task.yield() }
            return convert(try made(node, journal))
        }
    }

    private func made(_ node: Node, _ journal: Journal) throws -> Made {
        if node.fails { throw Failure(name: "\(node.number)") }
        journal.add("\(node.number) is made")
        return Made {
            journal.add("\(node.number) begins")
            let running = journal.entries.count { $0.hasSuffix(" begins") }
            if running == nodes.count { journal.add("all run") }
            try? await gracefulShutdown()
            journal.add("\(node.number) ends")
        }
    }
}

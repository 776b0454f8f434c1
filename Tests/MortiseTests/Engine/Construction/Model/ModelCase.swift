// SPDX-License-Identifier: MIT

@testable import Mortise

/// A graph and its requests, as numbers: equal up to the names.
struct ModelCase: Hashable {
    var graph: ModelGraph
    /// The requests of tasks, then of threads: one resolve each.
    var tasks: [Int]
    var threads: [Int]

    /// The same case with other names for the definitions.
    private func renamed(_ names: [Int], isOrdered: Bool) -> [Int] {
        func list(_ needs: [Int]) -> [Int] {
            isOrdered ? needs.map { names[$0] } : needs.map { names[$0] }.sorted()
        }
        var definitions = Array(repeating: [0], count: names.count)
        for (index, definition) in graph.definitions.enumerated() {
            definitions[names[index]] =
                [definition.isAsync ? 1 : 0] + list(definition.factory) + [-1]
                + list(definition.step)
        }
        return tasks.map { names[$0] }.sorted() + [-2] + threads.map { names[$0] }.sorted() + [-2]
            + definitions.joined(separator: [-3])
    }

    /// The representative of all cases that are equal up to the names.
    func canonical(isOrdered: Bool) -> [Int] {
        Self.permutations(Array(graph.definitions.indices))
            .map { renamed($0, isOrdered: isOrdered) }
            .min { $0.lexicographicallyPrecedes($1) } ?? []
    }

    static func permutations(_ values: [Int]) -> [[Int]] {
        guard let first = values.first else { return [[]] }
        return permutations(Array(values.dropFirst())).flatMap { rest in
            (0...rest.count).map { position in
                Array(rest[..<position]) + [first] + Array(rest[position...])
            }
        }
    }

    /// Every graph of some definitions with the requests of some tasks and threads, up to renaming.
    ///
    /// - Parameters:
    ///   - count: The number of definitions. Each is synchronous or not, and needs each other one not at all,
    ///     in its factory or in its step. All of them are used.
    ///   - tasks: The number of tasks.
    ///   - threads: The number of threads.
    ///   - isOrdered: Whether the order of a definition's requests matters.
    /// - Returns: Those graphs.
    static func all(_ count: Int, tasks: Int, threads: Int, isOrdered: Bool = false) -> [ModelCase]
    {
        var seen: Set<[Int]> = []
        var cases: [ModelCase] = []
        for shape in graphs(count, isOrdered: isOrdered) {
            for roots in selections(tasks + threads, of: count) {
                let tasked = Array(roots[..<tasks])
                let threaded = Array(roots[tasks...])
                guard tasked == tasked.sorted(), threaded == threaded.sorted(),
                    shape.reachable(from: roots).count == count
                else { continue }
                for lanes in 0..<(1 << count) {
                    var graph = shape
                    for index in 0..<count {
                        graph.definitions[index].isAsync = lanes & (1 << index) != 0
                    }
                    let candidate = ModelCase(graph: graph, tasks: tasked, threads: threaded)
                    if seen.insert(candidate.canonical(isOrdered: isOrdered)).inserted {
                        cases.append(candidate)
                    }
                }
            }
        }
        return cases
    }

    private static func graphs(_ count: Int, isOrdered: Bool) -> [ModelGraph] {
        var graphs = [ModelGraph(definitions: [])]
        for index in 0..<count {
            let others = (0..<count).filter { $0 != index }
            let definitions = definitions(needing: others, isOrdered: isOrdered)
            graphs = graphs.flatMap { graph in
                definitions.map { ModelGraph(definitions: graph.definitions + [$0]) }
            }
        }
        return graphs
    }

    private static func definitions(
        needing others: [Int],
        isOrdered: Bool
    ) -> [ModelGraph.Definition] {
        let orders = isOrdered ? permutations(others) : [others]
        var seen: Set<ModelGraph.Definition> = []
        return orders.flatMap { order in
            selections(order.count, of: 3).map { places in
                ModelGraph.Definition(
                    factory: order.indices.filter { places[$0] == 1 }.map { order[$0] },
                    step: order.indices.filter { places[$0] == 2 }.map { order[$0] }
                )
            }
        }.filter { seen.insert($0).inserted }
    }

    /// All selections of one of several numbers, several times.
    private static func selections(_ length: Int, of count: Int) -> [[Int]] {
        guard length > 0 else { return [[]] }
        return selections(length - 1, of: count).flatMap { rest in
            (0..<count).map { rest + [$0] }
        }
    }

    /// The model of the case.
    func setup(
        pool: Int = 2,
        mutations: [ModelSetup.Mutation] = [],
        cancellations: Int = 0,
        shell: ModelShell = ModelShell(),
        remakesInCycles: Bool = false
    ) -> ModelSetup {
        ModelSetup(
            graph,
            tasks.map { (.task, roots: [$0]) } + threads.map { (.thread, roots: [$0]) },
            pool: pool,
            mutations: mutations,
            cancellations: cancellations,
            shell: shell,
            remakesInCycles: remakesInCycles
        )
    }
}

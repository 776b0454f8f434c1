// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

/// Walks through every interleaving of a model and collects how the sessions can end.
///
/// - Returns: All outcomes seen, and how many situations were visited.
private func explore(
    _ start: LedgerModel,
    sourceLocation: SourceLocation = #_sourceLocation
) -> (outcomes: Set<[LedgerModel.Outcome]>, situations: Int) {
    var seen: Set<LedgerModel> = [start.situation]
    var pending = [start]
    var outcomes: Set<[LedgerModel.Outcome]> = []
    while let model = pending.popLast() {
        if model.isOver {
            if !model.isForgotten {
                Issue.record("something is left: \(model.graph)", sourceLocation: sourceLocation)
            }
            outcomes.insert(model.outcomes)
            continue
        }
        let choices = model.choices
        if choices.isEmpty || model.inputs > 400 {
            Issue.record("stuck or endless: \(model.graph)", sourceLocation: sourceLocation)
            return (outcomes, seen.count)
        }
        for choice in choices {
            var next = model
            next.advance(choice)
            if let violation = next.violations.first {
                Issue.record("\(violation): \(model.graph)", sourceLocation: sourceLocation)
                return (outcomes, seen.count)
            }
            if seen.insert(next.situation).inserted { pending.append(next) }
        }
    }
    return (outcomes, seen.count)
}

/// How the sessions end when they run one after the other, in every order.
private func serialOutcomes(_ graph: ModelGraph, roots: [Int]) -> Set<[LedgerModel.Outcome]> {
    var all: Set<[LedgerModel.Outcome]> = []
    for order in permutations(Array(roots.indices)) {
        var model = LedgerModel(graph, roots: roots)
        for session in order {
            while model.choices.contains(session) { model.advance(session) }
        }
        all.insert(model.outcomes)
    }
    return all
}

private func permutations(_ values: [Int]) -> [[Int]] {
    guard let first = values.first else { return [[]] }
    return permutations(Array(values.dropFirst())).flatMap { rest in
        (0...rest.count).map { position in
            Array(rest[..<position]) + [first] + Array(rest[position...])
        }
    }
}

private typealias Definition = ModelGraph.Definition

/// Every graph of three definitions, up to renaming: each may need each other one not at all,
/// in its factory or in its step.
private let allGraphsOfThree: [ModelGraph] = {
    var seen: Set<[Int]> = []
    var graphs: [ModelGraph] = []
    let pairs = [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    for code in 0..<729 {
        var matrix = [Int](repeating: 0, count: 9)
        var rest = code
        for (from, to) in pairs {
            matrix[from * 3 + to] = rest % 3
            rest /= 3
        }
        let canonical = permutations([0, 1, 2]).map { order in
            (0..<9).map { matrix[order[$0 / 3] * 3 + order[$0 % 3]] }
        }.min { $0.lexicographicallyPrecedes($1) }
        guard let canonical, seen.insert(canonical).inserted else { continue }
        graphs.append(
            ModelGraph(
                definitions: (0..<3).map { from in
                    Definition(
                        factory: (0..<3).filter { canonical[from * 3 + $0] == 1 },
                        step: (0..<3).filter { canonical[from * 3 + $0] == 2 }
                    )
                }
            )
        )
    }
    #if MORTISE_TSAN
    // Nothing here has threads: under the sanitizer a sample is enough.
    return graphs.enumerated().filter { $0.offset.isMultiple(of: 12) }.map(\.element)
    #else
    return graphs
    #endif
}()

/// Whether a cycle of factories, with no step in it, can be reached from a root.
private func hasFactoryCycle(_ graph: ModelGraph) -> Bool {
    graph.definitions.indices.contains { start in
        var pending = graph.definitions[start].factory
        var seen: Set<Int> = []
        while let next = pending.popLast() {
            if next == start { return true }
            if seen.insert(next).inserted { pending += graph.definitions[next].factory }
        }
        return false
    }
}

@Suite struct `The commit and wait protocol` {
    @Test func `ends like some order of the sessions, for two sessions and three definitions`() {
        var situations = 0
        for graph in allGraphsOfThree {
            for roots in [[0, 0], [0, 1], [0, 2], [1, 2]] {
                let found = explore(LedgerModel(graph, roots: roots))
                situations += found.situations
                let serial = serialOutcomes(graph, roots: roots)
                #expect(found.outcomes.isSubset(of: serial), "\(graph), roots \(roots)")
            }
        }

        #if !MORTISE_TSAN
        #expect(situations > 50_000)
        #endif
    }

    @Test func `succeeds whatever the timing when every cycle has a property`() {
        for graph in allGraphsOfThree where !hasFactoryCycle(graph) {
            let found = explore(LedgerModel(graph, roots: [0, 1]))

            #expect(found.outcomes == [[.instance, .instance]], "\(graph)")
        }
    }

    @Test(arguments: [
        [Definition(factory: [1]), Definition(step: [0])],
        [Definition(step: [1]), Definition(step: [0])],
        [Definition(step: [1]), Definition(step: [2]), Definition(step: [0])],
        [Definition(factory: [1]), Definition(factory: [2]), Definition(step: [0])],
        [Definition(factory: [1], step: [2]), Definition(step: [0]), Definition(factory: [1])],
    ])
    fileprivate func `breaks rings of three sessions at a property`(_ ring: [Definition]) {
        let graph = ModelGraph(definitions: ring)

        let found = explore(LedgerModel(graph, roots: [0, 1, ring.count - 1]))

        #expect(found.outcomes == [[.instance, .instance, .instance]])
    }

    @Test(arguments: [2, 3])
    func `reports a cycle of factories to every session in it`(count: Int) {
        let graph = ModelGraph(
            definitions: (0..<count).map { Definition(factory: [($0 + 1) % count]) }
        )

        let found = explore(LedgerModel(graph, roots: Array(0..<count)))

        #expect(found.outcomes == [Array(repeating: .failure(.cycle), count: count)])
    }

    @Test func `hands a failure to all who need what failed, and to nobody else`() {
        for graph in allGraphsOfThree where !hasFactoryCycle(graph) {
            for failing in 0..<3 {
                for inStep in [false, true] {
                    var graph = graph
                    graph.definitions[failing].factoryThrows = !inStep
                    graph.definitions[failing].stepThrows = inStep

                    let found = explore(LedgerModel(graph, roots: [0, 1]))

                    let serial = serialOutcomes(graph, roots: [0, 1])
                    #expect(found.outcomes.isSubset(of: serial), "\(graph)")
                }
            }
        }
    }

    @Test func `never commits what holds something dropped, even where failures are handled`() {
        for graph in allGraphsOfThree {
            for failing in 0..<3 {
                for handling in 0..<3 where handling != failing {
                    var graph = graph
                    graph.definitions[failing].stepThrows = true
                    graph.definitions[handling].handlesFailures = true

                    let found = explore(LedgerModel(graph, roots: [0, 1]))

                    #expect(!found.outcomes.isEmpty)
                }
            }
        }
    }

    @Test func `survives definitions that are removed while they are built`() {
        let rings: [[Definition]] = [
            [Definition(factory: [1]), Definition()],
            [Definition(factory: [1]), Definition(step: [0])],
            [Definition(step: [1]), Definition(step: [0])],
            [Definition(step: [1]), Definition(factory: [2]), Definition(step: [0])],
        ]
        for definitions in rings {
            for removals in [[0], [1], [0, 1], [1, 1]] {
                let model = LedgerModel(
                    ModelGraph(definitions: definitions),
                    roots: [0, 1],
                    removing: removals
                )

                let found = explore(model)

                #expect(found.outcomes == [[.instance, .instance]])
            }
        }
    }

    @Test func `remembers what was lost through a failure of another session`() throws {
        var ledger = ConstructionLedger<String>()
        // Session 1 makes an instance that needs one of session 2, and is making another around it.
        let around = ledger.begin(in: 1)
        let part = ledger.begin(in: 1)
        guard case .construct(let other) = ledger.request(7, by: 2) else {
            Issue.record("nobody else builds it")
            return
        }
        ledger.instanceExists(part)
        ledger.note(part, needs: [around, other])
        #expect(ledger.complete(part) == .early)

        let dropped = ledger.fail(other, with: "refused")

        #expect(dropped.contains(part))
        #expect(ledger.hold(part, in: 1) == "refused")
        #expect(ledger.end(1) == [part])
    }
}

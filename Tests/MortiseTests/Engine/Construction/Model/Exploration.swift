// SPDX-License-Identifier: MIT

@testable import Mortise

/// Explores every interleaving of a model.
struct Exploration {
    /// A problem, with the path to it.
    struct Finding {
        let text: String
        let choices: [LedgerModel.Choice]
    }

    let setup: ModelSetup
    private(set) var outcomes: Set<[[ModelOutcome]]> = []
    private(set) var situations = 0
    private(set) var finding: Finding?

    /// - Parameters:
    ///   - setup: The start of the exploration.
    ///   - shortest: Whether to find the shortest path to the problem.
    ///   - limit: The largest allowed number of choices.
    init(_ setup: ModelSetup, shortest: Bool = false, limit: Int = 400) {
        self.setup = setup
        var nodes: [(parent: Int, choice: LedgerModel.Choice, depth: Int)] = []
        let start = LedgerModel(setup)
        var seen: Set<Int> = [start.state.hashValue]
        var pending = [(start, -1)]
        var first = 0
        func path(_ node: Int) -> [LedgerModel.Choice] {
            var choices: [LedgerModel.Choice] = []
            var node = node
            while node >= 0 {
                choices.append(nodes[node].choice)
                node = nodes[node].parent
            }
            return choices.reversed()
        }
        while shortest ? first < pending.count : !pending.isEmpty {
            let (model, node) = shortest ? pending[first] : pending.removeLast()
            if shortest {
                pending[first].0 = start
                first += 1
            }
            situations += 1
            let choices = model.choices
            if model.isOver { outcomes.insert(model.outcomes) }
            if choices.isEmpty, !model.isOver {
                finding = Finding(text: "hangs", choices: path(node))
                return
            }
            let depth = node < 0 ? 0 : nodes[node].depth
            if depth > limit {
                finding = Finding(text: "goes on for ever", choices: path(node))
                return
            }
            for choice in choices {
                var next = model
                next.advance(choice)
                if let violation = next.violations.first {
                    finding = Finding(text: violation, choices: path(node) + [choice])
                    return
                }
                guard seen.insert(next.state.hashValue).inserted else { continue }
                nodes.append((node, choice, depth + 1))
                pending.append((next, nodes.count - 1))
            }
        }
    }

    /// The events on the path to the problem, if any.
    var report: String { finding.map { Self.report($0, in: setup) } ?? "nothing" }

    /// The events on the path to a problem.
    static func report(_ finding: Finding, in setup: ModelSetup) -> String {
        var model = LedgerModel(setup)
        let trace = LedgerModel.Trace()
        model.trace = trace
        for choice in finding.choices { model.advance(choice) }
        return "\(finding.text)\n  \(setup)\n"
            + trace.lines.map { "    " + $0 }.joined(separator: "\n")
    }

    /// The outcomes that no serial order of the resolves has.
    ///
    /// If several things are wrong, any of them may be reported. A thread that resolves twice beside a task
    /// may find only some of the task's instances.
    var unexplained: Set<[[ModelOutcome]]> {
        let serial = Self.serialOutcomes(setup)
        let unknown = outcomes.subtracting(serial)
        let threadsTwice = setup.workers.contains { !$0.isTask && $0.roots.count > 1 }
        if unknown.isEmpty || (threadsTwice && setup.workers.contains(where: \.isTask)) {
            return []
        }
        let failures = Set(outcomes.union(serial).joined().joined()).subtracting([.instance])
        guard failures.count > 1 else { return unknown }
        let coarse = Set(serial.map(Self.coarse))
        return unknown.filter { !coarse.contains(Self.coarse($0)) }
    }

    private static func coarse(_ outcomes: [[ModelOutcome]]) -> [[Bool]] {
        outcomes.map { $0.map { $0 == .instance } }
    }

    /// The outcomes of all serial orders of the resolves.
    static func serialOutcomes(_ setup: ModelSetup) -> Set<[[ModelOutcome]]> {
        var all: Set<[[ModelOutcome]]> = []
        var pending = [LedgerModel(setup)]
        while let model = pending.popLast() {
            if model.isOver {
                all.insert(model.outcomes)
                continue
            }
            for worker in setup.workers where model[worker.name].place != .over {
                var next = model
                let resolves = next[worker.name].outcomes.count
                while next[worker.name].outcomes.count == resolves {
                    // This worker, or its awaited build.
                    let choices = next.choices
                    guard
                        let choice = choices.first(where: { $0 == .run(worker.name) })
                            ?? choices.first(where: { choice in
                                guard case .run(let name) = choice else { return false }
                                return !setup.workers.contains { $0.name == name }
                            })
                    else { break }
                    next.advance(choice)
                }
                guard next[worker.name].outcomes.count > resolves else { continue }
                // Builds without waiters run to their end.
                while let build = next.choices.first(where: { choice in
                    guard case .run(let name) = choice else { return false }
                    return !setup.workers.contains { $0.name == name }
                }) {
                    next.advance(build)
                }
                pending.append(next)
            }
        }
        return all
    }
}

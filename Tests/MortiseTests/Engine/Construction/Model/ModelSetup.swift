// SPDX-License-Identifier: MIT

@testable import Mortise

/// The start of a model.
final class ModelSetup: Sendable, CustomStringConvertible {
    enum Mutation: Hashable, Sendable {
        /// All published instances are dropped.
        case reset
        /// A definition is replaced by another one of the same kind.
        case replace(Int)
        /// The container is closed: no new builds start, and current ones are awaited.
        case close
    }

    let graph: ModelGraph
    let workers: [ModelWorker]
    /// The number of threads in the pool.
    let pool: Int
    let mutations: [Mutation]
    /// The number of tasks that may be cancelled while they wait.
    let cancellations: Int
    let shell: ModelShell
    /// Whether a step that requests an instance in its factory gets another one, in place of running again.
    let remakesInCycles: Bool
    /// Whether each of a worker's actions without the ledger is its own choice.
    let isFine: Bool

    init(
        _ graph: ModelGraph,
        _ workers: [(ModelWorker.Kind, roots: [Int])],
        pool: Int = 1,
        mutations: [Mutation] = [],
        cancellations: Int = 0,
        shell: ModelShell = ModelShell(),
        remakesInCycles: Bool = false,
        isFine: Bool = false
    ) {
        self.graph = graph
        self.workers = workers.enumerated().map {
            ModelWorker(name: $0.offset + 1, kind: $0.element.0, roots: $0.element.roots)
        }
        self.pool = pool
        self.mutations = mutations
        self.cancellations = cancellations
        self.shell = shell
        self.remakesInCycles = remakesInCycles
        self.isFine = isFine
    }

    /// Whether everything can be resolved: each cycle has a property, no factory throws, and no definition
    /// needs a task.
    var isSound: Bool {
        !graph.hasFactoryCycle
            && graph.definitions.allSatisfy {
                !$0.isAsync && !$0.factoryThrows && !$0.stepThrows
            }
    }

    var description: String {
        let asked = workers.map { worker in
            "\(worker.kind) asks \(worker.roots.map(ModelGraph.name).joined(separator: ", "))"
        }
        return "\(graph) | \(asked.joined(separator: "; ")) | pool \(pool)"
            + (mutations.isEmpty ? "" : " | \(mutations)")
            + (cancellations == 0 ? "" : " | \(cancellations) cancelled")
            + (remakesInCycles ? " | remakes" : "")
    }
}

/// The code around the ledger: correct, or with one of its former defects.
struct ModelShell: Hashable, Sendable {
    /// A task keeps its pool thread while it waits in an attempt.
    var parksPoolThreads = false
    /// A thread keeps waiting for a session that waits for a task.
    var threadsWaitForTasks = false
    /// All sessions of a thread have the same number.
    var namesSessionsByThread = false
}

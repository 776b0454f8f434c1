// SPDX-License-Identifier: MIT

@testable import Mortise

/// What a model starts from.
final class ModelSetup: Sendable, CustomStringConvertible {
    enum Mutation: Hashable, Sendable {
        /// All published instances go.
        case reset
        /// A definition is replaced by another one of the same kind.
        case replace(Int)
        /// The container is closed: nothing new is built, and what is being built is awaited.
        case close
    }

    let graph: ModelGraph
    let workers: [ModelWorker]
    /// How many threads the pool has.
    let pool: Int
    let mutations: [Mutation]
    /// How many tasks may be cancelled while they wait.
    let cancellations: Int
    let shell: ModelShell
    /// Whether a step that asks for what is in its factory gets another instance, instead of running again.
    let remakesInCycles: Bool
    /// Whether what a worker does without asking the ledger for anything is a choice of its own.
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

    /// Whether everything can be had: each cycle has a property in it, nothing throws and nothing takes a
    /// task.
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

/// What stands around the ledger: right, or with one of the defects that it once had.
struct ModelShell: Hashable, Sendable {
    /// A task keeps its thread of the pool while it waits in an attempt.
    var parksPoolThreads = false
    /// A thread goes on waiting for what waits for a task.
    var threadsWaitForTasks = false
    /// All sessions of a thread have the same number.
    var namesSessionsByThread = false
}

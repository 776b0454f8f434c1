// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

private typealias Definition = ModelGraph.Definition

/// Each of these defects was in the engine once.
///
/// The model must find each one that is put back.
@Suite struct `The model of the construction protocol finds` {
    /// Two asynchronous definitions and one between them, in a cycle of properties.
    private static let ring = [
        Definition(isAsync: true, step: [1]), Definition(step: [2]),
        Definition(isAsync: true, step: [0]),
    ]

    private func find(_ setup: (ModelShell) -> ModelSetup, _ shell: ModelShell) -> String? {
        #expect(Exploration(setup(ModelShell())).finding == nil, "without the defect")
        return Exploration(setup(shell), shortest: true).finding?.text
    }

    @Test func `tasks that park the only thread of the pool`() {
        let found = find(
            {
                ModelSetup(
                    ModelGraph(definitions: Self.ring),
                    [(.task, roots: [0]), (.task, roots: [2])],
                    pool: 1,
                    shell: $0
                )
            },
            ModelShell(parksPoolThreads: true)
        )

        #expect(found == "hangs")
    }

    @Test func `tasks that park both threads of the pool`() {
        let copy = Self.ring.map {
            Definition(isAsync: $0.isAsync, step: $0.step.map { $0 + 3 })
        }
        let setup = ModelSetup(
            ModelGraph(definitions: Self.ring + copy),
            [0, 2, 3, 5].map { (.task, roots: [$0]) },
            pool: 2,
            shell: ModelShell(parksPoolThreads: true)
        )

        let found = Exploration(setup).finding?.text

        #expect(found == "hangs")
    }

    @Test func `a thread that waits for a task`() {
        let found = find(
            {
                ModelSetup(
                    ModelGraph(definitions: [
                        Definition(isAsync: true, step: [1, 2]), Definition(step: [0]),
                        Definition(isAsync: true),
                    ]),
                    [(.task, roots: [0]), (.thread, roots: [1])],
                    pool: 2,
                    shell: $0
                )
            },
            ModelShell(threadsWaitForTasks: true)
        )

        #expect(found?.hasSuffix("which has no thread") == true)
    }

    @Test func `a thread that takes an earlier resolve's leftovers for its own`() {
        let found = find(
            {
                ModelSetup(
                    ModelGraph(definitions: [
                        Definition(step: [1]), Definition(step: [2]),
                        Definition(factory: [0], factoryThrows: true),
                    ]),
                    [(.thread, roots: [2, 0]), (.thread, roots: [1])],
                    shell: $0
                )
            },
            ModelShell(namesSessionsByThread: true)
        )

        #expect(found?.hasSuffix("left half-built") == true)
    }
}

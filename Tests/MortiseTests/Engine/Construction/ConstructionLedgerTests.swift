// SPDX-License-Identifier: MIT

import Testing

@testable import Mortise

private typealias Definition = ModelGraph.Definition

/// The result of exploring some models.
private struct Explored: Sendable {
    var situations = 0
    var problems: [String] = []

    init() {}

    init(_ setups: [ModelSetup], isSerial: Bool) {
        for setup in setups {
            let found = Exploration(setup)
            situations += found.situations
            if found.finding != nil {
                problems.append(Exploration(setup, shortest: true).report)
                return
            }
            guard isSerial else { continue }
            let unexplained = found.unexplained
            if !unexplained.isEmpty { problems.append("\(setup): \(unexplained)") }
            guard setup.isSound else { continue }
            let failed = found.outcomes.filter { $0.joined().contains { $0 != .instance } }
            if !failed.isEmpty { problems.append("\(setup): a cycle with a property in it") }
        }
    }
}

/// Explores every interleaving of some models, on its own thread: the pool's are for other tests.
///
/// - Returns: The number of situations.
@discardableResult
private func explore(
    _ setups: [ModelSetup],
    isSerial: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
) async throws -> Int {
    await Turnstile.explorations.enter()
    defer { Turnstile.explorations.leave() }
    let explored = try await onThread { Explored(setups, isSerial: isSerial) }.get()
    for problem in explored.problems {
        Issue.record("\(problem)", sourceLocation: sourceLocation)
    }
    return explored.situations
}

/// Every nth model of three definitions.
private func sample(_ every: Int, tasks: Int, threads: Int) -> [ModelCase] {
    models[tasks].enumerated()
        .filter { $0.offset.isMultiple(of: every) }.map(\.element)
}

/// Some graphs, each with one definition that throws.
private func throwing(_ cases: [ModelCase], handled: Bool = false) -> [ModelCase] {
    cases.flatMap { original in
        original.graph.definitions.indices.flatMap { index in
            [false, true].flatMap { inStep in
                var failing = original
                failing.graph.definitions[index].factoryThrows = !inStep
                failing.graph.definitions[index].stepThrows = inStep
                guard handled else { return [failing] }
                return failing.graph.definitions.indices.filter { $0 != index }.map { handling in
                    var handled = failing
                    handled.graph.definitions[handling].handlesFailures = true
                    return handled
                }
            }
        }
    }
}

/// The requesters: two tasks, one of each, or two threads.
private let pairs = [(tasks: 2, threads: 0), (tasks: 1, threads: 1), (tasks: 0, threads: 2)]

/// The models of three definitions and two resolves, by the number of tasks among these.
private let models = (0...2).map { ModelCase.all(3, tasks: $0, threads: 2 - $0) }

@Suite struct `The construction protocol` {
    @Test(arguments: pairs)
    func `ends like some order of two resolves of three definitions`(
        _ workers: (tasks: Int, threads: Int)
    ) async throws {
        // All of them take two minutes.
        let cases = sample(
            ModelDepth.seconds == nil ? 4 : 1,
            tasks: workers.tasks,
            threads: workers.threads
        )

        let situations = try await explore(cases.map { $0.setup() })

        #expect(situations > 12_000)
    }

    @Test func `ends like some order where cycles make their instances again`() async throws {
        let cases = sample(1, tasks: 0, threads: 2).filter { model in
            model.graph.definitions.allSatisfy { !$0.isAsync }
        }
        let few = cases.enumerated().filter { $0.offset.isMultiple(of: 8) }.map(\.element)

        try await explore(cases.map { $0.setup(remakesInCycles: true) })
        try await explore(throwing(few).map { $0.setup(remakesInCycles: true) })
        try await explore(
            throwing(few, handled: true).map { $0.setup(remakesInCycles: true) },
            isSerial: false
        )
        for mutation in [ModelSetup.Mutation.reset, .replace(0), .close] {
            try await explore(
                few.map { $0.setup(mutations: [mutation], remakesInCycles: true) },
                isSerial: false
            )
        }
    }

    @Test func `ends like some order of three resolves of two definitions`() async throws {
        for threads in 0...3 {
            try await explore(
                ModelCase.all(2, tasks: 3 - threads, threads: threads).map { $0.setup() }
            )
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
        for kind in [ModelWorker.Kind.thread, .task] {
            let roots = [0, 1, ring.count - 1].map { (kind, roots: [$0]) }

            let found = Exploration(ModelSetup(graph, roots, pool: 2))

            #expect(found.outcomes == [[[.instance], [.instance], [.instance]]], "\(found.report)")
        }
    }

    @Test(arguments: [2, 3])
    func `reports a cycle of factories to every session in it`(count: Int) {
        let graph = ModelGraph(
            definitions: (0..<count).map { Definition(factory: [($0 + 1) % count]) }
        )
        for kind in [ModelWorker.Kind.thread, .task] {
            let found = Exploration(
                ModelSetup(graph, (0..<count).map { (kind, roots: [$0]) }, pool: 2)
            )

            #expect(
                found.outcomes == [Array(repeating: [.failure(.cycle)], count: count)],
                "\(found.report)"
            )
        }
    }

    @Test(arguments: pairs)
    func `hands a failure to exactly those that need the failed instance`(
        _ workers: (tasks: Int, threads: Int)
    ) async throws {
        let cases =
            ModelCase.all(2, tasks: workers.tasks, threads: workers.threads)
            + sample(120, tasks: workers.tasks, threads: workers.threads)
        try await explore(throwing(cases).map { $0.setup() })
    }

    @Test(arguments: pairs)
    func `never commits a holder of a dropped instance, even if failures are handled`(
        _ workers: (tasks: Int, threads: Int)
    ) async throws {
        let cases =
            ModelCase.all(2, tasks: workers.tasks, threads: workers.threads)
            + sample(240, tasks: workers.tasks, threads: workers.threads)
        try await explore(throwing(cases, handled: true).map { $0.setup() }, isSerial: false)
    }

    @Test(arguments: pairs)
    func `is not disturbed by an earlier resolve's leftovers`(
        _ workers: (tasks: Int, threads: Int)
    ) async throws {
        let cases = throwing(sample(900, tasks: workers.tasks, threads: workers.threads))
        let setups = cases.flatMap { model in
            model.graph.definitions.indices.map { next in
                let tasks = model.tasks.map { (ModelWorker.Kind.task, roots: [$0]) }
                let threads = model.threads.map { (ModelWorker.Kind.thread, roots: [$0]) }
                var all = tasks + threads
                all[all.count - 1].roots.append(next)
                return ModelSetup(model.graph, all, pool: 2)
            }
        }
        try await explore(setups)
    }

    @Test func `wakes a waiter for an instance that is committed with its own`() async throws {
        let graph = ModelGraph(definitions: [
            Definition(step: [1]), Definition(step: [2], handlesFailures: true),
            Definition(factory: [3], factoryThrows: true), Definition(step: [0]),
            Definition(step: [2, 1], handlesFailures: true),
        ])
        let setup = ModelSetup(graph, [0, 4].map { (.thread, roots: [$0]) })

        try await explore([setup], isSerial: false)
    }

    @Test func `survives tasks that are cancelled while they wait`() async throws {
        for workers in pairs where workers.tasks > 0 {
            let cases =
                ModelCase.all(2, tasks: workers.tasks, threads: workers.threads)
                + sample(120, tasks: workers.tasks, threads: workers.threads)
            try await explore(cases.map { $0.setup(cancellations: 2) }, isSerial: false)
        }
    }

    @Test(arguments: [ModelSetup.Mutation.reset, .replace(0), .replace(1), .close])
    func `survives concurrent changes of the container`(_ mutation: ModelSetup.Mutation)
        async throws
    {
        for workers in pairs {
            let cases =
                ModelCase.all(2, tasks: workers.tasks, threads: workers.threads)
                + sample(900, tasks: workers.tasks, threads: workers.threads)
            try await explore(
                cases.map { $0.setup(mutations: [mutation, mutation]) },
                isSerial: false
            )
        }
    }

    @Test(arguments: [1, 2])
    func `does not exhaust the pool when a task resolves synchronously`(pool: Int)
        async throws
    {
        let setups = sample(90, tasks: 1, threads: 1).map { model in
            ModelSetup(
                model.graph,
                model.tasks.map { (.task, roots: [$0]) }
                    + model.threads.map { (.pooled, roots: [$0]) },
                pool: pool
            )
        }
        try await explore(setups)
    }

    @Test func `remembers the losses through another session's failure`() throws {
        var ledger = ConstructionLedger<String>()
        // One session makes an instance that needs one of the other's, and makes another one around it.
        let (one, another) = (ledger.open(.parking), ledger.open(.parking))
        let around = ledger.begin(in: one)
        let part = ledger.begin(in: one)
        guard case .construct(let other) = ledger.request(7, by: another) else {
            Issue.record("nobody else builds it")
            return
        }
        ledger.instanceExists(part)
        ledger.note(part, needs: [around, other])
        #expect(ledger.complete(part) == .early)

        let dropped = ledger.fail(other, with: "refused")

        #expect(dropped.contains(part))
        #expect(ledger.hold(part, in: one) == "refused")
        #expect(ledger.end(one) == [part])
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import Testing

/// Compares containers with the model, operation by operation.
private struct Comparison {
    struct Difference: Error, CustomStringConvertible {
        /// The path to the difference.
        let path: String
        /// The kind of difference, without details of this plan.
        let kind: String
        let detail: String

        var description: String { "\(path): \(kind) \(detail)" }
    }

    let plan: Plan
    let world: PlannedWorld
    let model: ReferenceModel
    var sampleOf: [ObjectIdentifier: PlannedWorld.Sample] = [:]
    var modelOf: [ObjectIdentifier: ReferenceModel.Instance] = [:]

    init(_ plan: Plan) {
        self.plan = plan
        world = PlannedWorld(plan)
        model = ReferenceModel(plan)
    }

    /// - Returns: The number of compared resolves.
    mutating func run() throws -> Int {
        defer {
            world.letGo()
            model.letGo()
        }
        var compared = 0
        for (index, operation) in plan.operations.enumerated() {
            switch operation {
            case .register(let definition, let inChild):
                world.register(definition, in: inChild ? world.child : world.parent)
                model.register(definition, in: inChild ? model.child : model.parent)
            case .remove(let id, let inChild):
                guard (inChild ? plan.child : plan.parent).contains(where: { $0.id == id }) else {
                    continue
                }
                world.remove(id)
                model.remove(id, in: inChild ? model.child : model.parent)
            case .reset(let inChild):
                (inChild ? world.child : world.parent).reset()
                model.reset(inChild ? model.child : model.parent)
            case .resolve(let need, let inChild):
                guard try resolve(need, inChild, index) else { return compared }
                compared += 1
            }
        }
        return compared
    }

    /// - Returns: Whether the two can be compared any further.
    private mutating func resolve(_ need: Plan.Need, _ inChild: Bool, _ index: Int) throws -> Bool {
        let place = inChild ? model.child : model.parent
        let report = model.resolve(need, in: place, operation: index)
        // Unpredictable outcomes and their consequences are skipped.
        switch report.result {
        case .failure(.tooMuch), .failure(.endless): return false
        default: if report.isOpen { return false }
        }
        let container = inChild ? world.child : world.parent
        let outcome = world.resolve(need, in: container, operation: index)
        guard world.runs.count <= PlannedWorld.mostRuns else {
            throw different("operation \(index), \(need.name)", "never ends")
        }
        let path = "operation \(index), \(need.name)"
        switch (report.result, outcome) {
        case (.success(let expected), .success(let found)):
            try match(expected, found, path)
            try compareRuns(report, path)
            try compareCallbacks(report, path)
            return true
        case (.failure(let failure), .failure(let error)):
            try match(failure, error, path)
            try compareRuns(report, path)
            try compareCallbacks(report, path)
            return true
        case (.success, .failure(let error)):
            throw different(path, "expected success, found \(code(of: error))", "\(error)")
        case (.failure(let failure), .success):
            throw different(path, "expected \(failure), found success")
        }
    }

    private func different(_ path: String, _ kind: String, _ detail: String = "") -> Difference {
        Difference(path: path, kind: kind, detail: detail)
    }

    private func code(of error: any Error) -> String {
        (error as? ResolutionError).map { "\($0.code)" } ?? "\(type(of: error))"
    }

    // MARK: Instances

    /// Checks for the same shape, and the same identities as before.
    private mutating func match(
        _ expected: ReferenceModel.Instance?,
        _ found: PlannedWorld.Sample?,
        _ path: String
    ) throws {
        var pending = [(expected, found, path)]
        while let (expected, found, path) = pending.popLast() {
            guard let expected, let found else {
                if expected == nil, found == nil { continue }
                throw different(path, "one of the two is nil")
            }
            let path = "\(path) > \(found.definition.id)"
            let known = sampleOf[ObjectIdentifier(expected)]
            let other = modelOf[ObjectIdentifier(found)]
            if let known, let other, known === found, other === expected { continue }
            guard known == nil, other == nil else {
                throw different(path, "not the same instance as before")
            }
            sampleOf[ObjectIdentifier(expected)] = found
            modelOf[ObjectIdentifier(found)] = expected
            guard expected.definition.id == found.definition.id,
                expected.argument == found.argument,
                expected.needs.count == found.needs.count,
                expected.properties.map(\.count) == found.properties.map(\.count)
            else {
                throw different(path, "other definition", "than \(expected.definition.id)")
            }
            pending += zip(expected.needs, found.needs).map { ($0, $1, path) }
            for (ours, theirs) in zip(expected.properties, found.properties) {
                pending += zip(ours, theirs).map { ($0, $1, path) }
            }
        }
    }

    // MARK: Errors, runs, callbacks

    private func match(
        _ failure: ReferenceModel.Failure,
        _ error: any Error,
        _ path: String
    ) throws {
        let code: ResolutionError.Code =
            switch failure {
            case .missing: .missingBinding
            case .factory: .factoryThrew
            case .step: .injectionFailed
            case .cycle: .cycle
            case .endless, .tooMuch, .postponed: .tooDeep
            }
        guard let error = error as? ResolutionError, error.code == code else {
            throw different(path, "expected \(failure), found \(self.code(of: error))", "\(error)")
        }
    }

    private func compareRuns(_ report: ReferenceModel.Report, _ path: String) throws {
        guard !report.hasPostponed, report.runs != world.runs else { return }
        throw different(path, "called factories", "\(world.runs) instead of \(report.runs)")
    }

    private func compareCallbacks(_ report: ReferenceModel.Report, _ path: String) throws {
        // After an error only kept instances are certain.
        let isCertain: (Plan.Definition) -> Bool =
            if case .success = report.result { { _ in true } } else { \.scope.isCaching }
        let found = world.notified.map(\.definition).filter(isCertain).map(\.id)
        let expected = report.notified.map(\.definition).filter(isCertain).map(\.id)
        if report.hasPostponed {
            let once = Set(world.notified.map(ObjectIdentifier.init)).count == world.notified.count
            guard once else { throw different(path, "an instance was called back twice") }
            return
        }
        guard found == expected else {
            throw different(path, "called back", "\(found) instead of \(expected)")
        }
    }
}

private enum Settings {
    /// Whether to search the smallest failing plan: it may take minutes.
    static let isShrinking = ProcessInfo.processInfo.environment["MORTISE_SHRINK"] != nil
    /// Further seeds: `MORTISE_SEEDS=400-2000` is the half-open range from 400 to 2000.
    static let seeds = (ProcessInfo.processInfo.environment["MORTISE_SEEDS"] ?? "")
        .split(separator: "-").compactMap { Int($0) }
    static let isWide = isShrinking || seeds.count == 2
}

@Suite("Random graphs", .timeLimit(.minutes(Settings.isWide ? 60 : 15)))
struct RandomGraphTests {
    /// - Returns: The number of compared resolves.
    private func compare(seed: Int, tags: Int, operations: Int) -> Int {
        let plan = Plan(seed: seed, tags: tags, operationCount: operations)
        var comparison = Comparison(plan)
        do {
            return try comparison.run()
        } catch {
            let kind = (error as? Comparison.Difference)?.kind
            Issue.record("seed \(seed), \(error)\n\(smallest(plan, kind))")
            return 0
        }
    }

    /// The smallest plan with the same kind of difference.
    private func smallest(_ plan: Plan, _ kind: String?) -> String {
        guard Settings.isShrinking else { return "" }
        let smallest = plan.shrunk { plan in
            var comparison = Comparison(plan)
            do {
                _ = try comparison.run()
                return false
            } catch {
                return (error as? Comparison.Difference)?.kind == kind
            }
        }
        var comparison = Comparison(smallest)
        return "at its smallest: \(Result { try comparison.run() })\n\(smallest)"
    }

    @Test(arguments: 0..<10)
    func `of some dozens of definitions behave like the model`(group: Int) async {
        var compared = 0
        for seed in group * 40..<(group + 1) * 40 {
            // Gives other tests' tasks a turn.
            await Task.yield()
            compared += compare(seed: seed, tags: 3, operations: 40)
        }
        #expect(compared > 100)
    }

    @Test(arguments: 0..<4)
    func `of hundreds of definitions behave like the model`(group: Int) async {
        var compared = 0
        for seed in 10_000 + group * 5..<10_000 + (group + 1) * 5 {
            await Task.yield()
            compared += compare(seed: seed, tags: 30, operations: 60)
        }
        #expect(compared > 20)
    }

    @Test(.enabled(if: Settings.seeds.count == 2))
    func `of the requested seeds behave like the model`() {
        for seed in Settings.seeds[0]..<Settings.seeds[1] {
            _ = compare(seed: seed, tags: 3, operations: 40)
        }
    }
}

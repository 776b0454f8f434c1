// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

/// Compares what containers do with what the model says, operation by operation.
private struct Comparison {
    struct Difference: Error, CustomStringConvertible {
        let description: String
    }

    let seed: Int
    let plan: Plan
    let world: PlannedWorld
    let model: ReferenceModel
    var sampleOf: [ObjectIdentifier: PlannedWorld.Sample] = [:]
    var modelOf: [ObjectIdentifier: ReferenceModel.Instance] = [:]

    init(seed: Int, tags: Int, operations: Int) {
        self.seed = seed
        plan = Plan(seed: seed, tags: tags, operationCount: operations)
        world = PlannedWorld(plan)
        model = ReferenceModel(plan)
    }

    /// - Returns: How many resolves were compared.
    mutating func run() throws -> Int {
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
        // What nobody can foresee is left out, and so is what follows from it.
        if case .failure(.tooMuch) = report.result { return false }
        if report.isOpen { return false }
        let container = inChild ? world.child : world.parent
        let outcome = world.resolve(need, in: container, operation: index)
        let path = "operation \(index), \(need.name)"
        switch (report.result, outcome) {
        case (.success(let expected), .success(let found)):
            try match(expected, found, path)
            try compareRuns(report, path)
            try compareCallbacks(report, path)
            return true
        case (.failure(let failure), .failure(let error)):
            try match(failure, error, path)
            if failure == .endless { return false }
            try compareRuns(report, path)
            try compareCallbacks(report, path)
            return true
        default: throw different("\(path): expected \(report.result), found \(outcome)")
        }
    }

    private func different(_ text: String) -> Difference {
        Difference(description: "seed \(seed), \(text)")
    }

    // MARK: Instances

    /// The same shape, and the same identities as everywhere before.
    private mutating func match(
        _ expected: ReferenceModel.Instance?,
        _ found: PlannedWorld.Sample?,
        _ path: String
    ) throws {
        var pending = [(expected, found, path)]
        while let (expected, found, path) = pending.popLast() {
            guard let expected, let found else {
                if expected == nil, found == nil { continue }
                throw different("\(path): one of the two is nil")
            }
            let path = "\(path) > \(found.definition.id)"
            let known = sampleOf[ObjectIdentifier(expected)]
            let other = modelOf[ObjectIdentifier(found)]
            if let known, let other, known === found, other === expected { continue }
            guard known == nil, other == nil else {
                throw different("\(path): not the same instance as before")
            }
            sampleOf[ObjectIdentifier(expected)] = found
            modelOf[ObjectIdentifier(found)] = expected
            guard expected.definition.id == found.definition.id,
                expected.argument == found.argument,
                expected.needs.count == found.needs.count,
                expected.properties.map(\.count) == found.properties.map(\.count)
            else {
                throw different("\(path): expected one of \(expected.definition.id)")
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
            case .cycle, .endless: .cycle
            case .tooMuch, .postponed: .tooDeep
            }
        // Arguments may well come to an end: there it is the stack that ends the recursion.
        if failure == .endless, (error as? ResolutionError)?.code == .tooDeep { return }
        guard let error = error as? ResolutionError, error.code == code else {
            throw different("\(path): expected \(failure), found \(error)")
        }
    }

    private func compareRuns(_ report: ReferenceModel.Report, _ path: String) throws {
        guard !report.hasPostponed, report.runs != world.runs else { return }
        throw different("\(path): called factories \(world.runs) instead of \(report.runs)")
    }

    private func compareCallbacks(_ report: ReferenceModel.Report, _ path: String) throws {
        // After an error it is certain only for what is kept.
        let isCertain: (Plan.Definition) -> Bool =
            if case .success = report.result { { _ in true } } else { \.scope.isCaching }
        let found = world.notified.map(\.definition).filter(isCertain).map(\.id)
        let expected = report.notified.map(\.definition).filter(isCertain).map(\.id)
        if report.hasPostponed {
            let once = Set(world.notified.map(ObjectIdentifier.init)).count == world.notified.count
            guard once else { throw different("\(path): an instance was called back twice") }
            return
        }
        guard found == expected else {
            throw different("\(path): called back \(found) instead of \(expected)")
        }
    }
}

@Suite("Random graphs", .timeLimit(.minutes(1)))
struct RandomGraphTests {
    @Test(arguments: 0..<10)
    func `of some dozens of definitions behave like the model`(group: Int) throws {
        var compared = 0
        for seed in group * 40..<(group + 1) * 40 {
            var comparison = Comparison(seed: seed, tags: 3, operations: 40)
            do { compared += try comparison.run() } catch { Issue.record("\(error)") }
        }
        #expect(compared > 100)
    }

    @Test(arguments: 0..<4)
    func `of hundreds of definitions behave like the model`(group: Int) throws {
        var compared = 0
        for seed in 10_000 + group * 5..<10_000 + (group + 1) * 5 {
            var comparison = Comparison(seed: seed, tags: 30, operations: 60)
            do { compared += try comparison.run() } catch { Issue.record("\(error)") }
        }
        #expect(compared > 20)
    }
}

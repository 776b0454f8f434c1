// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph

/// Carries out a plan with containers.
// @unchecked: used by one thread.
final class PlannedWorld: @unchecked Sendable {
    /// An instance that knows its dependencies.
    // @unchecked: used by one thread.
    class Sample: @unchecked Sendable {
        let definition: Plan.Definition
        let argument: Int?
        var needs: [Sample?] = []
        var properties: [[Sample?]]

        init(_ definition: Plan.Definition, _ argument: Int?) {
            self.definition = definition
            self.argument = argument
            properties = Array(repeating: [], count: definition.steps.count)
        }
    }

    final class Marked<Mark>: Sample, @unchecked Sendable {}

    /// One type of samples, with the code that needs it at compile time.
    struct Kind: Sendable {
        let register: @Sendable (PlannedWorld, Plan.Definition, Container) -> Removal
        let get: @Sendable (inout Resolver, Plan.Need) throws -> Sample?
        let ask: @Sendable (Container, Plan.Need) throws -> Sample?
    }

    typealias Removal = @Sendable () -> Void

    struct FactoryError: Error {}
    struct StepError: Error {}
    /// Cuts off an endless resolve.
    struct Endless: Error {}

    static let mostRuns = 5_000

    let parent = Container(name: "parent")
    let child: Container
    /// All samples, so that no weak one is released.
    private(set) var samples: [Sample] = []
    private(set) var runs: [Int] = []
    private(set) var notified: [Sample] = []
    private var operation = 0
    private var removals: [Int: Removal] = [:]

    init(_ plan: Plan) {
        child = Container(name: "child", parent: parent)
        for definition in plan.parent { register(definition, in: parent) }
        for definition in plan.child { register(definition, in: child) }
    }

    func register(_ definition: Plan.Definition, in container: Container) {
        removals[definition.id] = Self.kinds[definition.name.type]
            .register(self, definition, container)
    }

    /// Breaks the retain cycles of the samples.
    func letGo() {
        for sample in samples {
            sample.needs = []
            sample.properties = []
        }
        samples = []
    }

    func remove(_ id: Int) { removals.removeValue(forKey: id)?() }

    /// Resolves from outside.
    func resolve(_ need: Plan.Need, in container: Container, operation: Int) -> Outcome<Sample?> {
        self.operation = operation
        runs = []
        notified = []
        return Result { try Self.kinds[need.name.type].ask(container, need) }
    }

    // MARK: Factories and steps

    fileprivate func make<Mark>(
        _: Mark.Type,
        _ definition: Plan.Definition,
        _ argument: Int?,
        _ resolver: inout Resolver
    ) throws -> Marked<Mark> {
        runs.append(definition.id)
        if runs.count > Self.mostRuns { throw Endless() }
        let sample = Marked<Mark>(definition, argument)
        samples.append(sample)
        for need in definition.needs {
            sample.needs.append(try Self.get(need, &resolver))
        }
        if definition.factoryFailures.contains(operation) { throw FactoryError() }
        return sample
    }

    fileprivate func runStep(
        _ index: Int,
        of sample: Sample,
        _ resolver: inout Resolver
    ) throws {
        let definition = sample.definition
        var properties: [Sample?] = []
        for need in definition.steps[index] {
            properties.append(try Self.get(need, &resolver))
        }
        sample.properties[index] = properties
        let isLast = index == definition.steps.count - 1
        if isLast, definition.stepFailures.contains(operation) { throw StepError() }
    }

    fileprivate func notify(_ sample: Sample) { notified.append(sample) }

    private static func get(_ need: Plan.Need, _ resolver: inout Resolver) throws -> Sample? {
        let kind = kinds[need.name.type]
        guard need.style == .forgiving else { return try kind.get(&resolver, need) }
        return try? kind.get(&resolver, need)
    }
}

// MARK: - Types

extension PlannedWorld {
    fileprivate static let kinds: [Kind] = [
        .plain(Mark0.self), .plain(Mark1.self), .plain(Mark2.self), .plain(Mark3.self),
        .plain(Mark4.self), .plain(Mark5.self), .plain(Mark6.self), .plain(Mark7.self),
        .withArgument(Mark8.self), .withArgument(Mark9.self),
        .forwarded(ForwardedSample.self), .forwarded(OtherForwardedSample.self),
    ]
}

private enum Mark0 {}
private enum Mark1 {}
private enum Mark2 {}
private enum Mark3 {}
private enum Mark4 {}
private enum Mark5 {}
private enum Mark6 {}
private enum Mark7 {}
private enum Mark8 {}
private enum Mark9 {}

/// Another name for a sample.
private protocol Wrapping: SendableMetatype {
    var sample: PlannedWorld.Sample { get }
}

private struct ForwardedSample: Wrapping {
    let sample: PlannedWorld.Sample
}

private struct OtherForwardedSample: Wrapping {
    let sample: PlannedWorld.Sample
}

extension PlannedWorld.Kind {
    fileprivate static func plain<Mark>(_: Mark.Type) -> Self {
        typealias Sample = PlannedWorld.Marked<Mark>
        return Self { world, plan, container in
            let tag = plan.name.tag
            let make: @Sendable (inout Resolver) throws -> Sample = { [unowned world] resolver in
                try world.make(Mark.self, plan, nil, &resolver)
            }
            let definition =
                switch plan.scope {
                case .unique: container.register(tag: tag, factory: make)
                case .shared: container.register(.shared, tag: tag, factory: make)
                case .singleton: container.register(.singleton, tag: tag, factory: make)
                case .eagerSingleton: container.register(.eagerSingleton, tag: tag, factory: make)
                case .weakSingleton: container.register(.weakSingleton, tag: tag, factory: make)
                }
            return refine(definition, plan, world, container)
        } get: { resolver, need in
            if need.isInheriting {
                return need.style == .optional
                    ? try resolver.resolve(Sample?.self, tag: .inherited)
                    : try resolver.resolve(Sample.self, tag: .inherited)
            }
            return switch (need.name.tag, need.style) {
            case (nil, .optional): try resolver.resolve(Sample?.self)
            case (nil, _): try resolver.resolve(Sample.self)
            case (let tag?, .optional): try resolver.resolve(Sample?.self, tag: tag)
            case (let tag?, _): try resolver.resolve(Sample.self, tag: tag)
            }
        } ask: { container, need in
            switch (need.name.tag, need.style) {
            case (nil, .optional): try container.resolve(Sample?.self)
            case (nil, _): try container.resolve(Sample.self)
            case (let tag?, .optional): try container.resolve(Sample?.self, tag: tag)
            case (let tag?, _): try container.resolve(Sample.self, tag: tag)
            }
        }
    }

    fileprivate static func withArgument<Mark>(_: Mark.Type) -> Self {
        typealias Sample = PlannedWorld.Marked<Mark>
        return Self { world, plan, container in
            let tag = plan.name.tag
            let make: @Sendable (inout Resolver, Int) throws -> Sample = {
                [unowned world] resolver, argument in
                try world.make(Mark.self, plan, argument, &resolver)
            }
            let definition =
                switch plan.scope {
                case .unique: container.register(tag: tag, factory: make)
                case .shared: container.register(.shared, tag: tag, factory: make)
                case .singleton: container.register(.singleton, tag: tag, factory: make)
                case .eagerSingleton: container.register(.eagerSingleton, tag: tag, factory: make)
                case .weakSingleton: container.register(.weakSingleton, tag: tag, factory: make)
                }
            return refine(definition, plan, world, container)
        } get: { resolver, need in
            let argument = need.argument ?? 0
            if need.isInheriting {
                return try resolver.resolve(Sample.self, tag: .inherited, arguments: argument)
            }
            let tag = need.name.tag.map(DefinitionTag.number)
            return try resolver.resolve(Sample.self, tag: tag, arguments: argument)
        } ask: { container, need in
            let tag = need.name.tag.map(DefinitionTag.number)
            return try container.resolve(Sample.self, tag: tag, arguments: need.argument ?? 0)
        }
    }

    fileprivate static func forwarded<Other: Wrapping>(_: Other.Type) -> Self {
        Self { _, _, _ in
            {}
        } get: { resolver, need in
            if need.isInheriting {
                return need.style == .optional
                    ? try resolver.resolve(Other?.self, tag: .inherited)?.sample
                    : try resolver.resolve(Other.self, tag: .inherited).sample
            }
            let tag = need.name.tag.map(DefinitionTag.number)
            if need.style == .optional, let tag {
                return try resolver.resolve(Other?.self, tag: tag)?.sample
            }
            return try resolver.resolve(Other.self, tag: tag).sample
        } ask: { container, need in
            let tag = need.name.tag.map(DefinitionTag.number)
            if need.style == .optional, let tag {
                return try container.resolve(Other?.self, tag: tag)?.sample
            }
            return try container.resolve(Other.self, tag: tag).sample
        }
    }

    private static func refine<Mark>(
        _ definition: Definition<PlannedWorld.Marked<Mark>>,
        _ plan: Plan.Definition,
        _ world: PlannedWorld,
        _ container: Container
    ) -> PlannedWorld.Removal {
        for index in plan.steps.indices {
            definition.injecting { [unowned world] resolver, sample in
                try world.runStep(index, of: sample, &resolver)
            }
        }
        if plan.isForAnyTag { definition.forAnyTag() }
        if plan.callsBack { definition.didResolve { [unowned world] in world.notify($0) } }
        if let name = plan.forwarded {
            if name.type == Plan.Name.firstForwarded {
                definition.implements(ForwardedSample.self, tag: name.tag) {
                    ForwardedSample(sample: $0)
                }
            } else {
                definition.implements(OtherForwardedSample.self, tag: name.tag) {
                    OtherForwardedSample(sample: $0)
                }
            }
        }
        return { container.remove(definition) }
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

extension World {
    /// Registers a definition.
    ///
    /// - Returns: A closure that removes it.
    func register(
        _ generation: Generation,
        in container: Container
    ) -> @Sendable (Container) -> Void {
        register(generation, Graph.type(of: generation.node), in: container)
    }

    private func register<N: Colored>(
        _ generation: Generation,
        _ type: N.Type,
        in container: Container
    ) -> @Sendable (Container) -> Void {
        let definition =
            switch generation.definition.lane {
            case .sync: registerSync(generation, type, in: container)
            case .async: registerAsync(generation, type, in: container)
            case .main: registerMain(generation, type, in: container)
            }
        if generation.definition.contributes {
            definition.implements(Element.self) { Element(node: $0) }.contributing()
        }
        return { $0.remove(definition) }
    }

    private func registerSync<N: Colored>(
        _ generation: Generation,
        _ type: N.Type,
        in container: Container
    ) -> Definition<N> {
        let tag = generation.node
        let make: @Sendable (inout Resolver, Int) throws -> N = { resolver, argument in
            try self.make(type, generation, argument, &resolver)
        }
        let takesArgument = generation.definition.takesArgument
        let definition: Definition<N> =
            switch (Self.scope(of: generation), takesArgument) {
            case (.kept(let scope), false):
                container.register(scope, as: type, tag: tag) { try make(&$0, 0) }
            case (.kept(let scope), true):
                container.register(scope, as: type, tag: tag) { try make(&$0, $1) }
            case (.passing(let scope), false):
                container.register(scope, as: type, tag: tag) { try make(&$0, 0) }
            case (.passing(let scope), true):
                container.register(scope, as: type, tag: tag) { try make(&$0, $1) }
            }
        return refine(definition, generation)
    }

    private func registerAsync<N: Colored>(
        _ generation: Generation,
        _ type: N.Type,
        in container: Container
    ) -> Definition<N> {
        let tag = generation.node
        let make: @Sendable (inout AsyncResolver, Int) async throws -> N = {
            resolver,
            argument in
            try await self.make(type, generation, argument, &resolver)
        }
        let takesArgument = generation.definition.takesArgument
        let definition: Definition<N> =
            switch (Self.scope(of: generation), takesArgument) {
            case (.kept(let scope), false):
                container.register(scope, as: type, tag: tag) { try await make(&$0, 0) }
            case (.kept(let scope), true):
                container.register(scope, as: type, tag: tag) {
                    (resolver: inout AsyncResolver, argument: Int) in
                    try await make(&resolver, argument)
                }
            case (.passing(let scope), false):
                container.register(scope, as: type, tag: tag) { try await make(&$0, 0) }
            case (.passing(let scope), true):
                container.register(scope, as: type, tag: tag) {
                    (resolver: inout AsyncResolver, argument: Int) in
                    try await make(&resolver, argument)
                }
            }
        return refine(definition, generation)
    }

    /// Adds steps, callbacks and closers to a definition that any thread may make.
    private func refine<N: Colored>(
        _ definition: Definition<N>,
        _ generation: Generation
    ) -> Definition<N> {
        for step in 0..<generation.definition.steps {
            definition.injecting { try self.run(step, $1, &$0) }
        }
        if generation.definition.isFinishedByStep {
            // All earlier requests are fulfilled by then.
            definition.injecting { $1.isFinished.store(true, ordering: .relaxed) }
        }
        if generation.definition.hasCallback { definition.didResolve { self.called($0) } }
        guard generation.definition.isClosed else { return definition }
        if generation.definition.closesSlowly {
            definition.onClose { (node: N) async in
                await Task.yield()
                self.closed(node)
            }
        } else {
            definition.onClose { (node: N) in self.closed(node) }
        }
        return definition
    }

    private func registerMain<N: Colored>(
        _ generation: Generation,
        _ type: N.Type,
        in container: Container
    ) -> Definition<N> {
        let tag = generation.node
        let make: @MainActor @Sendable (inout Resolver, Int) throws -> N = { resolver, argument in
            try self.make(type, generation, argument, &resolver)
        }
        let main = container.main
        let takesArgument = generation.definition.takesArgument
        let definition: MainDefinition<N> =
            switch (Self.scope(of: generation), takesArgument) {
            case (.kept(let scope), false):
                main.register(scope, as: type, tag: tag) { try make(&$0, 0) }
            case (.kept(let scope), true):
                main.register(scope, as: type, tag: tag) { try make(&$0, $1) }
            case (.passing(let scope), false):
                main.register(scope, as: type, tag: tag) { try make(&$0, 0) }
            case (.passing(let scope), true):
                main.register(scope, as: type, tag: tag) { try make(&$0, $1) }
            }
        for step in 0..<generation.definition.steps {
            definition.injecting { try self.run(step, $1, &$0) }
        }
        if generation.definition.isFinishedByStep {
            definition.injecting { $1.isFinished.store(true, ordering: .relaxed) }
        }
        if generation.definition.hasCallback { definition.didResolve { self.called($0) } }
        if generation.definition.isClosed { definition.onClose { self.closed($0) } }
        return definition.definition
    }

    // MARK: Scopes

    private enum RegisteredScope {
        case kept(Lifetime.Caching)
        case passing(Lifetime)
    }

    private static func scope(of generation: Generation) -> RegisteredScope {
        switch generation.definition.lifetime {
        case .unique: .passing(.unique)
        case .shared: .passing(.shared)
        case .singleton: .kept(.singleton)
        case .eager: .kept(.eagerSingleton)
        case .weak: .kept(.weakSingleton)
        case .scoped: .kept(.scoped(scopeName))
        }
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import Synchronization

/// One graph with its containers, and the records of their instances.
final class World: Sendable {
    /// The outermost resolve that is running in this task or on this thread.
    @TaskLocal static var resolve: Int?

    static let scopeName: ScopeName = "unit"

    let graph: Graph
    let traits: Traits
    let reporter: Reporter
    let tally: Tally
    let census = Census()
    let base: Realm
    let linked: Realm?
    /// A container apart from all others.
    let aside: Container
    /// The known definitions of the outermost containers.
    let generations: Guarded<[Generation?]>
    /// The lock of all changes of definitions.
    let changes = NSLock()
    /// Closures that remove the definitions, by number.
    let removals = Guarded<[Int: @Sendable (Container) -> Void]>([:])
    let layers = Guarded<[Realm]>([])
    let records = Guarded(Records())
    /// Whether resolves differ in their ability to await.
    let isMixed: Bool
    /// Whether unspecified behaviour is a violation, too.
    let isStrict: Bool
    /// Whether instances may be dropped without their definitions.
    let mayForget: Bool
    let observations = Guarded<[ObservationToken]>([])

    init(_ round: Round, _ reporter: Reporter, _ tally: Tally) {
        let program = round.program
        graph = round.graph
        traits = round.traits
        isStrict = round.rules.isStrict
        mayForget = program.resetsSingletons
        isMixed = program.entrances.count > 1
        self.reporter = reporter
        self.tally = tally
        base = Realm(.base, of: nil, Container(name: "base"))
        linked = traits.isLinked ? Realm(.linked, of: nil, Container(name: "linked")) : nil
        aside = Container(name: "aside")
        aside.register(.weakSingleton) { Leaf() }
        base.container?.register(.singleton) { Leaf() }
        if traits.hasInputs { base.container?.expects(Input.self, in: Self.scopeName) }
        generations = Guarded(Array(repeating: nil, count: graph.definitions.count))
        for realm in [base, linked].compactMap({ $0 }) {
            replace(nodes(in: realm), in: realm)
            if let container = realm.container { decorateAll(in: container) }
        }
        if let linked = linked?.container { base.container?.link(with: linked) }
        for layer in program.layers {
            let parent = layer.parent.map { number in layers.withLock { $0[number] } } ?? base
            if let realm = open(layer, in: parent)?.realm {
                layers.withLock { $0.append(realm) }
            }
        }
        if traits.isObserved, let container = base.container {
            let observation = container.observe { [weak self] in self?.observed($0) }
            observations.withLock { $0.append(observation) }
        }
    }

    /// The definitions that are registered in an outermost container.
    func nodes(in realm: Realm) -> [Int] {
        graph.definitions.indices.filter { home(of: $0) === realm }
    }

    /// The realm of a definition's first registration.
    func home(of node: Int) -> Realm {
        graph.definitions[node].isLinked ? linked ?? base : base
    }

    /// Registers definitions again, as one group.
    func replace(_ nodes: [Int], in realm: Realm) {
        guard let container = realm.container else { return }
        let fresh = nodes.map { Generation($0, graph.definitions[$0], in: realm) }
        if realm.parent == nil {
            // From here on the result of a resolve is unspecified.
            withdraw(nodes)
        }
        realm.register(members: nodes.filter { graph.definitions[$0].contributes })
        container.install { container in
            for generation in fresh {
                let removal = register(generation, in: container)
                guard realm.parent == nil else { continue }
                removals.withLock { $0[generation.node] = removal }
            }
        }
        guard realm.parent == nil else { return }
        generations.withLock { known in
            for generation in fresh { known[generation.node] = generation }
        }
    }

    /// Marks definitions before their removal.
    func withdraw(_ nodes: [Int]) {
        let going = generations.withLock { known in nodes.compactMap { known[$0] } }
        for generation in going {
            generation.isWithdrawn.store(true, ordering: .sequentiallyConsistent)
        }
    }

    /// Opens a layer.
    ///
    /// - Returns: The layer, and a strong reference to its container.
    func open(_ layer: Program.Layer, in parent: Realm) -> (realm: Realm, container: Container)? {
        guard let outer = parent.container else { return nil }
        let container: Container
        let kind: Realm.Kind
        var input: Input?
        switch layer.kind {
        case .scope:
            input = self.input()
            let scope = try? outer.openScope(Self.scopeName) { $0.provide(input) }
            guard let scope else { return nil }
            (container, kind) = (scope, .scope)
        case .overlay: (container, kind) = (outer.overriding(), .overlay)
        case .child: (container, kind) = (Container(name: "child", parent: outer), .child)
        }
        let realm = Realm(kind, of: parent, container, input: input)
        decorateAll(in: container)
        if !layer.overrides.isEmpty { replace(layer.overrides, in: realm) }
        return (realm, container)
    }

    /// The input of a new scope.
    func input() -> Input? { traits.hasInputs ? Input() : nil }

    // MARK: Resolving in user code

    /// The action of `deinit`, callbacks and observers.
    func resolveSomething() {
        _ = try? aside.resolve(Leaf.self)
        _ = try? base.container?.resolve(Leaf.self)
    }

    private func observed(_ event: ResolutionEvent) {
        // Resolves from here are observed as well.
        guard event.key.tag != nil else { return }
        expectUnlocked("an observer")
        tally.events.add(1, ordering: .relaxed)
        if case .made = event.kind { resolveSomething() }
    }
}

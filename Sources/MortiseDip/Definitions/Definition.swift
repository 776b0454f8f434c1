// SPDX-License-Identifier: MIT

public import Mortise

/// A definition of any type, as in Dip.
public protocol DefinitionType: AnyObject, Sendable, CustomStringConvertible {}

/// Describes how to make `T` from arguments `U`, as in Dip; the result of `register`.
///
/// Blocks count for instances that are made after they were added. Where `Mortise` is imported too, write
/// `MortiseDip.Definition`.
public final class Definition<T, U>: DefinitionType {
    /// The factory, which takes its arguments as one tuple.
    public typealias F = (U) throws -> T

    @usableFromInline
    typealias Install =
        @Sendable (DependencyContainer, DependencyContainer.Tag?, Preparation<T>)
        -> Mortise.Definition<T>

    private struct State {
        /// Its registrations.
        var places: [Place] = []
        /// `nil` before the first block.
        var blocks: BlockList<T>?
        /// Whether properties are injected; `nil` if the definition does not say.
        var injectsProperties: Bool?
    }

    struct Place: Sendable {
        let definition: DetachedDefinition<T>
        let home: DependencyContainer.Home
        let preparation: Preparation<T>
        let tag: DependencyContainer.Tag?
        /// Whether the definition is being registered there again; that registration adds the blocks.
        var isReplaced = false
    }

    let scope: ComponentScope
    private let factory: String
    private let add: Install
    /// Whether it forwards a type to another definition.
    private let isForwarding: Bool
    private let state = Locked(State())

    @usableFromInline
    init(
        _ scope: ComponentScope,
        _ factory: String,
        isForwarding: Bool = false,
        _ install: @escaping Install
    ) {
        self.scope = scope
        self.isForwarding = isForwarding
        self.factory = factory
        add = install
    }

    /// The type, the factory and the scope.
    public var description: String { "type: \(T.self), factory: \(factory), scope: \(scope)" }

    // MARK: Registering

    @discardableResult
    func install(
        in container: DependencyContainer,
        tag: DependencyContainer.Tag?
    ) -> Mortise.Definition<T> {
        let (blocks, injectsProperties) = state.withLock { state in
            for (index, place) in state.places.enumerated()
            where place.home.engine == container.home.engine && place.tag == tag {
                state.places[index].isReplaced = true
            }
            return (state.blocks, state.injectsProperties)
        }
        let preparation = Preparation<T>(container, isUsed: !isForwarding)
        let made: Mortise.Definition<T>
        if blocks == nil, injectsProperties == nil {
            made = add(container, tag, preparation)
        } else {
            // Atomically: no instance may be made before the blocks are installed.
            var refined: Mortise.Definition<T>?
            container.container.install { _ in
                let made = add(container, tag, preparation)
                if let blocks {
                    addStep(blocks.step(in: container.home), to: made, container.rules)
                }
                if let injectsProperties { made.injectingProperties(injectsProperties) }
                refined = made
            }
            guard let refined else { preconditionFailure("the group was put together") }
            made = refined
        }
        made.setVocabularyDefinition(self)
        let place = Place(
            definition: DetachedDefinition(made),
            home: container.home,
            preparation: preparation,
            tag: tag
        )
        // Released outside the lock: these may be the last references.
        var known: [(Place, Container?)] = []
        defer { withExtendedLifetime(known) {} }
        let (late, lateChoice) = state.withLock { state in
            state.places.removeAll { old in
                let container = old.definition.container
                known.append((old, container))
                return container == nil
                    || (old.home.engine == place.home.engine
                        && old.definition.hasKey(of: place.definition))
            }
            state.places.append(place)
            return (blocks == nil ? state.blocks : nil, state.injectsProperties)
        }
        // Another thread added these meanwhile, before it could see this registration.
        if let late { complete(made, at: place, by: late) }
        if let lateChoice, lateChoice != injectsProperties { made.injectProperties(lateChoice) }
        return made
    }

    private func addStep(
        _ step: @escaping Preparation<T>.Step,
        to definition: Mortise.Definition<T>,
        _ rules: DependencyContainer.Rules
    ) {
        if runsFirst(rules) { definition.preparing(step) } else { definition.injecting(step) }
    }

    /// Whether blocks run before the injected properties.
    private func runsFirst(_ rules: DependencyContainer.Rules) -> Bool {
        // What a forwarded type adds comes after the definition that it leads to.
        rules == .dip4 && !isForwarding
    }

    /// Its engine definitions, in all containers that have it.
    private var definitions: [(definition: Mortise.Definition<T>, place: Place)] {
        state.withLock { $0.places }.compactMap { place in
            place.definition.definition(called: self).map { ($0, place) }
        }
    }

    /// Its newest engine definition in a container.
    func engineDefinition(in container: DependencyContainer) -> Mortise.Definition<T>? {
        definitions.last { $0.place.home.engine == container.home.engine }?.definition
    }

    /// The containers that have it, each once.
    var containers: [DependencyContainer] {
        var seen: Set<ObjectIdentifier> = []
        return definitions.compactMap { definition, place in
            // The definition keeps the engine.
            withExtendedLifetime(definition) {
                seen.insert(place.home.engine).inserted ? place.home.current : nil
            }
        }
    }

    // MARK: Refining

    /// Adds a block that completes an instance.
    ///
    /// Blocks run in the order they were added, once for each instance, after the self-injecting properties,
    /// or before them by Dip 4's rules.
    /// Objects that a block resolves may get this instance already: this closes cycles. If a block resolves
    /// an object whose factory still runs and waits for this instance, that object is built again. All
    /// requests get the second one, and the result of the first factory call is dropped.
    ///
    /// - Parameter block: Gets the container and the instance. Runs on the resolving thread, outside all
    ///   locks. If it throws, the resolve fails with its error and drops the instance.
    /// - Returns: The definition.
    /// - Precondition: A definition that forwards to another one
    ///   (``implements(_:tag:file:line:resolvingProperties:)``) has a block already if the other one has made
    ///   an instance.
    @discardableResult
    public func resolvingProperties(
        _ block: @escaping (DependencyContainer, T) throws -> Void
    ) -> Definition {
        let (blocks, places) = state.withLock { state -> (BlockList<T>, [Place]) in
            if let blocks = state.blocks { return (blocks, []) }
            let blocks = BlockList<T>()
            state.blocks = blocks
            return (blocks, state.places)
        }
        blocks.append(block)
        for place in places { beginCompleting(at: place, by: blocks) }
        return self
    }

    /// Completes its instances with a list of blocks, which may grow.
    ///
    /// Call it before it has any blocks.
    func complete(by blocks: BlockList<T>) {
        let places = state.withLock { state in
            state.blocks = blocks
            return state.places
        }
        for place in places { beginCompleting(at: place, by: blocks) }
    }

    /// Starts to complete instances in a registration that is older than the first block.
    private func beginCompleting(at place: Place, by blocks: BlockList<T>) {
        guard let definition = place.definition.definition(called: self) else { return }
        // Read last, so that the definition found is this one and not its replacement.
        let isCurrent = state.withLock { state in
            state.places.contains { $0.preparation === place.preparation && !$0.isReplaced }
        }
        if isCurrent { complete(definition, at: place, by: blocks) }
    }

    private func complete(
        _ definition: Mortise.Definition<T>,
        at place: Place,
        by blocks: BlockList<T>
    ) {
        let step = blocks.step(in: place.home)
        let runsFirst = runsFirst(place.home.rules)
        if definition.injectingUnlessBuilt(beforeProperties: runsFirst, step) { return }
        guard place.preparation.isUsed else {
            // Not a precondition: optimised code drops its message.
            fatalError("\(self) leads to another definition, of which something was made already")
        }
        // Instances that were being built have the step from here on.
        place.preparation.complete(by: step)
    }

    /// Overrides whether the container injects self-injecting properties.
    ///
    /// - Parameter isOn: Whether they are injected. Counts for the types that the definition implements too;
    ///   those cannot override it.
    /// - Returns: The definition.
    @discardableResult
    public func autoInjectingProperties(_ isOn: Bool = true) -> Definition {
        state.withLock { $0.injectsProperties = isOn }
        for (definition, _) in definitions { definition.injectProperties(isOn) }
        return self
    }
}

// @unchecked: constant, except for the state behind the lock.
extension Definition: @unchecked Sendable {}

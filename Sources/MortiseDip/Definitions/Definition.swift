// SPDX-License-Identifier: MIT

public import Mortise

/// What all definitions are, whatever they make (D-17).
public protocol DefinitionType: AnyObject, Sendable, CustomStringConvertible {}

/// What `register` returns: how to make `T` from arguments `U`, to be refined before it is first made.
///
/// Where `Mortise` is imported too, write `MortiseDip.Definition`.
public final class Definition<T, U>: DefinitionType {
    /// The factory, which takes its arguments as one tuple.
    public typealias F = (U) throws -> T

    @usableFromInline
    typealias Install =
        @Sendable (DependencyContainer, DependencyContainer.Tag?, Preparation<T>)
        -> Mortise.Definition<T>

    private struct State {
        /// Where it is registered.
        var places: [Place] = []
        /// Once there are some.
        var blocks: BlockList<T>?
        /// Whether properties are injected, if it says so itself.
        var injectsProperties: Bool?
    }

    struct Place: Sendable {
        let definition: DetachedDefinition<T>
        let home: DependencyContainer.Home
        let preparation: Preparation<T>
        let tag: DependencyContainer.Tag?
        /// Whether it is being registered there again: whoever does that sees to the blocks.
        var isReplaced = false
    }

    let scope: ComponentScope
    private let factory: String
    private let add: Install
    /// Whether it is a type's way to another definition.
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

    /// The type, the factory and the scope (D-17).
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
            // At once: nobody may make an instance before the blocks are there.
            var refined: Mortise.Definition<T>?
            container.container.install { _ in
                let made = add(container, tag, preparation)
                if let blocks { made.injecting(blocks.step(in: container.home)) }
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
        // Released outside the lock: they may be the last to keep a container.
        var known: [Container?] = []
        let (late, lateChoice) = state.withLock { state in
            state.places.removeAll { old in
                let container = old.definition.container
                known.append(container)
                return container == nil
                    || (old.home.engine == place.home.engine
                        && old.definition.hasKey(of: place.definition))
            }
            state.places.append(place)
            return (blocks == nil ? state.blocks : nil, state.injectsProperties)
        }
        // Said meanwhile by another thread, which did not know of this place.
        if let late { complete(made, at: place, by: late) }
        if let lateChoice, lateChoice != injectsProperties { made.injectProperties(lateChoice) }
        return made
    }

    /// What it is in the containers that have it.
    private var definitions: [(definition: Mortise.Definition<T>, place: Place)] {
        state.withLock { $0.places }.compactMap { place in
            place.definition.definition(called: self).map { ($0, place) }
        }
    }

    /// What it is in a container, the newest last.
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

    /// Adds a block that completes an instance (D-14).
    ///
    /// Blocks run in the order they were added, once for each instance, after the properties that inject
    /// themselves. Inside one resolve, what a block asks for may get this instance already: so cycles are
    /// closed. A block that asks for what is still in its factory, and waits for this instance, has that made
    /// once more: who waits for the factory gets the same, and what the factory returns is dropped (D-28).
    ///
    /// - Parameter block: Gets the container and the instance. Runs on the thread that resolves, outside all
    ///   locks. If it throws, the resolve fails with its error, and the instance is dropped.
    /// - Returns: The definition.
    /// - Precondition: If something was made already of a definition that another type leads to
    ///   (``implements(_:tag:file:line:resolvingProperties:)``), that type's own definition has a block already.
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

    /// Has its instances completed by some blocks, which may become more.
    ///
    /// Before it has any.
    func complete(by blocks: BlockList<T>) {
        let places = state.withLock { state in
            state.blocks = blocks
            return state.places
        }
        for place in places { beginCompleting(at: place, by: blocks) }
    }

    /// Has instances completed where it was when it got its first block.
    private func beginCompleting(at place: Place, by blocks: BlockList<T>) {
        guard let definition = place.definition.definition(called: self) else { return }
        // Asked last: what was found is what is registered there, and not what replaces it.
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
        if definition.injectingUnlessBuilt(step) { return }
        guard place.preparation.isUsed else {
            // Not a precondition: optimised code would leave the text out.
            fatalError("\(self) leads to another definition, of which something was made already")
        }
        // What was built from has it from now on.
        place.preparation.complete(by: step)
    }

    /// Says whether properties that inject themselves are injected, whatever the container says (D-16).
    ///
    /// - Parameter isOn: Whether they are. Counts for the types that the definition implements too, which
    ///   have no say of their own.
    /// - Returns: The definition.
    @discardableResult
    public func autoInjectingProperties(_ isOn: Bool = true) -> Definition {
        state.withLock { $0.injectsProperties = isOn }
        for (definition, _) in definitions { definition.injectProperties(isOn) }
        return self
    }
}

// @unchecked: constant, but for what is behind the lock.
extension Definition: @unchecked Sendable {}

// SPDX-License-Identifier: MIT

public import Mortise
import Synchronization

/// What all definitions are, whatever they make (D-17).
public protocol DefinitionType: AnyObject, Sendable, CustomStringConvertible {}

/// What `register` returns: how to make `T` from arguments `U`, to be refined before it is first made.
///
/// Where `Mortise` is imported too, write `MortiseDip.Definition`.
public final class Definition<T, U>: DefinitionType {
    @usableFromInline
    typealias Install =
        @Sendable (DependencyContainer, DependencyContainer.Tag?)
        -> Mortise.Definition<T>

    private struct State {
        /// Where it is registered.
        var places: [Place] = []
        /// Once there are some.
        var blocks: BlockList<T>?
    }

    struct Place: Sendable {
        let definition: DetachedDefinition<T>
        let home: DependencyContainer.Home
        let tag: DependencyContainer.Tag?
    }

    let scope: ComponentScope
    private let factory: String
    private let add: Install
    private let state = Mutex(State())

    @usableFromInline
    init(_ scope: ComponentScope, _ factory: String, _ install: @escaping Install) {
        self.scope = scope
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
        let made = add(container, tag)
        let place = Place(
            definition: DetachedDefinition(made),
            home: container.home,
            tag: tag
        )
        let blocks = state.withLock { state in
            state.places.append(place)
            return state.blocks
        }
        if let blocks { blocks.complete(made, in: place.home) }
        return made
    }

    /// Where it is registered.
    var places: [Place] {
        state.withLock { $0.places }.filter { $0.definition.definition != nil }
    }

    /// What it is in a container, the newest first.
    func engineDefinition(in container: DependencyContainer) -> Mortise.Definition<T>? {
        places.last { $0.home === container.home }?.definition.definition
    }

    // MARK: Blocks

    /// Adds a block that completes an instance (D-14).
    ///
    /// Blocks run in the order they were added, once for each instance, after the properties that inject
    /// themselves. Inside one resolve, what a block asks for may get this instance already: so cycles are
    /// closed. A block that asks for what is still in its factory, and waits for this instance, is unwound,
    /// and runs again from its beginning when that factory has returned.
    ///
    /// - Parameter block: Gets the container and the instance. Runs on the thread that resolves, outside all
    ///   locks. If it throws, the resolve fails with its error, and the instance is dropped.
    /// - Returns: The definition.
    /// - Precondition: Nothing was made of the definition yet, unless it has a block already; the container
    ///   is not bootstrapped.
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
        for place in places {
            if let definition = place.definition.definition {
                blocks.complete(definition, in: place.home)
            }
        }
        return self
    }
}

// @unchecked: constant, but for what is behind the lock.
extension Definition: @unchecked Sendable {}

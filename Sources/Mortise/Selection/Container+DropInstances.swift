// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// Drops the instances that the container keeps for a type, under any tag.
    ///
    /// The next resolve makes new ones. Instances that were handed out stay valid, and instances
    /// under construction are finished and kept. Works in a bootstrapped container, too. Instances
    /// with a disposer are still disposed of when the container is closed.
    ///
    /// - Parameter type: The type of the definitions, not of the instances.
    public func dropInstances<T>(of type: T.Type) {
        let word = KeyWords.word(of: T.self)
        resetInstances(ofType: word)
    }

    /// Drops the instances that the container keeps for a type under a tag.
    ///
    /// - Parameters:
    ///   - type: The type of the definitions.
    ///   - tag: Their tag. Other tags are not affected.
    public func dropInstances<T>(of type: T.Type, tag: some TagConvertible) {
        let word = KeyWords.word(of: T.self)
        resetInstances(ofType: word, tag: tag.tag)
    }

    /// Drops the instances that the container keeps under a tag, of any type.
    ///
    /// - Parameter tag: The tag of the definitions. Other tags are not affected.
    public func dropInstances(tag: some TagConvertible) {
        resetInstances(tag: tag.tag)
    }

    /// Drops all instances that the container keeps.
    ///
    /// The members of a cycle are dropped together, or kept together if they are under
    /// construction.
    public func dropInstances() {
        resetInstances()
    }

    /// - Parameters:
    ///   - type: The type of the definitions, if it matters.
    ///   - tag: Their tag, if it matters.
    private func resetInstances(ofType type: UInt? = nil, tag: DefinitionTag? = nil) {
        let reset = dropInstances(ofType: type, tag: tag)
        guard isFollowed.load(ordering: .acquiring) else { return }
        // The definitions of a layer have locks of their own.
        let types = reset.flatMap { slot in slot.owner.state.withLock { _ in slot.typesInAll } }
        var unpublished = Unpublished()
        unpublished.followers = state.withLock { $0.followers(of: types) }
        release(unpublished)
    }

    /// - Returns: The definitions of the dropped instances.
    private func dropInstances(ofType type: UInt?, tag: DefinitionTag?) -> [Slot] {
        // Tags are compared outside the lock for instances.
        let reset = dropInstances { state in
            var meant: [Slot] = []
            forEachKeepingSlot(state) {
                if type == nil || type == $0.type, tag == nil || tag == $0.tag { meant.append($0) }
            }
            return meant
        }
        // Includes the instances that the container keeps across links.
        return counterparts.reduce(into: reset) { $0 += $1.dropInstances(ofType: type, tag: tag) }
    }

    /// Drops the instances of the slots that a closure returns, which runs under the lock.
    ///
    /// - Parameters:
    ///   - areGone: Whether only a resolve that began before goes on with the slots.
    ///   - meant: Returns the slots.
    /// - Returns: The definitions of the dropped instances.
    @discardableResult
    func dropInstances(areGone: Bool = false, _ meant: (State) -> [Slot]) -> [Slot] {
        var unpublished = Unpublished()
        state.withLock { state in
            let meant = meant(state)
            instances.withLock { _ in
                for slot in meant { unpublished.take(slot, isReset: !areGone) }
            }
        }
        let definitions = unpublished.definitions.map(\.definition)
        release(unpublished)
        return definitions
    }
}

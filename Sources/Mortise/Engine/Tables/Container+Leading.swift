// SPDX-License-Identifier: MIT

import Synchronization

// What a container has wrapped of another one's definitions is as fast as its own: its table leads
// to the wrapper. The table must not do so for longer than a search would. So the container follows
// what its sources publish for the type, and each change there makes it forget the wrappers in its
// table. Those whose definitions are still there are found again, with their instances.

extension Caller {
    /// Lets the table of a container lead to a wrapper that a search for its key has found, unless
    /// something that the search has read is no longer so.
    func lead(_ container: Container, to wrapper: Slot) {
        // What a layer keeps does not change with its base.
        if container.role != .plain, container.keeps(wrapper.undecorated(by: container)) {
            return container.lead(to: wrapper, if: { true })
        }
        let follower = container.routeFollower(wrapper.type)
        let version = follower.version
        // The follower is told of what is published from here on.
        let isNewest = container.allInOrder.allSatisfy { source in
            let source = Unmanaged.passUnretained(source)
            return !source.isClosed && sourceTable(source).word == source.publishedTable
        }
        if isNewest { container.lead(to: wrapper, if: { follower.version == version }) }
    }
}

extension Container {
    /// Lets the table lead to a wrapper of another container's definition, where it has no answer.
    ///
    /// - Parameters:
    ///   - wrapper: The wrapper.
    ///   - isStillFound: Whether a search would still find it; runs under the container's lock.
    fileprivate func lead(to wrapper: Slot, if isStillFound: () -> Bool) {
        var retired: [Reclaimer.Retired] = []
        state.withLock { state in
            let current = Table(word: table.load(ordering: .relaxed))
            guard !isClosed, wrapper.isPublishedNow, current.find(wrapper.key) == nil,
                current.findHiding(wrapper.key) == nil, isStillFound()
            else { return }
            retired = insert(wrapper, into: current)
        }
        Reclaimer.retire(retired)
    }

    /// Whether it is a layer that keeps instances of a definition.
    func keeps(_ definition: Slot) -> Bool {
        state.withLock { state in
            if state.routes[definition, .layer] != nil { return true }
            let found = Table(word: table.load(ordering: .relaxed)).find(definition.key)
            return found?._withUnsafeGuaranteedRef { $0.original === definition } == true
        }
    }

    /// The follower of a type that the container wraps in its sources.
    fileprivate func routeFollower(_ type: UInt) -> Follower {
        let known = state.withLock { $0.existingExtras?.routeFollowers[type] }
        if let known { return known }
        let made = Follower(type, in: self)
        let container = WeakContainer(known: self)
        made.onChange { container.value?.forgetRoutes() }
        return state.withLock { state in
            if let known = state.extras.routeFollowers[type] { return known }
            state.extras.routeFollowers[type] = made
            return made
        }
    }

    /// Takes the wrappers of other containers' definitions out of the table, except of what the
    /// container keeps, and drops those whose definitions are gone.
    func forgetRoutes() {
        changing { state, unpublished in
            guard !state.routes.isEmpty else { return }
            unpublished = publish(TableChange(state), in: &state)
            state.extras.routeLimit = max(2, 2 * state.routes.count)
        }
    }
}

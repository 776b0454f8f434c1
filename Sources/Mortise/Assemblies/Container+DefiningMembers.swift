// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// Registers a member unless it is known.
    ///
    /// - Returns: Its definition; `nil` if the container is closed.
    func define(
        _ key: KeyWords,
        _ site: MemberSite,
        _ scope: EngineScope,
        _ view: Table,
        _ thread: Thread,
        lane: Slot.Lane = .sync,
        factory: @autoclosure () -> ErasedFactory
    ) -> Slot? {
        if let known = Lookup(view: view, thread: thread).search(key) { return known }
        requireArguments(key, site, scope)
        let outermost = view.owner.takeUnretainedValue().outermost
        let slot = outermost.add(key, site, scope, lane, factory())
        // The table that leads to it may be one that the session has not announced.
        if let slot { thread.sessionWork.slots.append(slot) }
        return slot
    }

    /// What is kept for some arguments must not be handed out for others.
    private func requireArguments(_ key: KeyWords, _ site: MemberSite, _ scope: EngineScope) {
        guard scope != .unique, key.arguments == 0, site.name == nil, site.hasArguments else {
            return
        }
        // Not a precondition: optimised code would leave the text out.
        fatalError(
            """
            \(key.key) at \(site.file):\(site.line) is .\(scope.lifetime) and has arguments: say which \
            of them tell instances apart, \(site.adviceOnArguments).
            """
        )
    }

    /// The container that is asked last, along the first sources.
    private var outermost: Container {
        var container = self
        while let next = container.enclosing.first { container = next }
        return container
    }

    /// Adds the definition of a member.
    ///
    /// Also where nothing can be registered any more: it was there before, as code.
    private func add(
        _ key: KeyWords,
        _ site: MemberSite,
        _ scope: EngineScope,
        _ lane: Slot.Lane,
        _ factory: ErasedFactory
    ) -> Slot? {
        var retired: [Reclaimer.Retired] = []
        let added = state.withLock { state -> Slot? in
            let current = Table(word: table.load(ordering: .relaxed))
            if let known = current.find(key) { return known.takeUnretainedValue() }
            guard !isClosed else { return nil }
            let slot = Slot(
                key,
                scope,
                kind: .member,
                lane: lane,
                owner: self,
                factory: factory,
                file: site.file.address,
                line: site.line,
                member: site.key
            )
            state.slots.append(slot)
            ConstructionSite.locked { slot.isPublished = true }
            retired = insert(slot, [], into: current)
            return slot
        }
        Reclaimer.retire(retired)
        return added
    }
}

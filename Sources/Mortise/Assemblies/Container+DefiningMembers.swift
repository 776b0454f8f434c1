// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

extension Container {
    /// The names of instances in one assembly and one scope, shared by several members.
    struct Names: Hashable {
        let assembly: UInt
        let scope: EngineLifetime
    }

    /// Registers a member unless it is known.
    ///
    /// - Returns: Its definition; `nil` if the container is closed.
    func define(
        _ key: KeyWords,
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ caller: Caller,
        lane: Slot.Lane = .sync,
        factory: @autoclosure () -> ErasedFactory
    ) -> Slot? {
        if let known = caller.search(key) { return known }
        if site.telling == nil { requireArguments(key, site, lifetime) }
        let outermost = caller.asked.outermost
        let slot = outermost.add(key, site, lifetime, lane, factory())
        // Perhaps the session has not pinned the table that leads to this slot.
        if let slot { caller.thread.session.slots.append(slot) }
        return slot
    }

    /// Refuses a kept instance without told arguments: it would be returned for other arguments,
    /// too.
    private func requireArguments(_ key: KeyWords, _ site: MemberSite, _ lifetime: EngineLifetime) {
        guard lifetime != .unique, key.arguments == 0, site.hasArguments else {
            return
        }
        // Not a precondition: optimised code would leave the text out.
        fatalError(
            """
            \(key.key) at \(site.file):\(site.line) is .\(lifetime.lifetime) and has arguments: say which \
            of them tell instances apart, \(site.adviceOnArguments).
            """
        )
    }

    /// The outermost container along the first parents.
    private var outermost: Container {
        var container = self
        while let next = container.enclosing.first { container = next }
        return container
    }

    /// Adds the definition of a member, even if registration has ended.
    private func add(
        _ key: KeyWords,
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ lane: Slot.Lane,
        _ factory: ErasedFactory
    ) -> Slot? {
        var retired: [Reclaimer.Retired] = []
        let added = state.withLock { state -> Slot? in
            let current = Table(word: table.load(ordering: .relaxed))
            if let known = current.find(key) { return known.takeUnretainedValue() }
            guard !isClosed else { return nil }
            let names = site.isNamed ? Names(assembly: site.key.assembly, scope: lifetime) : nil
            let slot = Slot(
                key,
                lifetime,
                kind: .member,
                lane: lane,
                owner: self,
                factory: factory,
                file: site.file.address,
                line: site.line,
                member: site.key,
                namesake: names.flatMap { state.extras.names[$0] },
                isToldApart: site.isNamed
            )
            if let names, slot.keyExtra?.namesake == nil { state.extras.names[names] = slot }
            state.slots.append(slot)
            instances.withLock { _ in slot.isPublished = true }
            retired = insert(slot, into: current)
            return slot
        }
        Reclaimer.retire(retired)
        return added
    }
}

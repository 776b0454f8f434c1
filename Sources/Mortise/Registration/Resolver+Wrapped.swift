// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// What becomes of a kept wrapper: it is dropped with what it wraps, and it is disposed of unless it
// is the original. An instance that another container keeps of a definition goes with that, too.

extension Resolver {
    /// Makes an original and wraps it.
    mutating func wrapped<T>(
        _ inner: Slot,
        _ wrap: (T, inout Resolver) throws -> T
    ) throws -> T {
        try wrapped(frame.instance(of: .passUnretained(inner)), of: inner, wrap)
    }

    /// Wraps an original, and notes what the wrapper was made around.
    mutating func wrapped<T>(
        _ original: T,
        of inner: Slot,
        _ wrap: (T, inout Resolver) throws -> T
    ) throws -> T {
        let wrapped: T
        do {
            wrapped = try wrap(original, &self)
        } catch {
            inner.abandonUnlessKept(original, by: Caller(frame).thread)
            throw error
        }
        let wrapper = frame.slotObject
        if Container.mayDecorateScopes { wrapper.noteDecorated() }
        guard wrapper.scope.isCaching else { return wrapped }
        let caller = Caller(frame)
        caller.thread.session.noteOriginal(original, returnedAs: wrapped, by: wrapper)
        try caller.noteDependence(of: wrapper, on: inner)
        return wrapped
    }
}

extension Session {
    /// Notes an original that a decorator has returned.
    func noteOriginal<T>(_ original: T, returnedAs wrapped: T, by wrapper: Slot) {
        guard let object = objectInside(wrapped), object === objectInside(original) else { return }
        handedOn.append((wrapper, object))
    }

    /// Whether an instance is an original that the decorator of its slot has returned.
    func hasHandedOn<Instance>(_ holder: Holder<Instance>, _ slot: Slot) -> Bool {
        guard !handedOn.isEmpty, let object = holder.object else { return false }
        return handedOn.contains { $0.wrapper === slot && $0.original === object }
    }
}

extension Caller {
    /// Notes that the instances of a wrapper are dropped with those of what it wraps.
    ///
    /// What a layer keeps is found through its table from then on, as if it were not decorated.
    func noteDependence(of wrapper: Slot, on inner: Slot) throws {
        guard wrapper.scope.isCaching, let keeper = try keeper(of: inner) else { return }
        keeper.add(dependent: wrapper)
        let details = wrapper.details
        wrapper.owner.state.withLock { _ in
            details.keeper = keeper === details.decorated ? nil : WeakSlot(keeper)
        }
        let container = wrapper.owner
        guard container.role != .plain, asked === container,
            container.keeps(wrapper.undecorated(by: container))
        else { return }
        _ = place(of: wrapper.key)
    }

    /// The slot that keeps the instance which a definition gives; `nil` if none is found.
    private func keeper(of slot: Slot) throws -> Slot? {
        guard slot.kind == .forwarding else {
            return try Request(Void.self, tag: slot.tag, self).home(of: slot, isDirect: false)
        }
        let details = slot.sealed()
        if let known = details.forwarder?.definition(for: slot) { return try keeper(of: known) }
        guard let target = details.target,
            let found = way(from: slot.arguments == 0 ? target.withoutArguments : target).last
        else { return nil }
        return try asking(found.view).keeper(of: found.slot)
    }
}

extension Slot {
    /// Notes that a decorator of another container has wrapped something, for that one's graph.
    func noteDecorated() {
        guard let decorator = existingDetails?.decorator, decorator.owner !== owner else { return }
        decorator.details.note(Recorded(.passUnretained(owner), of: decorator))
    }

    /// Notes a slot whose instances are dropped with those of this one, or with this definition.
    func add(dependent wrapper: Slot) {
        let details = self.details
        // What was found is released outside the lock.
        let found = owner.state.withLock { _ in details.dependents.insert(wrapper) }
        withExtendedLifetime(found) {}
    }
}

/// The slots whose instances go with those of a definition, or with the definition: the wrappers
/// around them, and pinned slots, in the order in which they were made.
///
/// It does not keep them alive.
struct Dependents {
    private var wrappers: [(owner: WeakContainer, slot: WeakSlot)] = []
    private var positions: [ObjectIdentifier: Int] = [:]
    /// With so many wrappers those that are gone are taken out.
    private var limit = 8

    /// - Returns: The wrappers looked at, to be released outside a lock.
    fileprivate mutating func insert(_ wrapper: Slot) -> [Slot] {
        var alive: [Slot] = []
        if let position = positions[ObjectIdentifier(wrapper)] {
            // Otherwise it had the address of one that is gone.
            if let known = wrappers[position].slot.slot, known === wrapper { return [known] }
            positions[ObjectIdentifier(wrapper)] = nil
        }
        if wrappers.count >= limit {
            wrappers = wrappers.filter { entry in
                guard let slot = entry.slot.slot else { return false }
                alive.append(slot)
                return true
            }
            positions = Dictionary(
                uniqueKeysWithValues: alive.enumerated().map { (ObjectIdentifier($1), $0) }
            )
            limit = max(8, 2 * wrappers.count)
        }
        positions[ObjectIdentifier(wrapper)] = wrappers.count
        wrappers.append((WeakContainer(known: wrapper.owner), WeakSlot(wrapper)))
        return alive
    }

    /// Each with its owner, as far as they are alive, to be released outside a lock.
    fileprivate var all: [(owner: Container?, slot: Slot?)] {
        wrappers.map { ($0.owner.value, $0.slot.slot) }
    }
}

extension Container {
    /// Reports that instances of a definition were dropped, and drops the wrappers around them.
    func hasDropped(_ slot: Slot) {
        report(.dropped, slot, in: scopeNumber)
        guard let details = slot.existingDetails else { return }
        for case (let container?, let wrapper?) in slot.dependents(in: details) {
            container.dropInstances(areGone: slot.hasGone) { _ in [wrapper] }
        }
    }

    /// Drops what other containers keep of definitions that are gone, and that keep nothing.
    func dropPins(of gone: [Slot]) {
        var containers: [ObjectIdentifier: Container] = [:]
        for slot in gone where !slot.scope.isCaching {
            guard let details = slot.existingDetails else { continue }
            for case (let container?, _) in slot.dependents(in: details) {
                containers[ObjectIdentifier(container)] = container
            }
        }
        for container in containers.values {
            container.changing(container.dropLost)
            // What it has wrapped to keep it.
            container.forgetRoutes()
        }
    }
}

extension Slot {
    fileprivate func dependents(in details: Details) -> [(owner: Container?, slot: Slot?)] {
        // Read under the lock, so that no other thread changes the array meanwhile.
        owner.state.withLock { _ in details.dependents.all }
    }
}

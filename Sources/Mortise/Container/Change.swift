// SPDX-License-Identifier: MIT

import MortiseGraph

/// A change to what a container has registered, worked out before it is published.
struct Change {
    private(set) var slots: [Slot]
    /// The definition that answers each exact key: the last one.
    private var current: [ExactKey: Slot] = [:]

    private struct ExactKey: Hashable {
        let type: UInt
        let arguments: UInt
        let tag: Tag?

        init(_ slot: Slot) {
            type = slot.type
            arguments = slot.arguments
            tag = slot.tag
        }
    }

    init(state: Container.State) {
        slots = Array(state.slots)
        for slot in slots { current[ExactKey(slot)] = slot }
    }

    /// Whether a definition answers exactly the key of another one.
    func knowsKey(of slot: Slot) -> Bool { current[ExactKey(slot)] != nil }

    mutating func add(_ slot: Slot) {
        if let old = current[ExactKey(slot)], !slot.livesBeside(old) {
            let gone = slots.filter { ExactKey($0) == ExactKey(slot) }
            let identities = Set(gone.map(ObjectIdentifier.init))
            slots.removeAll { identities.contains(ObjectIdentifier($0)) }
            // What takes the place of an implementation is one.
            if let details = gone.lazy.compactMap(\.existingDetails).first(where: \.isSelectable) {
                slot.details.isSelectable = true
                slot.details.isGuest = details.isGuest
            }
            if slot.existingDetails?.isReplacing != true {
                let known = slot.details.replaced
                slot.details.replaced += gone.compactMap(\.site).filter { !known.contains($0) }
            }
        }
        current[ExactKey(slot)] = slot
        slots.append(slot)
    }

    mutating func remove(_ going: [Slot]) {
        let identities = Set(going.map(ObjectIdentifier.init))
        slots.removeAll { identities.contains(ObjectIdentifier($0)) }
        current = [:]
        for slot in slots { current[ExactKey(slot)] = slot }
    }

    /// The slots that the table leads to by their own keys.
    var tableSlots: some Sequence<Slot> { current.values }
    var tableCount: Int { current.count }

    private func inOrder(_ some: [Slot]) -> [Slot] {
        slots.filter { slot in some.contains { $0 === slot } }
    }

    /// The plain keys of definitions that can be wired, where nothing else answers them.
    func plainSlots(owner: Container) -> [Slot] {
        var candidates: [ExactKey: [Slot]] = [:]
        var order: [ExactKey] = []
        for slot in current.values {
            guard let wired = slot.wired else { continue }
            let key = ExactKey(wired)
            if candidates[key] == nil { order.append(key) }
            candidates[key, default: []].append(slot)
        }
        return order.compactMap { key in
            guard current[key] == nil, let all = candidates[key] else { return nil }
            let sorted = all.count == 1 ? all : inOrder(all)
            if let last = sorted.last, last.details.isContributing { return last.wired }
            let arity = sorted.map { $0.details.arity }.max() ?? 0
            let best = sorted.filter { $0.details.arity == arity }
            return best.count == 1 ? best[0].wired : Slot.ambiguous(best, owner: owner)
        }
    }
}

extension Slot {
    /// Whether the slot stands for a definition that is registered under another key.
    var isPlainKeyOnly: Bool { kind == .wired || kind == .ambiguous }

    /// Whether both are meant to live under one key.
    ///
    /// Under the owner's lock.
    fileprivate func livesBeside(_ old: Slot) -> Bool {
        let details = existingDetails
        if details?.isReplacing == true { return false }
        return details?.isContributing == true || old.existingDetails?.isContributing == true
    }
}

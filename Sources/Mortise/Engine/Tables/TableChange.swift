// SPDX-License-Identifier: MIT

import MortiseGraph

/// A change to the definitions of a container, prepared before it is published.
struct TableChange {
    private(set) var slots: [Slot]
    /// The definition that answers each exact key: the last one.
    ///
    /// With the derived slots, it is all that the table leads to, but for what a layer keeps.
    private var answers: [KeyWords: Slot] = [:]
    /// The slots that requests find, but for selectors, once they are derived.
    private(set) var found: [Slot] = []
    /// The overlay slots that the table leads to, through wrappers or not.
    var layerSlots: [Slot] = []
    /// Whether overlay slots outlive the change.
    var keepsLayerSlots = true

    /// Starts with the registered definitions, without some of them.
    ///
    /// - Parameters:
    ///   - state: The container's state.
    ///   - going: The definitions that go.
    ///   - back: Those that come back in the place of one that goes.
    init(
        _ state: Container.State,
        without going: [Slot] = [],
        bringingBack back: [Slot: [Slot]] = [:]
    ) {
        let going = Set(going)
        let staying = state.slots.filter { !going.contains($0) }
        slots = staying
        if !back.isEmpty {
            slots = state.slots.flatMap { slot in
                guard going.contains(slot) else { return [slot] }
                return (back[slot] ?? []).filter { returning in
                    !staying.contains { $0.isInTheWay(of: returning) }
                }
            }
        }
        for slot in slots { answer(slot) }
    }

    /// Whether a definition answers exactly the key of another one.
    func knowsKey(of slot: Slot) -> Bool { answers[slot.key].map { !$0.kind.givesWay } ?? false }

    /// - Returns: The definitions that it replaces.
    @discardableResult mutating func add(_ slot: Slot) -> [Slot] {
        let gone = slots(replacedBy: slot)
        if !gone.isEmpty {
            slots.removeAll { gone.contains($0) }
            for old in gone where answers[old.key] === old { answers[old.key] = nil }
            slot.take(over: gone)
        }
        answer(slot)
        slots.append(slot)
        return gone
    }

    /// Notes that a definition is the last one of its key.
    ///
    /// What is only declared does not take the place of a definition.
    private mutating func answer(_ slot: Slot) {
        let key = slot.key
        if slot.kind.givesWay, let known = answers[key], !known.kind.givesWay { return }
        answers[key] = slot
    }

    private func slots(replacedBy slot: Slot) -> [Slot] {
        if slot.existingDetails?.replacing == .anyParameters {
            return slots.filter { slot.replaces($0) }
        }
        let key = slot.key
        guard let old = answers[key], !slot.claim.livesBeside(old.claim) else { return [] }
        return slots.filter { $0.answers(key) && !$0.kind.givesWay }
    }

    // MARK: What the table leads to

    /// The slots that the table leads to, each by its own key.
    var tableSlots: some Sequence<Slot> { answers.values.lazy.filter { $0.kind != .decorator } }

    /// An upper bound for their number, with what a layer keeps.
    var tableCount: Int { answers.count + layerSlots.count }

    /// Makes the slots that exist as long as the table leads to them: for the plain keys of what can
    /// be wired, for what replaces all others, for collections and for selections.
    ///
    /// Under the container's lock.
    mutating func derive(for owner: Container, in state: inout Container.State) {
        // `resolveAll` leads to each contributing definition.
        found = slots + slots.filter(\.isContributing).compactMap(\.wired)
        answer(with: plainSlots(owner: owner))
        answer(with: hidingSlots(owner: owner))
        answer(with: collectionSlots())
        for selector in state.makeSelectors(of: slots, owner, unless: { answers[$0] != nil }) {
            answers[selector.key] = selector
        }
    }

    private mutating func answer(with made: [Slot]) {
        for slot in made { answers[slot.key] = slot }
        found += made
    }

    /// Whether a definition takes the place of what a layer keeps, or hides it.
    ///
    /// - Parameters:
    ///   - overlaySlot: The overlay slot.
    ///   - isLed: Whether the table leads to it.
    /// - Returns: Whether it goes.
    func displaces(_ overlaySlot: Slot, isLed: Bool) -> Bool {
        if !keepsLayerSlots || answers[overlaySlot.key.hiding] != nil { return true }
        // It is kept beside definitions that coexist with others of their key.
        return isLed && answers[overlaySlot.key] != nil
            && !overlaySlot.definition.undecorated.isContributing
    }

    /// The slots for the plain keys of definitions that can be wired, where no other slot answers
    /// them.
    private func plainSlots(owner: Container) -> [Slot] {
        var candidates: [KeyWords: [Slot]] = [:]
        var order: [KeyWords] = []
        for slot in answers.values {
            guard let wired = slot.wired else { continue }
            let key = wired.key
            if candidates[key] == nil { order.append(key) }
            candidates[key, default: []].append(slot)
        }
        return order.compactMap { key in
            guard answers[key].map(\.kind.isExpected) ?? true, let all = candidates[key]
            else { return nil }
            let sorted = all.count == 1 ? all : slots.filter(all.contains)
            if let last = sorted.last, last.isContributing { return last.wired }
            let arity = sorted.map { $0.details.arity }.max() ?? 0
            let best = sorted.filter { $0.details.arity == arity }
            return best.count == 1 ? best[0].wired : Slot.ambiguous(best, owner: owner)
        }
    }

    /// The slots that hide the definitions of the sources, for those that replace all others.
    private func hidingSlots(owner: Container) -> [Slot] {
        guard owner.hasSources else { return [] }
        var hidden: Set<KeyWords> = []
        return slots.filter { slot in
            slot.existingDetails?.replacing == .anyParameters
                && hidden.insert(slot.key.hiding).inserted
        }.map { Slot.hiding(for: $0) }
    }

    /// The slots for the collections of what contributes, and of what is declared, unless another
    /// definition answers their keys.
    private func collectionSlots() -> [Slot] {
        var members: [KeyWords: (collection: Collection, slots: [Slot])] = [:]
        var order: [KeyWords] = []
        for slot in slots where slot.isContributing {
            guard let plain = slot.arguments == 0 ? slot : slot.wired else { continue }
            let collection = Collection(with: slot)
            if members[collection.key] == nil { order.append(collection.key) }
            members[collection.key, default: (collection, [])].slots.append(plain)
        }
        return order.compactMap { key in
            let declared = answers[key]
            guard declared?.kind.givesWay != false else { return nil }
            return members[key].map { .collection($0.collection, $0.slots, like: declared) }
        }
    }
}

extension Slot {
    /// Whether the slot stands for a definition that is registered under another key.
    var isPlainKeyOnly: Bool { kind == .wired || kind == .ambiguous }

    /// Whether it takes the place of another definition once it is marked as replacing.
    ///
    /// Not that of the other half of a type that is forwarded both with and without arguments.
    ///
    /// Under the owner's lock.
    func replaces(_ other: Slot) -> Bool {
        guard other !== self, other.type == type, other.tag == tag,
            existingDetails == nil || other.existingDetails !== existingDetails
        else { return false }
        return claim.replaces(other.claim, isOfOneKey: other.key == key)
    }

    /// Whether a definition cannot come back beside this one.
    ///
    /// Under the owner's lock.
    fileprivate func isInTheWay(of other: Slot) -> Bool {
        claim.kind == .definition && replaces(other) && !claim.livesBeside(other.claim)
    }

    /// What it claims of its key.
    ///
    /// Under the owner's lock.
    fileprivate var claim: Claim {
        Claim(
            kind.givesWay ? .declaration : kind == .decorator ? .decorator : .definition,
            isContributing: isContributing,
            replacing: existingDetails?.replacing
        )
    }
}

extension Slot {
    /// Takes the place of other definitions: the replacement of an implementation is one.
    ///
    /// Under the owner's lock.
    func take(over gone: [Slot]) {
        guard !gone.isEmpty else { return }
        let details = self.details
        if let other = gone.lazy.compactMap(\.existingDetails).first(where: \.isSelectable) {
            details.isSelectable = true
            details.isGuest = other.isGuest
        }
        if gone.contains(where: \.answeredAnyTag) { details.replacedAnyTag = true }
        for old in gone.lazy.compactMap(\.existingDetails) {
            details.inheritedForwarders += old.forwarders + old.inheritedForwarders
        }
        let known = details.replaced
        details.replaced += gone.compactMap(\.site).filter { !known.contains($0) }
    }
}

extension Slot {
    /// Whether it coexists with other definitions of its key.
    ///
    /// Under the owner's lock.
    var isContributing: Bool { existingDetails?.isContributing == true }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

// How a definition relates to others of its type: by its tag, its parameters, or in their place.

extension Definition {
    func answerAnyTag() {
        guard slot.tag == nil else {
            fatalError(
                """
                \(slot.key.key)\(slot.place) has a tag, so it cannot answer any other. Register it \
                without one.
                """
            )
        }
        refine("forAnyTag") { details in
            let untagged = details.forwarders.filter { $0.tag == nil }
            for details in [details] + untagged.map(\.details) { details.answersAnyTag = true }
        }
        // It may be one of several that could answer the key without arguments.
        guard slot.wired != nil else { return }
        slot.owner.changing { state, unpublished in
            unpublished = slot.owner.republish([slot], in: &state)
        }
    }

    func replace(_ replacement: Graph.Node.Replacement) {
        slot.owner.changing { state, unpublished in
            slot.owner.requireThawed(state, "change", slot, by: "replacing")
            for slot in slot.goingAlong { slot.details.replacing = replacement }
            // In an install nothing changes before it is published.
            guard state.slots.contains(slot) else { return }
            // Another definition may have taken over a forwarded type.
            let own = slot.goingAlong.filter { state.slots.contains($0) }
            let others = state.slots.filter { other in own.contains { $0.replaces(other) } }
            guard !others.isEmpty || slot.owner.hasSources else { return }
            for slot in own { slot.take(over: others.filter(slot.replaces)) }
            unpublished = slot.owner.publish(TableChange(state, without: others), in: &state)
        }
    }

    func markSeen() { slot.owner.state.withLock { _ in slot.details.isMarkedSeen = true } }

    @usableFromInline func contribute(to list: ErasedFactory) {
        refine("contributing") { details in
            details.list = list
            for details in [details] + details.forwarders.map(\.details) {
                details.isContributing = true
            }
        }
        slot.owner.changing { state, unpublished in
            state.definitionsChange()
            // The collections get it, and it may settle which definition answers the key without
            // arguments.
            unpublished = slot.owner.republish([slot], in: &state)
        }
    }
}

extension Slot {
    /// Whether it answers any tag, or took the place of a definition that did.
    var answeredAnyTag: Bool { answersAnyTag || existingDetails?.replacedAnyTag == true }
}

// SPDX-License-Identifier: MIT

// What is committed when, and what falls with what fails.

extension ModelSession {
    /// An instance on its way that others may get hold of.
    final class Construction {
        let slot: Slot?
        var instance: Instance?
        var isComplete = false
        var isCommitted = false
        var failure: Failure?
        var hasFailed: Bool { failure != nil }
        var needs: [Construction] = []

        init(_ slot: Slot?) { self.slot = slot }
    }

    func hold(_ construction: Construction) {
        guard !construction.isCommitted, let holder = builders.last, holder !== construction else {
            return
        }
        holder.needs.append(construction)
    }

    /// Commits everything whose needs are all complete; what is handed on unfinished is held.
    func complete(_ construction: Construction) throws(Failure) {
        // Something it was handed has failed since.
        if let failure = construction.needs.compactMap(\.failure).first { throw failure }
        construction.isComplete = true
        for candidate in constructions where candidate.isComplete && !candidate.hasFailed {
            let group = closure(of: candidate)
            guard group.allSatisfy(\.isComplete) else { continue }
            for member in group where !member.isCommitted {
                member.isCommitted = true
                guard let slot = member.slot else { continue }
                inFlight[slot] = nil
                if let instance = member.instance { model.commit(instance, to: slot) }
            }
        }
        if !construction.isCommitted, let outer = builders.dropLast().last {
            outer.needs.append(construction)
        }
    }

    private func closure(of construction: Construction) -> [Construction] {
        var found = [construction]
        var index = 0
        while index < found.count {
            for need in found[index].needs where !found.contains(where: { $0 === need }) {
                found.append(need)
            }
            index += 1
        }
        return found
    }

    func fail(_ construction: Construction, _ failure: Failure) {
        guard !construction.isCommitted, !construction.hasFailed else { return }
        construction.failure = failure
        if let slot = construction.slot { inFlight[slot] = nil }
        for other in constructions where other.needs.contains(where: { $0 === construction }) {
            // What is not complete fails when its own turn comes.
            if other.isComplete { fail(other, failure) }
        }
    }

    func unwind(
        _ frame: Frame,
        _ construction: Construction?,
        _ error: Failure,
        since mark: Int
    ) {
        if let (_, until) = unwinding, error == .postponed {
            until.waiting += frame.waiting
        } else {
            for step in frame.waiting { fail(step.construction, error) }
        }
        frame.waiting = []
        if let construction { fail(construction, error) }
        let builder = builders.dropLast(construction == nil ? 0 : 1).last
        let kept = created[mark...].filter { entry in
            entry.construction !== builder && entry.construction?.hasFailed != true
                && entry.construction != nil
        }
        created.replaceSubrange(mark..., with: kept)
    }
}

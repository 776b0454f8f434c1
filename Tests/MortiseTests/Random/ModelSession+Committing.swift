// SPDX-License-Identifier: MIT

// Decides commits, and the consequences of failures.

extension ModelSession {
    /// A construction that others may get.
    final class Construction {
        let slot: Slot?
        var instance: Instance?
        /// Whether the rest of its steps waits for a factory: none of its code runs.
        var isWaiting = false
        var isComplete = false
        var isCommitted = false
        var hasFailed = false
        /// The failure of one of its needs while it was running: it will fail too.
        var doom: Failure?
        var needs: [Construction] = []

        init(_ slot: Slot?) { self.slot = slot }
    }

    func hold(_ construction: Construction) throws(Failure) {
        if let doom = construction.doom { throw doom }
        guard !construction.isCommitted, let holder = builders.last, holder !== construction else {
            return
        }
        holder.needs.append(construction)
    }

    /// Commits each construction whose needs are all complete; holds others.
    func complete(_ construction: Construction, isHandedOut: Bool = true) throws(Failure) {
        if let doom = construction.doom { throw doom }
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
        if isHandedOut, !construction.isCommitted, let outer = builders.dropLast().last {
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

    /// Drops a failed construction and its dependents: immediately if they only wait, at their turn if they
    /// run.
    func fail(_ construction: Construction, _ failure: Failure) {
        guard !construction.isCommitted, !construction.hasFailed else { return }
        for member in dependents(of: construction) {
            guard member === construction || member.isComplete || member.isWaiting else {
                member.doom = failure
                continue
            }
            member.hasFailed = true
            if let slot = member.slot { inFlight[slot] = nil }
        }
    }

    /// A construction, and its direct and indirect dependents.
    private func dependents(of construction: Construction) -> [Construction] {
        var found = [construction]
        var index = 0
        while index < found.count {
            for other in constructions where !other.hasFailed {
                guard other.needs.contains(where: { $0 === found[index] }),
                    !found.contains(where: { $0 === other })
                else { continue }
                found.append(other)
            }
            index += 1
        }
        return found
    }

    func unwind(
        _ frame: Frame,
        _ construction: Construction?,
        _ error: Failure,
        since mark: Int
    ) {
        for index in waiting.indices.reversed() where waiting[index].until === frame {
            if let (_, until) = unwinding, error == .postponed {
                waiting[index].until = until
            } else {
                fail(waiting.remove(at: index).construction, error)
            }
        }
        if let construction { fail(construction, error) }
        let builder = builders.dropLast(construction == nil ? 0 : 1).last
        let kept = created[mark...].filter { entry in
            entry.construction !== builder && entry.construction?.hasFailed != true
                && entry.construction != nil
        }
        created.replaceSubrange(mark..., with: kept)
    }
}

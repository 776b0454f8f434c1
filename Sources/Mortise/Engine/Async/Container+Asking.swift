// SPDX-License-Identifier: MIT

/// How a task gets what it asks for, outside of other resolves.
enum Asking {
    /// The instance is there; this is its holder.
    case kept(AnyObject)
    /// By waiting for the instance of a slot, which is made asynchronously.
    case awaiting(Slot)
    /// By a trial.
    case trying
    /// By the attempts of a session.
    case attempting
}

extension Container {
    /// How a task gets the instance for a key.
    func asking(for key: KeyWords) -> Asking {
        // What is asked for inside another resolve, of the task or of the thread, waits with it.
        guard AsyncFrame.current == nil, let caller = beginUntracked() else { return .attempting }
        defer { caller.thread.leaveUntracked(succeeded: true) }
        guard let found = caller.place(of: key) else { return .attempting }
        let slot = found.slot.takeUnretainedValue()
        if slot.isTriedAtOnce { return .trying }
        guard slot.isAwaitedAlone, let kept = caller.kept(slot, key, seeing: found.table) else {
            return .attempting
        }
        return kept.slot.keptHolder.map { .kept($0) } ?? .awaiting(kept.slot)
    }
}

extension Slot {
    /// Whether a resolve for a task is tried at once.
    fileprivate var isTriedAtOnce: Bool { definitionDetails { $0?.trials.isTried == true } }

    /// Whether a task that asks for it only has to await the construction of its one instance.
    fileprivate var isAwaitedAlone: Bool {
        lane == .async && scope.isCaching && kind.callsFactory && arguments == 0 && !isToldApart
            && definitionDetails { $0?.isUnstubbed != true }
    }

    /// The holder of the committed instance that it keeps.
    fileprivate var keptHolder: AnyObject? {
        owner.instances.withLock { _ in
            holder.map {
                handsOut($0, of: self)
                return $0
            }
        }
    }
}

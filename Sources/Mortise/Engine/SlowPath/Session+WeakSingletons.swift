// SPDX-License-Identifier: MIT

// What makes a weak singleton weak: the session that builds the instance keeps it alive until its
// end. Then the cell lets go of the holder and remembers the object weakly, in `Cell.object`.

extension Session {
    /// Keeps the instance of a weak singleton alive until the end of the session.
    func noteWeak<Instance>(_ holder: Holder<Instance>, of slot: Slot, in cell: Cell) {
        guard slot.scope == .weakSingleton else { return }
        weak.append((slot.owner, cell, holder, holder.object))
    }

    /// Replaces an instance of a weak singleton.
    func replaceWeak<Instance>(_ holder: Holder<Instance>, by other: Holder<Instance>) {
        guard let index = weak.lastIndex(where: { $0.holder === holder }) else { return }
        weak[index].holder = other
        weak[index].object = other.object
    }

    /// Leaves it to others to keep the instances of weak singletons alive.
    func releaseWeak() {
        guard !weak.isEmpty else { return }
        let all = weak
        weak = []
        for (owner, cell, holder, object) in all {
            owner.instances.withLock { _ in
                guard cell.holder === holder else { return }
                cell.object = object
                cell.holder = nil
            }
        }
        withExtendedLifetime(all) {}
    }
}

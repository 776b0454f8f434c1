// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

extension Slot {
    /// Whether a committed instance may be read without asking.
    ///
    /// Under the site's lock.
    var mayBeHot: Bool {
        isPublished && key.arguments == 0 && scope != .weakSingleton
            && !owner.isObserved.load(ordering: .relaxed) && mortise_has_heavy_barrier()
    }

    /// The place for an instance, made if need be.
    ///
    /// Hashing and comparing arguments is user code: it happens outside the lock.
    func cell(for arguments: [AnyHashable]?) -> Cell {
        let details = self.details
        guard let arguments else {
            return ConstructionSite.locked {
                let cell = details.cell ?? Cell()
                details.cell = cell
                return cell
            }
        }
        let hash = arguments.hashValue
        while true {
            let candidates = ConstructionSite.locked { details.keyedCells[hash] ?? [] }
            if let known = candidates.first(where: { $0.arguments == arguments }) {
                return known.cell
            }
            let new = KeyedCell(arguments: arguments, cell: Cell())
            let isAdded = ConstructionSite.locked {
                let now = details.keyedCells[hash] ?? []
                guard now.count == candidates.count, now.last?.cell === candidates.last?.cell else {
                    return false
                }
                details.keyedCells[hash, default: []].append(new)
                return true
            }
            if isAdded { return new.cell }
        }
    }

    /// Takes all cached instances out, for the caller to retire.
    ///
    /// Under the site's lock. What is returned must be let go of outside it: it belongs to users.
    func takeInstances() -> TakenInstances {
        if Hot.isHolder(hot.load(ordering: .relaxed)) {
            hot.store(Hot.special, ordering: .releasing)
        }
        var taken = TakenInstances()
        guard let details = existingDetails else { return taken }
        // A definition that can be wired shares its details with the slot of its plain key: that one
        // has the instance without arguments, the definition's own has the others.
        var cells: [Cell] = []
        if wired == nil, let cell = details.cell {
            cells = [cell]
            details.cell = nil
        }
        if kind != .wired {
            taken.arguments = details.keyedCells
            details.keyedCells = [:]
            cells += taken.arguments.values.joined().map(\.cell)
        }
        for cell in cells {
            if let holder = cell.holder { taken.holders.append(holder) }
            cell.holder = nil
            cell.object = nil
        }
        return taken
    }
}

/// What was cached, with the arguments it was cached for.
struct TakenInstances {
    var holders: [AnyObject] = []
    var arguments: [Int: [KeyedCell]] = [:]
}

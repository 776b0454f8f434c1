// SPDX-License-Identifier: MIT

import CMortiseThread
import Synchronization

extension Slot {
    /// Whether a committed instance may be read without asking.
    ///
    /// Under the site's lock.
    var mayBeHot: Bool {
        isPublished && arguments == 0 && scope != .weakSingleton && owner.closing.isOpen
            && !isHeard && mortise_has_heavy_barrier()
    }

    /// An instance was committed.
    ///
    /// Many instances of a scope are asked for once. Those that nobody may have read without asking
    /// are let go of at less cost, so they get hot when they are asked for again.
    ///
    /// Under the site's lock.
    func committed(_ holder: AnyObject) {
        if scope.name == nil { makeHot(holder) }
    }

    /// The committed instance may be read without asking, if nothing is in the way.
    ///
    /// Under the site's lock.
    func makeHot(_ holder: AnyObject) {
        guard mayBeHot else { return }
        wasHot = true
        let word = UInt(bitPattern: Unmanaged.passUnretained(holder).toOpaque())
        hot.store(word, ordering: .releasing)
    }

    /// The place for an instance, made if need be.
    ///
    /// Hashing and comparing arguments is user code: it happens outside the lock.
    func cell(for arguments: [AnyHashable]?) -> Cell {
        guard let arguments else {
            return ConstructionSite.locked { placeOfInstance }
        }
        let details = self.details
        let hash = arguments.hashValue
        while true {
            let known = ConstructionSite.locked { details.keyedCells.candidates(hash) }
            if let found = known.first(where: { $0.arguments == arguments }) { return found.cell }
            let cell = Cell()
            let entry = KeyedCells.Entry(arguments: arguments, cell: cell)
            let given = ConstructionSite.locked {
                details.keyedCells.add(entry, hash, knowing: known)
            }
            if given != nil { return cell }
        }
    }

    /// The place for the instance that needs no arguments, made if need be.
    ///
    /// Under the site's lock.
    var placeOfInstance: Cell {
        if let cell { return cell }
        let made = Cell()
        cell = made
        return made
    }

    /// The holders of the cached instances.
    ///
    /// Under the site's lock.
    var holders: [AnyObject] { cells.compactMap(\.holder) }

    /// The places of the cached instances.
    private var cells: [Cell] {
        (cell.map { [$0] } ?? []) + keyedCells
    }

    private var keyedCells: [Cell] {
        // A definition that can be wired shares its details with the slot of its plain key; the
        // instances by arguments are its own.
        guard kind != .wired, let details = existingDetails else { return [] }
        return details.keyedCells.cells
    }

    /// Takes all cached instances out, for the caller to retire.
    ///
    /// Under the site's lock. What is taken must be let go of outside it: it belongs to users.
    func takeInstances(into taken: inout [AnyObject]) {
        if Hot.isHolder(hot.load(ordering: .relaxed)) {
            hot.store(Hot.special, ordering: .releasing)
        }
        // The places stay: who is in the middle of a resolve goes on with them, and cleans up.
        func take(_ cell: Cell) {
            // A weak one may be kept alive by others only.
            if let kept = cell.holder ?? cell.object { taken.append(kept) }
            cell.holder = nil
            cell.object = nil
        }
        if let cell { take(cell) }
        for cell in keyedCells { take(cell) }
    }
}

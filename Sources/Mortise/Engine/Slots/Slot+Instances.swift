// SPDX-License-Identifier: MIT

// All of this is guarded by the lock for instances of the slot's owner.
extension Slot {
    /// An instance was committed in a cell.
    ///
    /// Most instances of a scope are asked for a few times, and dropping one that somebody may have read
    /// without asking costs a barrier on all threads. So they get hot when that has paid.
    func committed(_ holder: AnyObject, in cell: Cell) {
        if scope.name == nil { makeHot(holder, in: cell) }
    }

    /// The committed instance of a cell is handed out to who came by the lock.
    func handsOut(_ holder: AnyObject, of cell: Cell) {
        guard scope.name != nil, cell.reads < Self.readsUntilHot else {
            return makeHot(holder, in: cell)
        }
        cell.reads += 1
    }

    /// A barrier costs what some hundred reads through the cell do.
    private static let readsUntilHot: UInt8 = 200

    /// The committed instance may be read without asking, if nothing is in the way: it is the one that who
    /// asks with nothing gets.
    func makeHot(_ holder: AnyObject, in cell: Cell) {
        guard cell === self else { return }
        let word = UInt(bitPattern: Unmanaged.passUnretained(holder).toOpaque())
        if transition(.committed(word, obstaclesToReading)) { wasHot = true }
    }
}

extension Slot {
    /// The place for an instance, made if need be: the slot itself if it needs no arguments.
    ///
    /// Hashing and comparing arguments is user code: it happens outside the lock.
    func cell(for arguments: ArgumentValues?) -> Cell {
        guard let arguments else { return self }
        let details = (original == nil ? keyExtra?.namesake : nil)?.details ?? self.details
        let hash = arguments.hash
        while true {
            let known = owner.instances.withLock { _ in details.keyedCells.candidates(hash) }
            if let found = known.first(where: { $0.arguments == arguments }) { return found.cell }
            let cell = Cell()
            let entry = KeyedCells.Entry(arguments: arguments, cell: cell)
            let given = owner.instances.withLock { _ in
                details.keyedCells.add(entry, hash, knowing: known)
            }
            if given != nil { return cell }
        }
    }

    /// Where a definition keeps by request, the place of the instance that was made last with arguments, for
    /// who asks without; `nil` if that is gone, or who asks has a place already.
    func latestCell(for values: ArgumentValues?) -> Cell? {
        guard kind == .wired, keepsByRequest else { return nil }
        let own = cell(for: values)
        // Outside the lock, what a weak reference led to may be released.
        let (found, kept) = owner.instances.withLock { _ -> (Cell?, [AnyObject?]) in
            guard let latest = details.keyedCells.latest(values?.tag) else { return (nil, []) }
            let objects = [own.object, latest.object]
            let isMeant = own.hasNothing(but: objects[0]) && !latest.hasNothing(but: objects[1])
            return (isMeant ? latest : nil, objects)
        }
        return withExtendedLifetime(kept) { found }
    }

    /// An instance is being made at a place, for these values.
    func noteLatest(_ cell: Cell, _ values: ArgumentValues?) {
        guard let values, wired != nil, keepsByRequest else { return }
        owner.instances.withLock { _ in
            details.keyedCells.note(cell, values.tag)
        }
    }

    /// Whether what it keeps belongs to what it was asked for with.
    var keepsByRequest: Bool { definition.owner.conventions.contains(.keepsByRequest) }

    /// The holders of the cached instances.
    ///
    /// Under the owner's lock for instances.
    var holders: [AnyObject] { ([self] + keyedCells).compactMap(\.holder) }

    private var keyedCells: [Cell] {
        // A definition that can be wired shares its details with the slot of its plain key; the
        // instances by arguments are its own.
        guard kind != .wired, let details = existingDetails else { return [] }
        return details.keyedCells.cells
    }

    /// Takes all cached instances out, for the caller to retire.
    ///
    /// Under the owner's lock for instances. What is taken must be let go of outside it: it belongs to users.
    func takeInstances(into taken: inout [AnyObject]) {
        transition(.dropped)
        // The places stay: who is in the middle of a resolve goes on with them, and cleans up.
        func take(_ cell: Cell) {
            // A weak one may be kept alive by others only.
            if let kept = cell.holder.take() ?? cell.object { taken.append(kept) }
            cell.object = nil
        }
        take(self)
        for cell in keyedCells { take(cell) }
    }
}

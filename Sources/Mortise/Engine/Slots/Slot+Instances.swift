// SPDX-License-Identifier: MIT

// The owner's lock for instances guards everything here.
extension Slot {
    /// Notes that an instance was committed in a cell.
    ///
    /// Most instances of a named scope are read a few times only. Dropping one that a thread may
    /// have read without the lock costs a barrier on all threads. So they become hot after many
    /// reads.
    func committed(_ holder: AnyObject, in cell: Cell) {
        if scope.name == nil { makeHot(holder, in: cell) }
    }

    /// Notes that the committed instance of a cell was handed out under the lock.
    func handsOut(_ holder: AnyObject, of cell: Cell) {
        guard scope.name != nil, cell.reads < Self.readsUntilHot else {
            return makeHot(holder, in: cell)
        }
        cell.reads += 1
    }

    /// A barrier costs as much as some hundred reads under the lock.
    private static let readsUntilHot: UInt8 = 200

    /// Lets threads read the committed instance without the lock, if there is no obstacle and the
    /// cell is the slot itself.
    func makeHot(_ holder: AnyObject, in cell: Cell) {
        guard cell === self else { return }
        let word = UInt(bitPattern: Unmanaged.passUnretained(holder).toOpaque())
        if transition(.committed(word, obstaclesToReading)) { wasHot = true }
    }
}

extension Slot {
    /// The cell of the instance for some arguments, created if need be; the slot itself without
    /// any.
    ///
    /// Hashing and comparing arguments runs user code, outside the lock.
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
            // Values and instances are released outside the lock.
            if withExtendedLifetime(given, { given != nil }) { return cell }
        }
    }

    /// The cell of the last instance made with arguments, for a request without arguments.
    ///
    /// - Returns: `nil` if that instance is gone, if the request's own cell has an instance or is
    ///   about to, or if the definition does not keep instances by request.
    func latestCell(for values: ArgumentValues?) -> Cell? {
        guard kind == .wired, keepsByRequest else { return nil }
        let own = cell(for: values)
        // The objects of weak references must not be released under the lock.
        let (found, kept) = owner.instances.withLock { _ -> (Cell?, [AnyObject?]) in
            guard let latest = details.keyedCells.latest(values?.tag) else { return (nil, []) }
            let objects = [own.object, latest.object]
            let isMeant = own.hasNothing(but: objects[0]) && !latest.hasNothing(but: objects[1])
            return (isMeant ? latest : nil, objects)
        }
        return withExtendedLifetime(kept) { found }
    }

    /// Notes that an instance is being made in a cell, for these values.
    func noteLatest(_ cell: Cell, _ values: ArgumentValues?) {
        guard let values, wired != nil, keepsByRequest else { return }
        owner.instances.withLock { _ in
            details.keyedCells.note(cell, values.tag)
        }
    }

    /// Whether a kept instance belongs to the tag and the arguments of its request.
    var keepsByRequest: Bool { definition.owner.conventions.contains(.keepsByRequest) }

    /// The holders of the cached instances.
    ///
    /// Under the owner's lock for instances.
    var holders: [AnyObject] { ([self] + keyedCells).compactMap(\.holder) }

    private var keyedCells: [Cell] {
        // A definition that can be wired shares its details with the slot of its plain key. The
        // instances by arguments belong to the definition.
        guard kind != .wired, let details = existingDetails else { return [] }
        return details.keyedCells.cells
    }

    /// Takes all cached instances out, for the caller to retire.
    ///
    /// Under the owner's lock for instances. The caller releases them outside it: they belong to
    /// users.
    ///
    /// - Parameters:
    ///   - taken: Gets them.
    ///   - areRemembered: Whether a resolve that goes on with the definition, which is unpublished,
    ///     finds them as long as something keeps them: it may have got them before.
    func takeInstances(into taken: inout [AnyObject], areRemembered: Bool = false) {
        transition(.dropped)
        // The cells stay: a resolve in progress goes on with them, and cleans up.
        func take(_ cell: Cell) {
            // Users alone may keep a weak instance alive.
            let holder = areRemembered ? cell.takeRemembered() : cell.holder.take()
            let kept = holder ?? cell.object
            if !areRemembered { cell.object = nil }
            if let kept { taken.append(kept) }
        }
        take(self)
        for cell in keyedCells { take(cell) }
    }

    /// Forgets the instances that were remembered when the definition was unpublished.
    ///
    /// Under the owner's lock for instances.
    func forgetInstances() {
        object = nil
        for cell in keyedCells { cell.object = nil }
    }
}

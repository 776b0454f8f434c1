// SPDX-License-Identifier: MIT

// How the ledger gets to know constructions on the stack of a thread, the outermost first.

extension UnsafeMutablePointer<ThreadRecord> {
    /// Tracks all that the thread is building.
    @inline(__always) func track() {
        if let innermost = pointee.construction, !innermost.pointee.isKnown { track(innermost) }
    }

    @inline(never) private func track(_ innermost: ConstructionPointer) {
        _ = session
        ConstructionSite.locked { ConstructionSite.track(innermost) }
        know(innermost)
    }

    private func know(_ construction: ConstructionPointer?) {
        guard let construction, !construction.pointee.isKnown else { return }
        know(construction.pointee.outer)
        construction.pointee.isKnown = true
        construction.pointee.outerBuilder = pointee.builder
        pointee.builder = construction.pointee.number
    }
}

extension ConstructionSite {
    /// Tracks a construction and those that enclose it on its thread, the outermost first.
    ///
    /// Under the ledger's lock. A construction of another thread must be marked already, so that it
    /// cannot end meanwhile.
    static func track(_ construction: ConstructionPointer) {
        guard construction.pointee.number == 0 else { return }
        // An enclosing construction cannot end before it does.
        if let outer = construction.pointee.outer { track(outer) }
        let slot = construction.pointee.slot
        slot.owner.instances.withLock { _ in construction.mark(slot) }
        construction.pointee.number = begin(
            slot,
            construction.framePointer,
            in: construction.pointee.frame.thread.parkingSession,
            cell: slot
        )
    }
}

extension ConstructionPointer {
    /// Marks the construction, which cannot end without the ledger from then on.
    ///
    /// Under the lock of its cell, and the ledger's.
    func mark(_ cell: Cell) {
        pointee.isTracked = true
        cell.construction = nil
        cell.isTracked = true
    }
}

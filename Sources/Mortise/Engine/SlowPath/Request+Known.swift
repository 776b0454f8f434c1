// SPDX-License-Identifier: MIT

import MortiseGraph

// What tells the instances of a definition apart, and which of them the session has.

extension Request {
    /// What an instance is known by among those of its definition, where there is one for each of that: the
    /// values of the run-time arguments, or a name; perhaps with the tag that was asked for.
    func keyValues(_ slot: Slot, _ note: UInt) throws -> ArgumentValues? {
        let values = try ownValues(slot)
        guard slot.keepsByRequest else { return values }
        if values != nil { slot.wired?.distinguish() }
        guard let tag = TagBox.at(note & ~FrameFlags.flags)?.tag else { return values }
        slot.distinguish()
        return ArgumentValues(values, askedForWith: tag)
    }

    private func ownValues(_ slot: Slot) throws -> ArgumentValues? {
        guard let maker else { return nil }
        switch maker.telling {
        case .nothing: return nil
        case .name(let name): return name
        case .unknown: return slot.scope == .shared ? valuesOfUnknown(slot) : nil
        case .arguments:
            return try caller.inFrame(slot, table: view, note: 0) { frame in
                try maker.values(frame).map { ArgumentValues($0) }
            }
        }
    }

    /// What tells an instance of a definition apart whose arguments nobody knows: one that is being completed
    /// all around is meant, or else a new one.
    private func valuesOfUnknown(_ slot: Slot) -> ArgumentValues {
        let making = thread.pointee.session?.takeUnretainedValue().making.entries ?? []
        let known = making.last { $0.frame.isInStep && isMaking($0.frame, slot) }
        return known?.values ?? ArgumentValues()
    }

    // MARK: The session's instances

    /// The instance that the session has, which may not be finished.
    func known(_ slot: Slot, _ values: ArgumentValues?) throws -> Instance? {
        guard let node = node(of: slot, values) ?? nodeOfOtherKey(of: slot, values) else {
            return nil
        }
        if node.pointee.construction != 0 {
            try ConstructionSite.hold(node.pointee.construction, thread: thread)
        }
        // A observer may resolve, and what fails in there may take the node along.
        let instance = node.instance(Instance.self).pointee
        reportReuse(slot)
        return instance
    }

    /// Whether the session has an instance that was made inside the factory of another one, which began then.
    ///
    /// That factory has handled an error of a cycle, or a step around the cycle has got an instance of its own.
    func isShared(_ slot: Slot, _ values: ArgumentValues?, since mark: NodesMark) -> Bool {
        thread.nodesMark != mark && node(of: slot, values) != nil
    }

    func node(of slot: Slot, _ values: ArgumentValues?) -> SharedNodePointer? {
        thread.node(of: slot.knownAs, view.owner.toOpaque(), values)
    }

    /// Where a definition keeps by request, what the session has of it by its other key: with arguments for
    /// who asks without, auto-wired for who asks with some.
    private func nodeOfOtherKey(of slot: Slot, _ values: ArgumentValues?) -> SharedNodePointer? {
        guard slot.keepsByRequest else { return nil }
        if let wired = slot.wired {
            return node(of: wired, values?.tag.map { ArgumentValues(nil, askedForWith: $0) })
        }
        guard slot.kind == .wired, slot.isDistinguished else {
            return nil
        }
        return thread.firstNode { node in
            let other = Unmanaged<Slot>.fromOpaque(node.pointee.slot).takeUnretainedValue()
            return other.wired === slot
                && node.pointee.view == view.owner.toOpaque()
                && node.pointee.arguments?.tag == values?.tag
        }
    }

    @discardableResult
    func addNode<Shared>(
        _ instance: Shared,
        _ slot: Slot,
        _ values: ArgumentValues?,
        _ construction: Int
    ) -> SharedNodePointer {
        let node = SharedNodePointer.make(
            instance,
            slot: .fromOpaque(slot.knownAs),
            view: view.owner,
            arguments: values,
            construction: construction,
            next: thread.pointee.nodes
        )
        thread.pointee.nodes = node
        return node
    }

    /// The frame that is making the same shared instance right now.
    ///
    /// Looked for where a step may be postponed. Without one it is a constructor cycle, which the
    /// checkpoint finds, unless there are arguments.
    func frameInFactory(of slot: Slot, _ values: ArgumentValues?) -> FramePointer? {
        func isWanted(_ frame: FramePointer) -> Bool {
            !frame.isInStep && isMaking(frame, slot)
        }
        if let values {
            return thread.pointee.session?.takeUnretainedValue()
                .frameMaking(values, where: isWanted)
        }
        guard thread.pointee.runningSteps > 0 else { return nil }
        return caller.frame?.chain.first(where: isWanted)
    }

    /// Whether a frame makes an instance of a definition for who asks as this one does.
    private func isMaking(_ frame: FramePointer, _ slot: Slot) -> Bool {
        frame.slotObject.knownAs == slot.knownAs
            && frame.view.toOpaque() == view.owner.toOpaque()
    }
}

// SPDX-License-Identifier: MIT

// What distinguishes the instances of a definition, and which of them the session has.

extension Request {
    /// What distinguishes the instance: argument values or a name, perhaps with the requested tag.
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
        case .arguments:
            return try caller.inFrame(slot, table: view, note: 0) { frame in
                try maker.values(frame).map { ArgumentValues($0) }
            }
        }
    }

    // MARK: The session's instances

    /// The instance that the session has, which may be unfinished.
    func known(_ slot: Slot, _ values: ArgumentValues?) throws -> Instance? {
        guard let node = node(of: slot, values) ?? nodeOfOtherKey(of: slot, values) else {
            return nil
        }
        if node.pointee.construction != 0 {
            try ConstructionSite.hold(node.pointee.construction, thread: thread)
        }
        // An observer may resolve, and a failure in there may remove the node.
        let instance = node.instance(Instance.self).pointee
        reportReuse(slot)
        return instance
    }

    /// Whether the session got an instance since a mark, from inside the factory of another one.
    ///
    /// That factory has handled the error of a cycle, or a step in the cycle has got its own
    /// instance.
    func isShared(_ slot: Slot, _ values: ArgumentValues?, since mark: NodesMark) -> Bool {
        thread.nodesMark != mark && node(of: slot, values) != nil
    }

    func node(of slot: Slot, _ values: ArgumentValues?) -> SharedNodePointer? {
        thread.node(of: slot.knownAs, view.owner.toOpaque(), values)
    }

    /// The session's instance under the definition's other key, where a definition keeps by
    /// request.
    ///
    /// A request without arguments finds an instance with arguments. A request with arguments finds
    /// the auto-wired instance.
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

    /// The frame whose factory is making the same shared instance.
    ///
    /// It is searched for where a step may be postponed. Without a step the request closes a
    /// constructor cycle, which the checkpoint finds unless there are arguments.
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

    /// Whether a frame makes an instance of the definition for the same container.
    private func isMaking(_ frame: FramePointer, _ slot: Slot) -> Bool {
        frame.slotObject.knownAs == slot.knownAs
            && frame.view.toOpaque() == view.owner.toOpaque()
    }
}

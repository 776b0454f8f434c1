// SPDX-License-Identifier: MIT

@usableFromInline typealias SharedNodePointer = UnsafeMutablePointer<SharedNode>

/// A shared instance of the running resolve, in a list that ends with the resolve.
///
/// It is raw memory, with the instance behind the node: one block, found and read without counting
/// references.
@usableFromInline struct SharedNode {
    @usableFromInline let slot: UnsafeMutableRawPointer
    /// The container that the factory saw.
    @usableFromInline let view: UnsafeMutableRawPointer
    @usableFromInline var next: SharedNodePointer?
    /// Destroys the instance.
    @usableFromInline let destroy: (SharedNodePointer) -> Void
    @usableFromInline let arguments: ArgumentValues?
    /// The construction that tracks it, or 0.
    @usableFromInline var construction: Int

    @inlinable @inline(__always) init(
        slot: UnsafeMutableRawPointer,
        view: UnsafeMutableRawPointer,
        next: SharedNodePointer?,
        arguments: ArgumentValues?,
        construction: Int,
        destroy: @escaping (SharedNodePointer) -> Void
    ) {
        self.slot = slot
        self.view = view
        self.next = next
        self.destroy = destroy
        self.arguments = arguments
        self.construction = construction
    }

    /// The offset of the instance from the beginning of the node, in bytes.
    @inlinable @inline(__always) static func offset<Instance>(of _: Instance.Type) -> Int {
        let mask = MemoryLayout<Instance>.alignment - 1
        return (MemoryLayout<SharedNode>.size + mask) & ~mask
    }
}

extension UnsafeMutablePointer<SharedNode> {
    /// Makes a node for an instance.
    @inlinable @inline(__always)
    static func make<Instance>(
        _ instance: Instance,
        slot: Unmanaged<Slot>,
        view: Unmanaged<Container>,
        arguments: ArgumentValues? = nil,
        construction: Int = 0,
        next: SharedNodePointer?
    ) -> SharedNodePointer {
        let offset = SharedNode.offset(of: Instance.self)
        let base = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Instance>.size,
            alignment: max(MemoryLayout<Instance>.alignment, MemoryLayout<SharedNode>.alignment)
        )
        let node = base.bindMemory(to: SharedNode.self, capacity: 1)
        node.initialize(
            to: SharedNode(
                slot: slot.toOpaque(),
                view: view.toOpaque(),
                next: next,
                arguments: arguments,
                construction: construction
            ) { node in
                node.instance(Instance.self).deinitialize(count: 1)
            }
        )
        (base + offset).bindMemory(to: Instance.self, capacity: 1).initialize(to: instance)
        return node
    }

    /// The instance, which has the type of the slot's key.
    @inlinable @inline(__always)
    func instance<Instance>(_: Instance.Type) -> UnsafeMutablePointer<Instance> {
        (UnsafeMutableRawPointer(self) + SharedNode.offset(of: Instance.self))
            .assumingMemoryBound(to: Instance.self)
    }

    /// Destroys this node and all that follow it.
    func destroyAll() {
        var current: SharedNodePointer? = self
        while let node = current {
            current = node.pointee.next
            node.destroy()
        }
    }

    /// Destroys the instance, and frees the memory.
    func destroy() {
        pointee.destroy(self)
        deinitialize(count: 1)
        UnsafeMutableRawPointer(self).deallocate()
    }
}

/// A mark that changes whenever the session gets or loses a shared instance.
///
/// It is the newest node, and how often nodes were removed, because a new node may get an old
/// address.
@usableFromInline typealias NodesMark = (newest: SharedNodePointer?, generation: UInt)

extension UnsafeMutablePointer<ThreadRecord> {
    @inlinable @inline(__always) var nodesMark: NodesMark {
        (pointee.nodes, pointee.nodeGeneration)
    }

    /// The newest node that fulfils a condition; a search from the newest on.
    func firstNode(where isWanted: (SharedNodePointer) -> Bool) -> SharedNodePointer? {
        var current = pointee.nodes
        while let node = current {
            if isWanted(node) { return node }
            current = node.pointee.next
        }
        return nil
    }

    /// Removes nodes from the list, and destroys them, newest first.
    func removeNodes(where isUnwanted: (SharedNodePointer) -> Bool) {
        var kept: [SharedNodePointer] = []
        var removed: [SharedNodePointer] = []
        var current = pointee.nodes
        while let node = current {
            current = node.pointee.next
            if isUnwanted(node) { removed.append(node) } else { kept.append(node) }
        }
        var next: SharedNodePointer?
        for node in kept.reversed() {
            node.pointee.next = next
            next = node
        }
        pointee.nodes = next
        if !removed.isEmpty { forgetNodeIndex() }
        // User code may run, and look at the list.
        for node in removed { node.destroy() }
    }

    /// Destroys all nodes, newest first.
    @usableFromInline @inline(never) func dropNodes() {
        let first = pointee.nodes
        pointee.nodes = nil
        forgetNodeIndex()
        first?.destroyAll()
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension SharedNode: Sendable {}

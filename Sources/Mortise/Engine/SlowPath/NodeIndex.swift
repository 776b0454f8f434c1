// SPDX-License-Identifier: MIT

/// An index of the shared instances of a resolve that has made many.
///
/// It is made when a request has gone past the first nodes of the list, and each such request
/// brings it up to date. The list owns the nodes, not the index.
@usableFromInline final class NodeIndex {
    private struct Entry {
        let node: SharedNodePointer
        /// The previous entry with the same hash, or -1.
        let older: Int
    }

    private var entries: [Entry] = []
    /// The newest entry of each hash.
    private var newest: [UInt: Int] = [:]
    /// The newest node that has an entry.
    private(set) var last: SharedNodePointer?

    /// How many nodes are searched one by one before the index is used.
    @usableFromInline @inline(__always) static var threshold: Int { 16 }

    /// Adds nodes that are newer than all others: the oldest one is last, and all hashes are known.
    func add(_ nodes: [SharedNodePointer]) {
        for node in nodes.reversed() {
            let hash = Self.hash(node.pointee.slot, node.pointee.view, node.pointee.arguments)
            let older = newest.updateValue(entries.count, forKey: hash) ?? -1
            entries.append(Entry(node: node, older: older))
            last = node
        }
    }

    /// The newest node with a hash, or the newest one before a given entry.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - entry: The index of that entry.
    /// - Returns: The node, and the index of its entry.
    func node(_ hash: UInt, before entry: Int? = nil) -> (node: SharedNodePointer, entry: Int)? {
        let found = entry.map { entries[$0].older } ?? newest[hash] ?? -1
        return found < 0 ? nil : (entries[found].node, found)
    }

    static func hash(
        _ slot: UnsafeMutableRawPointer,
        _ view: UnsafeMutableRawPointer,
        _ arguments: ArgumentValues?
    ) -> UInt {
        let place = Words.mix(UInt(bitPattern: slot), UInt(bitPattern: view))
        return arguments.map { Words.mix(place, UInt(bitPattern: $0.hash)) } ?? place
    }
}

// Belongs to one thread.
@available(*, unavailable)
extension NodeIndex: Sendable {}

extension UnsafeMutablePointer<ThreadRecord> {
    /// The newest shared instance of a definition for a container and argument values, in this
    /// resolve.
    ///
    /// Hashing and comparing the values is user code, which may resolve. What it adds is newer. If
    /// it removes nodes, the search begins again.
    func node(
        of slot: UnsafeMutableRawPointer,
        _ view: UnsafeMutableRawPointer,
        _ arguments: ArgumentValues? = nil
    ) -> SharedNodePointer? {
        while true {
            let generation = pointee.nodeGeneration
            let found = search(slot, view, arguments, generation)
            if pointee.nodeGeneration == generation { return found }
        }
    }

    /// - Returns: The node; meaningless if nodes were removed meanwhile.
    private func search(
        _ slot: UnsafeMutableRawPointer,
        _ view: UnsafeMutableRawPointer,
        _ arguments: ArgumentValues?,
        _ generation: UInt
    ) -> SharedNodePointer? {
        if pointee.nodeIndex == nil {
            var current = pointee.nodes
            for _ in 0..<NodeIndex.threshold {
                guard let node = current else { return nil }
                let isFound = isNode(node, slot, view, arguments)
                guard pointee.nodeGeneration == generation else { return nil }
                if isFound { return node }
                current = node.pointee.next
            }
            if current == nil { return nil }
        }
        guard let index = indexed(generation) else { return nil }
        let hash = NodeIndex.hash(slot, view, arguments)
        guard pointee.nodeGeneration == generation else { return nil }
        var candidate = index.node(hash)
        while let (node, entry) = candidate {
            let isFound = isNode(node, slot, view, arguments)
            guard pointee.nodeGeneration == generation else { return nil }
            if isFound { return node }
            candidate = index.node(hash, before: entry)
        }
        return nil
    }

    /// Whether a node matches; compares values only if everything else is equal.
    private func isNode(
        _ node: SharedNodePointer,
        _ slot: UnsafeMutableRawPointer,
        _ view: UnsafeMutableRawPointer,
        _ arguments: ArgumentValues?
    ) -> Bool {
        guard node.pointee.slot == slot, node.pointee.view == view else { return false }
        let others = node.pointee.arguments
        guard let arguments, let others else { return arguments == nil && others == nil }
        return others == arguments
    }

    /// The index, brought up to date with all nodes.
    ///
    /// - Returns: `nil` if nodes were removed meanwhile.
    private func indexed(_ generation: UInt) -> NodeIndex? {
        while true {
            let index = pointee.nodeIndex ?? NodeIndex()
            pointee.nodeIndex = index
            let last = index.last
            var added: [SharedNodePointer] = []
            var current = pointee.nodes
            while let node = current, node != last {
                added.append(node)
                current = node.pointee.next
            }
            for node in added {
                // User code: from now on the hash is known.
                _ = node.pointee.arguments?.hash
                guard pointee.nodeGeneration == generation else { return nil }
            }
            // A request in that code may have added them.
            guard index.last == last else { continue }
            index.add(added)
            return index
        }
    }

    /// Drops the index, because nodes were removed or the list was replaced.
    func forgetNodeIndex() {
        pointee.nodeIndex = nil
        pointee.nodeGeneration &+= 1
    }

    /// The shared instance of a definition without arguments, found with the index.
    @usableFromInline @inline(never)
    func indexedNode(
        _ slot: UnsafeMutableRawPointer,
        _ view: UnsafeMutableRawPointer
    ) -> SharedNodePointer? {
        node(of: slot, view)
    }
}

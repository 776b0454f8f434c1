// SPDX-License-Identifier: MIT

/// The shared instances of a resolve that has made many, found without going through all of them.
///
/// Made when a request has gone past the first nodes of the list, and brought up to date by each that
/// does. It knows where nodes are and owns none: the list does.
@usableFromInline final class NodeIndex {
    private struct Entry {
        let node: SharedNodePointer
        /// The entry before it with the same hash, or -1.
        let older: Int
    }

    private var entries: [Entry] = []
    /// The newest entry of each hash.
    private var newest: [UInt: Int] = [:]
    /// The newest node that has an entry.
    private(set) var last: SharedNodePointer?

    /// How many nodes are looked at one by one before anybody asks the index.
    @usableFromInline @inline(__always) static var threshold: Int { 16 }

    /// Adds nodes that are newer than all that it has, oldest last; their hashes are known.
    func add(_ nodes: [SharedNodePointer]) {
        for node in nodes.reversed() {
            let hash = Self.hash(node.pointee.slot, node.pointee.view, node.pointee.arguments)
            let older = newest.updateValue(entries.count, forKey: hash) ?? -1
            entries.append(Entry(node: node, older: older))
            last = node
        }
    }

    /// The newest node with a hash, or the next older one after another.
    ///
    /// - Parameters:
    ///   - hash: The hash.
    ///   - entry: The number of the other one's entry.
    /// - Returns: The node, and the number of its entry.
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
    /// The newest shared instance of the running resolve, of a definition that was asked for through a
    /// container, with some values of its arguments.
    ///
    /// Hashing and comparing values is user code, which may resolve: what it adds is newer, and after it
    /// has made nodes go, it is begun again.
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

    /// - Returns: Anything at all if nodes have gone meanwhile.
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

    /// Compares values only where everything else is the same.
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

    /// The index, with all nodes that there are.
    ///
    /// - Returns: `nil` if nodes have gone meanwhile.
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
                // The user's: from now on it is known.
                _ = node.pointee.arguments?.hash
                guard pointee.nodeGeneration == generation else { return nil }
            }
            // What was asked for meanwhile may have added them.
            guard index.last == last else { continue }
            index.add(added)
            return index
        }
    }

    /// The list is another one from now on: nothing is known of its nodes.
    func forgetNodeIndex() {
        pointee.nodeIndex = nil
        pointee.nodeGeneration &+= 1
    }

    /// The shared instance of a definition without arguments, where there are many.
    @usableFromInline @inline(never)
    func indexedNode(
        _ slot: UnsafeMutableRawPointer,
        _ view: UnsafeMutableRawPointer
    ) -> SharedNodePointer? {
        node(of: slot, view)
    }
}

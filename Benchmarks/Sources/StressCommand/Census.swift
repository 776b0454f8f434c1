// SPDX-License-Identifier: MIT

import Synchronization

/// The living instances of a world, and the fate of the others.
final class Census: Sendable {
    private struct Weak {
        weak var node: Node?
    }

    private struct State {
        var living: [Int: Weak] = [:]
        /// The number of closings of each instance with a closer.
        var closings: [Int: Int] = [:]
        /// The instances that a container keeps and will close.
        var awaitingClose: Set<Int> = []
    }

    private let state = Guarded(State())
    private let lastSerial = Atomic<Int>(0)

    func nextSerial() -> Int { lastSerial.add(1, ordering: .relaxed).newValue }

    func add(_ node: Node) {
        let serial = node.serial
        state.withLock { $0.living[serial] = Weak(node: node) }
    }

    func remove(_ serial: Int) { state.withLock { $0.living[serial] = nil } }

    var livingCount: Int { state.withLock { $0.living.count } }

    /// The living instances.
    var living: [Node] {
        state.withLock { $0.living.values.map(\.node) }.compactMap { $0 }
    }

    /// Records that an instance was closed.
    ///
    /// - Returns: The number of closings so far.
    func close(_ serial: Int) -> Int {
        state.withLock { state in
            state.closings[serial, default: 0] += 1
            return state.closings[serial] ?? 0
        }
    }

    /// Records an instance that has to be closed in the end.
    func awaitClose(of serial: Int) { state.withLock { _ = $0.awaitingClose.insert(serial) } }

    /// The instances that had to be closed, and were not.
    var unclosed: [Int] {
        state.withLock { state in
            state.awaitingClose.filter { state.closings[$0] == nil }.sorted()
        }
    }
}

// SPDX-License-Identifier: MIT

import Synchronization

/// The instances of a world that are alive, and what became of the others.
final class Census: Sendable {
    private struct Weak {
        weak var node: Node?
    }

    private struct State {
        var living: [Int: Weak] = [:]
        /// How often each instance that has a closer was closed.
        var closings: [Int: Int] = [:]
        /// Those that a container keeps and will close.
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

    /// Those that are alive.
    var living: [Node] {
        state.withLock { $0.living.values.map(\.node) }.compactMap { $0 }
    }

    /// An instance was closed.
    ///
    /// - Returns: How often, with this time.
    func close(_ serial: Int) -> Int {
        state.withLock { state in
            state.closings[serial, default: 0] += 1
            return state.closings[serial] ?? 0
        }
    }

    /// Somebody has got an instance that has to be closed in the end.
    func awaitClose(of serial: Int) { state.withLock { _ = $0.awaitingClose.insert(serial) } }

    /// Those that have to be closed, and were not.
    var unclosed: [Int] {
        state.withLock { state in
            state.awaitingClose.filter { state.closings[$0] == nil }.sorted()
        }
    }
}

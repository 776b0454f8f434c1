// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

/// Counts requests.
final class Metrics: Sendable {
    private let state = Mutex<[String: Int]>([:])

    func count(_ path: String) { state.withLock { $0[path, default: 0] += 1 } }

    var summary: String {
        state.withLock { counts in
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
                .joined(separator: ", ")
        }
    }
}

/// Registers what counts requests.
struct MetricsModule: Module {
    func register(in container: Container) {
        container.register(.singleton) { Metrics() }
    }
}

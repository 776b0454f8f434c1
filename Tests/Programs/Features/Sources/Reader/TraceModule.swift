// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

/// Notes what the program does.
final class Trace: Sendable {
    private let state = Mutex<[String]>([])

    func note(_ line: String) { state.withLock { $0.append(line) } }

    var lines: [String] { state.withLock { $0 } }
}

/// Registers what notes what the program does.
struct TraceModule: Module {
    func register(in container: Container) {
        container.register(.singleton) { Trace() }
    }
}

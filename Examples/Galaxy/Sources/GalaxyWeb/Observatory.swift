// SPDX-License-Identifier: MIT

import Synchronization

/// What the program does at the moment, counted from what its container tells.
package final class Observatory: Sendable {
    private struct State {
        var openScopes: [String: Int] = [:]
        var slowest: [Build] = []
    }

    /// How long it took to make something.
    package struct Build: Codable, Hashable, Sendable {
        let made: String
        let milliseconds: Double
    }

    /// A report on the running program.
    package struct Report: Codable, Sendable {
        let openScopes: [String: Int]
        let slowestBuilds: [Build]
    }

    private let state = Mutex(State())

    package init() {}

    package func opened(_ scope: String) {
        state.withLock { $0.openScopes[scope, default: 0] += 1 }
    }

    package func closed(_ scope: String) {
        state.withLock { $0.openScopes[scope, default: 0] -= 1 }
    }

    package func made(_ what: String, in duration: Duration) {
        let build = Build(made: what, milliseconds: duration / .milliseconds(1))
        state.withLock { state in
            guard state.slowest.count < 10 || state.slowest[9].milliseconds < build.milliseconds
            else { return }
            state.slowest.append(build)
            state.slowest.sort { $0.milliseconds > $1.milliseconds }
            state.slowest = Array(state.slowest.prefix(10))
        }
    }

    var report: Report {
        state.withLock { Report(openScopes: $0.openScopes, slowestBuilds: $0.slowest) }
    }
}

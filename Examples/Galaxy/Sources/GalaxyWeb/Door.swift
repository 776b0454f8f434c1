// SPDX-License-Identifier: MIT

import ServiceLifecycle

/// Says that the server is ready, and first of all services that it is not any more.
///
/// It rests before it ends, so that whoever distributes requests sees the latter before the server
/// stops listening.
package struct Door: Service {
    private let readiness: Readiness
    private let draining: Duration

    package init(readiness: Readiness, draining: Duration) {
        self.readiness = readiness
        self.draining = draining
    }

    package func run() async throws {
        readiness.isReady = true
        defer { readiness.isReady = false }
        try? await gracefulShutdown()
        readiness.isReady = false
        try await Task.sleep(for: draining)
    }
}

// SPDX-License-Identifier: MIT

import HTTPTypes
import Hummingbird

/// Answers those who watch the server.
package struct HealthController: Sendable {
    private let readiness: Readiness

    package init(readiness: Readiness) { self.readiness = readiness }

    func live(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status { .ok }

    func ready(_ request: Request, context: AppContext) async throws -> HTTPResponse.Status {
        readiness.isReady ? .ok : .serviceUnavailable
    }
}

// SPDX-License-Identifier: MIT

#if Hummingbird || GRPC
import Logging
import Mortise

/// What the scope of a request is opened with.
// @unchecked: as its superclass, and it has constants only.
package final class LazyScope<Request: Sendable>: OpenableScope, @unchecked Sendable {
    private let plan: ScopePlan<Request>
    private let request: Request

    package init(_ plan: ScopePlan<Request>, _ request: Request) {
        self.plan = plan
        self.request = request
    }

    // Of a scope that was opened after its request was handled, by a task.
    deinit { letGo() }

    override var logger: Logger { plan.logger(request) }

    override func open() throws -> Container { try plan.open(request) }
}
#endif

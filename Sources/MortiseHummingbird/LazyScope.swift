// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import Logging
import Mortise

/// What the scope of a request is opened with.
///
/// It holds the context that the middleware was called with, and not the one that holds it.
// @unchecked: as its superclass, and it has constants only.
final class LazyScope<Context: ScopedRequestContext>: OpenableScope, @unchecked Sendable {
    private let plan: ScopePlan<Context>
    private let request: Request
    private let context: Context

    init(_ plan: ScopePlan<Context>, _ request: Request, _ context: Context) {
        self.plan = plan
        self.request = request
        self.context = context
    }

    // Of a scope that was opened after its middleware had returned, by a body or by a task.
    deinit { letGo() }

    override var logger: Logger { context.logger }

    override func open() throws -> Container { try plan.open(request, context) }
}
#endif

// SPDX-License-Identifier: MIT

#if Hummingbird || GRPC
import Logging
import Mortise

/// What the scope of a request is opened with: the request, and what the server knows besides.
class LazyScope<Request: Sendable, Context: Sendable>: OpenableScope,
    // @unchecked: as its superclass, and it has constants only.
    @unchecked Sendable
{
    private let plan: ScopePlan<Request, Context>
    private let request: Request
    private let context: Context

    required init(
        _ plan: ScopePlan<Request, Context>,
        _ request: borrowing Request,
        _ context: borrowing Context
    ) {
        self.plan = plan
        // Copied once: each copy of a request counts a dozen references.
        self.request = copy request
        self.context = copy context
    }

    // Of a scope that was opened after its request was handled, by a task.
    deinit { letGo() }

    override var logger: Logger { plan.logger(context) }

    override func open() throws -> ScopeLease { try plan.open(request, context) }
}
#endif

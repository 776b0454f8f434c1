// SPDX-License-Identifier: MIT

import Hummingbird
import MortiseHummingbird

/// Commits what a request wrote before it is answered, unless the answer is an error.
struct CommitMiddleware: RouterMiddleware {
    let commit: @Sendable (AppContext) async throws -> Void

    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        let response = try await next(request, context)
        if context.scope.isOpen, response.status.code < 400 { try await commit(context) }
        return response
    }
}

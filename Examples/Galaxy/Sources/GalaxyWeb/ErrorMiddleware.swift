// SPDX-License-Identifier: MIT

import GalaxyDomain
import Hummingbird

/// Answers the errors of the domain.
struct ErrorMiddleware: RouterMiddleware {
    func handle(
        _ request: Request,
        context: AppContext,
        next: @concurrent (Request, AppContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as GalaxyError {
            switch error {
            case .notFound(let text): throw HTTPError(.notFound, message: text)
            case .conflict(let text): throw HTTPError(.conflict, message: text)
            case .outdated(let text): throw HTTPError(.preconditionFailed, message: text)
            case .invalid(let text): throw HTTPError(.unprocessableContent, message: text)
            }
        }
    }
}

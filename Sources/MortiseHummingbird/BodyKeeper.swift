// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import MortiseRequests

/// Keeps the scope of a request open for the body of its response, and closes it then.
///
/// Only the body holds it. So when the body is dropped without having been written, it goes, and the
/// scope is closed.
final class BodyKeeper: Sendable {
    private let scope: OpenableScope
    private let binding: RequestBinding

    init(_ scope: OpenableScope, _ binding: RequestBinding) {
        self.scope = scope
        self.binding = binding
    }

    deinit { scope.closeInBackground(binding) }

    /// Returns the response with a body that closes the scope when it has been written.
    ///
    /// - Parameters:
    ///   - response: The response of the handler.
    ///   - limit: The length up to which a body is made now, so that its failure can still change
    ///     the status.
    /// - Returns: The response.
    /// - Throws: What making the body throws. The scope is closed then.
    func keeping(_ response: Response, collectingUpTo limit: Int) async throws -> Response {
        var response = response
        let body = response.body
        guard let length = body.contentLength, length <= limit else {
            response.body = streamed(body)
            return response
        }
        let made: CollectedBody
        do {
            made = try await binding.runHere { try await CollectedBody(body, expecting: length) }
        } catch {
            await scope.close(binding)
            throw error
        }
        response.body = ResponseBody(contentLength: length) { [self] writer in
            // It runs no code of the handler.
            do {
                try await made.write(to: &writer)
            } catch {
                await scope.close(binding)
                throw error
            }
            await scope.close(binding)
        }
        return response
    }

    private func streamed(_ body: ResponseBody) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { [self] writer in
            // unsafe: only this task uses the writer, and waits for the body.
            nonisolated(unsafe) let writer = writer
            try await scope.closing(binding) { try await body.write(writer) }
        }
    }
}
#endif

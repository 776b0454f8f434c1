// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import MortiseRequests

extension ScopeKeeper {
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
            await close()
            throw error
        }
        response.body = ResponseBody(contentLength: length) { [self] writer in
            // It runs no code of the handler.
            do {
                try await made.write(to: &writer)
            } catch {
                await close()
                throw error
            }
            await close()
        }
        return response
    }

    private func streamed(_ body: ResponseBody) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { [self] writer in
            // unsafe: only this task uses the writer, and waits for the body.
            nonisolated(unsafe) let writer = writer
            try await closing { try await body.write(writer) }
        }
    }
}
#endif

// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird

/// Keeps the scope of a request open for the body of its response, and closes it then.
///
/// Only the body holds it. So when the body is dropped without having been written, it goes, and the
/// scope is closed.
final class BodyKeeper<Context: ScopedRequestContext>: Sendable {
    private let scope: LazyScope<Context>
    private let binding: RequestBinding

    init(_ scope: LazyScope<Context>, _ binding: RequestBinding) {
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
        var body = response.body
        if let length = body.contentLength, length <= limit {
            let made = body
            body = try await closingOnError {
                try await binding.run { try await made.collected(expecting: length) }
            }
        }
        response.body = ResponseBody(contentLength: body.contentLength) { [self, body] writer in
            // unsafe: only this task uses the writer, and waits for the body.
            nonisolated(unsafe) let writer = writer
            try await closingOnError {
                try await binding.run { try await body.write(writer) }
            }
            await scope.close(binding)
        }
        return response
    }

    private func closingOnError<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch {
            await scope.close(binding)
            throw error
        }
    }
}
#endif

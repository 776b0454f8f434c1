// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
import Mortise
import MortiseRequests
import NIOCore

extension OpenableScope {
    /// Returns the response with a body that needs no open scope, or closes it when it has been
    /// written.
    ///
    /// A body that is made now runs no code of the handler any more. If its scope has nothing to
    /// dispose of either, it need not stay open. The server then writes head and body at once: for a
    /// body that is a closure, it would write three times.
    ///
    /// - Parameters:
    ///   - response: The response of the handler.
    ///   - limit: The length up to which a body is made now, in the task of the handler, so that its
    ///     failure can still change the status.
    ///   - binding: What is bound where a body is written, or the scope disposes of something.
    /// - Returns: The response.
    /// - Throws: What making the body throws. The scope is closed then.
    func keeping(
        _ response: consuming Response,
        collectingUpTo limit: Int,
        _ binding: @autoclosure () -> RequestBinding
    ) async throws -> Response {
        let body = response.body
        guard let container = openContainer, let length = body.contentLength, length <= limit else {
            response.body = streamed(body, ScopeKeeper(self, binding()))
            return response
        }
        let made = CollectedBody()
        // unsafe: only this task uses the writer, and waits for the body.
        nonisolated(unsafe) let writer = CollectingWriter(body: made)
        let bytes: ByteBuffer?
        do {
            try await Container.binding.withValue(container) { try await body.write(writer) }
            bytes = try made.parts.only(expecting: length)
        } catch {
            await close(binding())
            throw error
        }
        if let bytes, closeWithoutDisposing() {
            response.body = ResponseBody(byteBuffer: bytes)
        } else {
            response.body = written(made.parts, length, ScopeKeeper(self, binding()))
        }
        return response
    }

    private func written(
        _ parts: CollectedBody.Parts,
        _ length: Int,
        _ keeper: ScopeKeeper
    ) -> ResponseBody {
        ResponseBody(contentLength: length) { writer in
            do {
                try await parts.write(to: &writer)
            } catch {
                await keeper.close()
                throw error
            }
            await keeper.close()
        }
    }

    private func streamed(_ body: ResponseBody, _ keeper: ScopeKeeper) -> ResponseBody {
        ResponseBody(contentLength: body.contentLength) { writer in
            // unsafe: only this task uses the writer, and waits for the body.
            nonisolated(unsafe) let writer = writer
            try await keeper.closing { try await body.write(writer) }
        }
    }
}
#endif

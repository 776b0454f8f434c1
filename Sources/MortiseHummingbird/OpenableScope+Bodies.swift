// SPDX-License-Identifier: MIT

#if Hummingbird
import Hummingbird
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
    ///   - binding: What is bound where the body is made or written.
    ///   - limit: The length up to which a body is made now, so that its failure can still change
    ///     the status.
    /// - Returns: The response.
    /// - Throws: What making the body throws. The scope is closed then.
    func keeping(
        _ response: consuming Response,
        _ binding: RequestBinding,
        collectingUpTo limit: Int
    ) async throws -> Response {
        let body = response.body
        guard let length = body.contentLength, length <= limit else {
            response.body = streamed(body, ScopeKeeper(self, binding))
            return response
        }
        let made = CollectedBody()
        let bytes: ByteBuffer?
        do {
            try await binding.runHere { try await body.write(CollectingWriter(body: made)) }
            bytes = try made.only(expecting: length)
        } catch {
            await close(binding)
            throw error
        }
        if let bytes, binding.withLoggerHere({ closeWithoutDisposing() }) {
            response.body = ResponseBody(byteBuffer: bytes)
        } else {
            response.body = written(made, length, ScopeKeeper(self, binding))
        }
        return response
    }

    private func written(
        _ made: CollectedBody,
        _ length: Int,
        _ keeper: ScopeKeeper
    ) -> ResponseBody {
        ResponseBody(contentLength: length) { writer in
            do {
                try await made.write(to: &writer)
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

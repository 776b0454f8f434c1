// SPDX-License-Identifier: MIT

#if Hummingbird
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

extension ResponseBody {
    /// Makes the bytes of a body of known length.
    ///
    /// - Parameter length: The length that the body has announced.
    /// - Returns: A body that writes them.
    /// - Throws: What making them throws; ``RequestScopeError`` if there are more or fewer.
    func collected(expecting length: Int) async throws -> ResponseBody {
        let parts = Parts()
        try await write(CollectingWriter(parts: parts))
        let (buffers, trailers) = parts.state.withLock { ($0.buffers, $0.trailers) }
        let count = buffers.reduce(0) { $0 + $1.readableBytes }
        guard count == length else { throw RequestScopeError.bodyLength(length, made: count) }
        return ResponseBody(contentLength: length) { writer in
            for buffer in buffers { try await writer.write(buffer) }
            try await writer.finish(trailers)
        }
    }
}

/// What a body has written.
private final class Parts: Sendable {
    struct State: Sendable {
        var buffers: [ByteBuffer] = []
        var trailers: HTTPFields?
    }

    let state = Mutex(State())
}

private struct CollectingWriter: ResponseBodyWriter {
    let parts: Parts

    mutating func write(_ buffer: ByteBuffer) async throws {
        parts.state.withLock { $0.buffers.append(buffer) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        parts.state.withLock { $0.trailers = trailingHeaders }
    }
}
#endif

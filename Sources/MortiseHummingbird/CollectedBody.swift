// SPDX-License-Identifier: MIT

#if Hummingbird
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The bytes of a body of known length.
final class CollectedBody: Sendable {
    private struct Parts: Sendable {
        // Most bodies are one buffer, and need no array.
        var first: ByteBuffer?
        var others: [ByteBuffer] = []
        var trailers: HTTPFields?
        var count = 0
    }

    private let parts = Mutex(Parts())

    /// Makes the bytes of a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - length: The length that it has announced.
    /// - Throws: What making them throws; ``RequestScopeError`` if there are more or fewer.
    init(_ body: ResponseBody, expecting length: Int) async throws {
        try await body.write(CollectingWriter(body: self))
        let count = parts.withLock { $0.count }
        guard count == length else { throw RequestScopeError.bodyLength(length, made: count) }
    }

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        let parts = parts.withLock { $0 }
        if let first = parts.first { try await writer.write(first) }
        for buffer in parts.others { try await writer.write(buffer) }
        try await writer.finish(parts.trailers)
    }

    fileprivate func add(_ buffer: ByteBuffer) {
        parts.withLock { parts in
            parts.count += buffer.readableBytes
            if parts.first == nil { parts.first = buffer } else { parts.others.append(buffer) }
        }
    }

    fileprivate func end(_ trailers: HTTPFields?) { parts.withLock { $0.trailers = trailers } }
}

private struct CollectingWriter: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws { body.add(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { body.end(trailingHeaders) }
}
#endif

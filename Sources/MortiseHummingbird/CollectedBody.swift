// SPDX-License-Identifier: MIT

#if Hummingbird
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The bytes of a body of known length.
final class CollectedBody: Sendable {
    private struct Parts: Sendable {
        var bytes: ByteBuffer?
        var trailers: HTTPFields?
    }

    private let parts = Mutex(Parts())

    /// The bytes, if that is all there is to write.
    ///
    /// - Parameter length: The length that was announced.
    /// - Returns: Nothing if there are trailers, too.
    /// - Throws: ``RequestScopeError`` if there are more bytes or fewer.
    func only(expecting length: Int) throws -> ByteBuffer? {
        let parts = parts.withLock { $0 }
        let count = parts.bytes?.readableBytes ?? 0
        guard count == length else { throw RequestScopeError.bodyLength(length, made: count) }
        return parts.trailers == nil ? parts.bytes ?? ByteBuffer() : nil
    }

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        let parts = parts.withLock { $0 }
        if let bytes = parts.bytes { try await writer.write(bytes) }
        try await writer.finish(parts.trailers)
    }

    fileprivate func add(_ buffer: ByteBuffer) {
        parts.withLock { parts in
            if parts.bytes?.writeImmutableBuffer(buffer) == nil { parts.bytes = buffer }
        }
    }

    fileprivate func end(_ trailers: HTTPFields?) { parts.withLock { $0.trailers = trailers } }
}

/// Adds what is written to a body.
struct CollectingWriter: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws { body.add(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { body.end(trailingHeaders) }
}
#endif

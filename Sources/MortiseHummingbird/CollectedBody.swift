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

    /// Makes the bytes of a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - length: The length that it has announced.
    /// - Throws: What making them throws; ``RequestScopeError`` if there are more or fewer.
    init(_ body: ResponseBody, expecting length: Int) async throws {
        try await body.write(CollectingWriter(body: self))
        let count = parts.withLock { $0.bytes?.readableBytes ?? 0 }
        guard count == length else { throw RequestScopeError.bodyLength(length, made: count) }
    }

    /// The bytes, if that is all there is to write.
    var only: ByteBuffer? {
        parts.withLock { $0.trailers == nil ? $0.bytes ?? ByteBuffer() : nil }
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

private struct CollectingWriter: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws { body.add(buffer) }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws { body.end(trailingHeaders) }
}
#endif

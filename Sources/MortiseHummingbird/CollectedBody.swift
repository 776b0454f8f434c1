// SPDX-License-Identifier: MIT

#if Hummingbird
import HTTPTypes
import Hummingbird
import NIOCore

/// Collects what is written to a body.
// Not `Sendable`, as its writer is not: one task after the other writes.
final class CollectedBody {
    /// What was written to a body.
    struct Parts: Sendable {
        fileprivate var bytes: ByteBuffer?
        fileprivate var trailers: HTTPFields?
    }

    fileprivate(set) var parts = Parts()
}

extension CollectedBody.Parts {
    /// The bytes, if that is all there is to write.
    ///
    /// - Parameter length: The length that was announced.
    /// - Returns: Nothing if there are trailers, too.
    /// - Throws: ``RequestScopeError`` if there are more bytes or fewer.
    func only(expecting length: Int) throws -> ByteBuffer? {
        let count = bytes?.readableBytes ?? 0
        guard count == length else { throw RequestScopeError.bodyLength(length, made: count) }
        return trailers == nil ? bytes ?? ByteBuffer() : nil
    }

    @concurrent func write(to writer: inout any ResponseBodyWriter) async throws {
        if let bytes { try await writer.write(bytes) }
        try await writer.finish(trailers)
    }
}

/// Adds what is written to a body.
struct CollectingWriter: ResponseBodyWriter {
    let body: CollectedBody

    mutating func write(_ buffer: ByteBuffer) async throws {
        if body.parts.bytes?.writeImmutableBuffer(buffer) == nil { body.parts.bytes = buffer }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        body.parts.trailers = trailingHeaders
    }
}
#endif

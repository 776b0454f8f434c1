// SPDX-License-Identifier: MIT

public import MortiseGraph

// For vocabularies whose factories capture their container and resolve from that.

extension Container {
    /// Resolves an instance, as ``resolve(_:)->T``: as fast inside a factory as that one's resolver.
    @_alwaysEmitIntoClient @inline(__always)
    package func resolveJoining<T>(_ type: T.Type) throws -> T {
        guard let frame = joinedFrame else { return try resolve(T.self) }
        let resolver = Resolver(frame)
        return try resolver.resolve(T.self)
    }

    /// The same with a tag.
    @_alwaysEmitIntoClient @inline(__always)
    package func resolveJoining<T>(_ type: T.Type, tag: DefinitionTag) throws -> T {
        guard let frame = joinedFrame else { return try resolve(T.self, tag: tag) }
        let resolver = Resolver(frame)
        return try resolver.resolve(T.self, tag: tag)
    }

    /// The factory that runs on this thread, if that sees this container.
    @_alwaysEmitIntoClient @inline(__always) var joinedFrame: FramePointer? {
        // What a session keeps besides may have it see another one.
        guard let thread = ThreadRecord.current, let frame = thread.pointee.frame,
            thread.pointee.session == nil,
            frame.pointee.table.owner.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
        else { return nil }
        return frame
    }
}

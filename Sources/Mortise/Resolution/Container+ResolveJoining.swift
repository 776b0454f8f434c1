// SPDX-License-Identifier: MIT

public import MortiseGraph

// For vocabularies whose factories capture their container and resolve from that.

extension Container {
    /// Resolves an instance, inside a factory as fast as with its resolver.
    @_alwaysEmitIntoClient @inline(__always)
    package func resolveJoining<T>(_ type: T.Type) throws -> T {
        guard let frame = joinedFrame else {
            return try resolve(T.self, tag: nil, by: .fallingBack)
        }
        let resolver = Resolver(frame)
        return try resolver.resolve(T.self, tag: nil, by: .fallingBack)
    }

    /// Resolves an instance of a tagged definition, or else of the untagged one, inside a factory as
    /// fast as with its resolver.
    @_alwaysEmitIntoClient @inline(__always)
    package func resolveJoining<T>(_ type: T.Type, tag: DefinitionTag) throws -> T {
        guard let frame = joinedFrame else {
            return try resolve(T.self, tag: tag, by: .fallingBack)
        }
        let resolver = Resolver(frame)
        return try resolver.resolve(T.self, tag: tag, by: .fallingBack)
    }

    /// The frame of the factory that runs on this thread, if it resolves from this container.
    @_alwaysEmitIntoClient @inline(__always) var joinedFrame: FramePointer? {
        // With a session, the factory may resolve from another container.
        guard let thread = ThreadRecord.current, let frame = thread.pointee.frame,
            thread.pointee.session == nil,
            frame.pointee.table.owner.toOpaque() == Unmanaged.passUnretained(self).toOpaque()
        else { return nil }
        return frame
    }
}

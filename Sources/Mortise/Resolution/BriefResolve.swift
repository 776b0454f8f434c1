// SPDX-License-Identifier: MIT

extension Hot {
    /// An instance that may be another one of a plain caching definition, as the outermost resolve
    /// of its thread.
    @inlinable @inline(never)
    static func keep<T>(_ container: Container, _ key: KeyWords, _: T.Type) throws -> T {
        guard let place = container.briefPlace(key) else {
            return try container.resolveOutermost(T.self, tag: key.tag)
        }
        var brief = BriefConstruction(place, from: nil)
        if let instance = try build(&brief, T.self) { return instance }
        return try container.resolveOutermost(T.self, tag: key.tag)
    }

    /// The same for a factory or a step.
    @inlinable @inline(never)
    static func keep<T>(from caller: FramePointer, _ key: KeyWords, _: T.Type) throws -> T {
        guard let place = caller.briefPlace(key) else {
            return try caller.resolve(T.self, tag: key.tag)
        }
        var brief = BriefConstruction(place, from: caller)
        if let instance = try build(&brief, T.self) { return instance }
        return try caller.resolve(T.self, tag: key.tag)
    }

    /// - Returns: `nil` if the special path has to be taken.
    @inlinable @inline(__always)
    static func build<T>(_ brief: BriefPointer, _: T.Type) throws -> T? {
        switch brief.begin() {
        case .special: return nil
        case .kept(let holder): return unsafeDowncast(holder, to: Holder<T>.self).instance
        case .construct: break
        }
        let instance: T
        do {
            if Checkpoint.stackAddress < brief.pointee.frame.thread.pointee.checkpoint {
                try Checkpoint.examine(brief.framePointer)
            }
            instance = try run(brief.framePointer, T.self)
        } catch {
            brief.fail(error)
            throw error
        }
        let holder = Holder(instance)
        if !brief.commit(holder, dynamicType(of: instance)) { try brief.settle(holder) }
        return instance
    }
}

extension BriefPointer {
    @inlinable @inline(__always) var framePointer: FramePointer {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Frame.self)
    }
}

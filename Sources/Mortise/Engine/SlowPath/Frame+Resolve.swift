// SPDX-License-Identifier: MIT

public import MortiseGraph
import Synchronization

// The entries from the specialised code of clients into the rest of the engine.

extension UnsafeMutablePointer<Frame> {
    @usableFromInline @inline(never)
    func resolve<T>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact
    ) throws -> T {
        try Request(type, tag: tag, Caller(self).following(tagRule)).resolve()
    }
}

extension Container {
    @usableFromInline @inline(never)
    func resolveOutermost<T>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact
    ) throws -> T {
        try inSession { try Request(type, tag: tag, $0.following(tagRule)).resolve() }
    }

    /// Runs a body with a request, inside the resolve that runs on this thread or as the outermost one.
    func ask<T, Result>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        _ body: (Request<T>) throws -> Result
    ) throws -> Result {
        try inSession { try body(Request(type, tag: tag, $0.following(tagRule))) }
    }

    /// Runs a body with a request that has a tuple of run-time arguments, inside a resolve or as the
    /// outermost one.
    func ask<T, Arguments, Result>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        _ arguments: Arguments,
        _ values: ((FramePointer) throws -> [AnyHashable])? = nil,
        _ body: (Request<T>) throws -> Result
    ) throws -> Result {
        try inSession { caller in
            let caller = caller.following(tagRule)
            return try body(Request(type, tag: tag, caller, .passing(arguments, values)))
        }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The instance of a definition that no lookup by its key would find: a member of a
    /// collection, or what a decorator wraps.
    ///
    /// The caller keeps the definition alive.
    @_alwaysEmitIntoClient func instance<T>(of slot: Unmanaged<Slot>) throws -> T {
        let found = HotPath.Found(slot, hot(of: slot), pointee.thread, from: self)
        guard found.hot == HotPath.unique else { return try keptInstance(found) }
        return try HotPath.call(found) { try HotPath.callFactory($0, T.self) }
    }

    /// The hot word of a definition; slow in another container than its own, where its instance
    /// may have to be kept elsewhere.
    @usableFromInline func hot(of slot: Unmanaged<Slot>) -> UInt {
        let isAtHome = slot._withUnsafeGuaranteedRef(view.owns)
        return isAtHome && pointee.note & ~FrameFlags.flags == 0 ? slot.hot : HotPath.slow
    }

    /// The instance of a definition that needs more than a call of its factory.
    @usableFromInline @inline(never) func keptInstance<T>(_ found: HotPath.Found) throws -> T {
        if HotPath.isHolder(found.hot) {
            HotPath.beginReading(found.thread)
            defer { HotPath.endReading(found.thread) }
            let hot = found.slot.hot
            if HotPath.isHolder(hot) { return HotPath.instance(in: hot, T.self) }
        }
        let slot = found.slot.takeUnretainedValue()
        return try Request(T.self, tag: requestedTag ?? slot.tag, Caller(self)).resolve(slot)
    }
}

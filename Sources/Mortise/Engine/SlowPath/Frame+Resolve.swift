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
        try ask(type, tag: tag, by: tagRule) { try $0.resolve() }
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

    /// Runs a body with a request that has run-time arguments, inside a resolve or as the outermost
    /// one.
    func ask<T, Arguments, Result>(
        _ type: T.Type,
        tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        _ arguments: Arguments,
        _ values: @escaping (FramePointer) throws -> [AnyHashable],
        _ body: (Request<T>) throws -> Result
    ) throws -> Result {
        try inSession { caller in
            let caller = caller.following(tagRule)
            return try body(Request(type, tag: tag, caller, ArgumentMaker(arguments, values)))
        }
    }
}

extension UnsafeMutablePointer<Frame> {
    /// The instance of a definition that no lookup by its key would find: a member of a
    /// collection, or what a decorator wraps.
    func instance<T>(of slot: Slot) throws -> T {
        // In another container than its own, it may have to be kept elsewhere.
        if view.toOpaque() == Unmanaged.passUnretained(slot.owner).toOpaque(),
            pointee.note & ~FrameFlags.flags == 0
        {
            let hot = slot.hot.load(ordering: .acquiring)
            let found = HotPath.Found(.passUnretained(slot), hot, pointee.thread, from: self)
            if hot == HotPath.unique {
                return try HotPath.call(found) { try HotPath.callFactory($0, T.self) }
            }
            if HotPath.isHolder(hot) {
                HotPath.beginReading(found.thread)
                defer { HotPath.endReading(found.thread) }
                let hot = slot.hot.load(ordering: .acquiring)
                if HotPath.isHolder(hot) { return HotPath.instance(in: hot, T.self) }
            }
        }
        return try Request(T.self, tag: requestedTag ?? slot.tag, Caller(self)).resolve(slot)
    }
}

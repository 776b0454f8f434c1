// SPDX-License-Identifier: MIT

public import MortiseGraph

extension Container {
    /// Resolves an instance with run-time arguments.
    ///
    /// The definition is found by the *static* types of the arguments: pass `url as URL?` where the
    /// factory takes an optional. Arguments are part of an instance's identity: a caching scope
    /// keeps one instance for each value, so they must be `Hashable` there.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, if a tagged definition is meant.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `argument-mismatch` if the type
    ///   is registered with other arguments.
    @inlinable @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: Tag? = nil,
        arguments: repeat each Argument
    ) throws -> T {
        let tuple = (repeat each arguments)
        let key = KeyWords(
            type: KeyWords.word(of: T.self),
            arguments: Hot.word(of: tuple),
            tag: tag
        )
        // A slot with arguments is either unique or not hot.
        if let found = Hot.open(self, { $0.find(key) }) {
            return try Hot.begin(found.slot, found.table, found.thread, tuple, T.self)
        }
        return try resolveOutermost(T.self, tag: tag, tuple) {
            try $0.hashable(repeat each arguments)
        }
    }

    /// Resolves an instance of a tagged definition with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A string, a number, or any ``TagConvertible`` of your own.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``, as without a tag.
    @inlinable @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: some TagConvertible,
        arguments: repeat each Argument
    ) throws -> T {
        let tag: Tag? = tag.tag
        return try resolve(T.self, tag: tag, arguments: repeat each arguments)
    }

    @usableFromInline @inline(never)
    func resolveOutermost<T, Arguments>(
        _ type: T.Type,
        tag: Tag?,
        _ arguments: Arguments,
        _ values: @escaping (FramePointer) throws -> [AnyHashable]
    ) throws -> T {
        try inSession { caller, view, thread in
            try Request(
                type,
                tag: tag,
                arguments: arguments,
                values: values,
                caller: caller,
                view: view,
                thread: thread
            ).resolve()
        }
    }
}

extension Resolver {
    /// Resolves an instance with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A tag, if a tagged definition is meant.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `argument-mismatch` if the type
    ///   is registered with other arguments.
    @inlinable @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: Tag? = nil,
        arguments: repeat each Argument
    ) throws -> T {
        let tuple = (repeat each arguments)
        let key = KeyWords(
            type: KeyWords.word(of: T.self),
            arguments: Hot.word(of: tuple),
            tag: tag
        )
        if let slot = Hot.find(from: frame, { $0.find(key) }),
            slot.hot == Hot.unique
        {
            return try Hot.call(slot, from: frame, tuple, T.self)
        }
        return try frame.resolve(T.self, tag: tag, tuple) {
            try $0.hashable(repeat each arguments)
        }
    }

    /// Resolves an instance of a tagged definition with run-time arguments.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: A string, a number, or any ``TagConvertible`` of your own.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``, as without a tag.
    @inlinable @inline(__always)
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: some TagConvertible,
        arguments: repeat each Argument
    ) throws -> T {
        let tag: Tag? = tag.tag
        return try resolve(T.self, tag: tag, arguments: repeat each arguments)
    }

    /// Resolves an instance with run-time arguments, and with the tag that this factory's own
    /// instance was asked for with.
    ///
    /// - Parameters:
    ///   - type: What to resolve. Leave it out where it can be inferred.
    ///   - tag: ``InheritedTag/inherited``.
    ///   - arguments: What the factory takes after the resolver, in order.
    /// - Returns: A new or a shared instance, as the definition's scope says.
    /// - Throws: ``ResolutionError``, as without a tag.
    public func resolve<T, each Argument>(
        _ type: T.Type = T.self,
        tag: InheritedTag,
        arguments: repeat each Argument
    ) throws -> T {
        try resolve(T.self, tag: frame.requestedTag, arguments: repeat each arguments)
    }
}

extension UnsafeMutablePointer<Frame> {
    @usableFromInline @inline(never)
    func resolve<T, Arguments>(
        _ type: T.Type,
        tag: Tag?,
        _ arguments: Arguments,
        _ values: @escaping (FramePointer) throws -> [AnyHashable]
    ) throws -> T {
        try request(type, tag: tag, arguments, values).resolve()
    }

    func request<T, Arguments>(
        _ type: T.Type,
        tag: Tag?,
        _ arguments: Arguments,
        _ values: @escaping (FramePointer) throws -> [AnyHashable]
    ) -> Request<T> {
        Request(
            type,
            tag: tag,
            arguments: arguments,
            values: values,
            caller: self,
            view: pointee.table,
            thread: pointee.thread
        )
    }

    /// The values of arguments, for a scope that keeps one instance per value.
    @usableFromInline
    func hashable<each Argument>(_ arguments: repeat each Argument) throws -> [AnyHashable] {
        var values: [AnyHashable] = []
        for argument in repeat each arguments {
            guard let value = argument as? any Hashable else {
                throw ResolutionError.failed(
                    .argumentNotHashable,
                    in: self,
                    facts: [TypeName(of: Swift.type(of: argument)).description]
                )
            }
            values.append(AnyHashable(value))
        }
        return values
    }

    /// The values of the arguments that a builder passes to the factory; none if it does not call that.
    func hashableElements<Arguments, Instance>(
        passedTo builder: (@escaping (Arguments) throws -> Instance) throws -> Instance
    ) throws -> [AnyHashable] {
        var seen: Arguments?
        do {
            _ = try builder { arguments in
                seen = arguments
                throw ArgumentsWereSeen()
            }
        } catch  where seen != nil {
            // It was only asked what it passes.
        }
        return try seen.map { try hashableElements(of: $0) } ?? []
    }

    /// The values of a tuple of arguments, or of the only one.
    func hashableElements<Arguments>(of arguments: Arguments) throws -> [AnyHashable] {
        if let value = arguments as? any Hashable { return [AnyHashable(value)] }
        let mirror = Mirror(reflecting: arguments)
        guard mirror.displayStyle == .tuple else { return try hashable(arguments) }
        return try mirror.children.flatMap { child in
            try hashable(child.value)
        }
    }
}

/// What a builder gets from the factory while it is only asked what it passes.
private struct ArgumentsWereSeen: Error {}

extension Hot {
    /// The word of a tuple's type; of the argument's own if there is one only.
    @inlinable @inline(__always) static func word<Arguments>(of _: Arguments) -> UInt {
        KeyWords.word(of: Arguments.self)
    }

    @inlinable @inline(__always)
    static func begin<T, Arguments>(
        _ slot: Unmanaged<Slot>,
        _ table: Table,
        _ thread: Thread,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        var frame = Frame(caller: nil, slot: slot, table: table, thread: thread)
        return try begin(&frame, arguments, T.self)
    }

    @inlinable @inline(__always)
    static func begin<T, Arguments>(
        _ frame: FramePointer,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        let thread = frame.pointee.thread
        thread.pointee.checkpoint = Checkpoint.stackAddress &- Checkpoint.firstDistance
        thread.pointee.frame = frame
        defer { thread.leave(succeeded: frame.pointee.note & Note.failed == 0) }
        return try run(frame, arguments, T.self)
    }

    @inlinable @inline(__always)
    static func call<T, Arguments>(
        _ slot: Unmanaged<Slot>,
        from caller: FramePointer,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        var frame = Frame(
            caller: caller,
            slot: slot,
            table: caller.pointee.table,
            thread: caller.pointee.thread
        )
        return try descend(&frame, arguments, T.self)
    }

    @inlinable @inline(__always)
    static func descend<T, Arguments>(
        _ frame: FramePointer,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        let thread = frame.pointee.thread
        if _slowPath(Checkpoint.stackAddress < thread.pointee.checkpoint) {
            try Checkpoint.examine(frame)
        }
        thread.pointee.frame = frame
        defer { thread.pointee.frame = frame.pointee.caller }
        return try run(frame, arguments, T.self)
    }

    @inlinable @inline(__always)
    static func run<T, Arguments>(
        _ frame: FramePointer,
        _ arguments: Arguments,
        _: T.Type
    ) throws -> T {
        let instance: T
        do {
            var resolver = Resolver(frame)
            instance = try frame.pointee.slot.call(T.self, &resolver, arguments)
        } catch {
            throw frameFailed(error, frame)
        }
        guard _fastPath(!frame.heedsProperties) else { return try frame.completedLate(instance) }
        return instance
    }
}

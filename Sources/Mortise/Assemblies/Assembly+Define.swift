// SPDX-License-Identifier: MIT

// Each `define` is a definition of its own, identified by its source location and the type that
// declares the member.

extension Assembly {
    /// Defines how a member makes its instance.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members. Does not escape.
    /// - Returns: A new or a shared instance, depending on the lifetime.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    @_alwaysEmitIntoClient @inline(__always)
    public func define<T, Failure: Error>(
        _ lifetime: Lifetime = .unique,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> T
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        do {
            if let found = HotPath.find(key, in: container) { return try HotPath.make(found, make) }
            let site = MemberSite(key, of: Self.self, function, file, line, column)
            return try container.resolve(site, lifetime.kind, make)
        } catch {
            throw Failure.of(error)
        }
    }

    /// Defines how a member makes an instance that the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members. Does not escape.
    /// - Returns: The instance.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    @_alwaysEmitIntoClient @inline(__always)
    public func define<T: Sendable, Failure: Error>(
        _ lifetime: Lifetime.Caching,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> T
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        do {
            if let found = HotPath.find(key, in: container, mayMake: false) {
                return HotPath.copy(found, T.self)
            }
            let site = MemberSite(key, of: Self.self, function, file, line, column)
            return try container.resolve(site, lifetime.kind, make)
        } catch {
            throw Failure.of(error)
        }
    }

    /// Defines how a member makes its instance and completes it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members. Does not escape.
    ///   - step: Completes a new instance. May use members that need this one: they get an object
    ///     before it is complete, a value only when it is complete. In a member that throws, the
    ///     step runs again if an instance that it requests is still in its factory. Kept until then
    ///     and no longer.
    /// - Returns: A new or a shared instance, depending on the lifetime.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    @_alwaysEmitIntoClient @inline(__always)
    public func define<T, Failure: Error>(
        _ lifetime: Lifetime = .unique,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> T,
        injecting step: @escaping (inout T) throws(Failure) -> Void
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        return try complete(site, lifetime.kind, make, step, { $0 })
    }

    /// Defines how a member makes and completes an instance that the container keeps.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members. Does not escape.
    ///   - step: Completes a new instance. May use members that need this one: they get an object
    ///     before it is complete, a value only when it is complete. In a member that throws, the
    ///     step runs again if an instance that it requests is still in its factory. Kept until then
    ///     and no longer.
    /// - Returns: The instance.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    @_alwaysEmitIntoClient @inline(__always)
    public func define<T: Sendable, Failure: Error>(
        _ lifetime: Lifetime.Caching,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> T,
        injecting step: @escaping (inout T) throws(Failure) -> Void
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        return try complete(site, lifetime.kind, make, step, { $0 })
    }

    /// Defines how a member makes its instance and completes it with its concrete type.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members. Does not escape.
    ///   - step: Completes a new instance. May use members that need this one: they get an object
    ///     before it is complete, a value only when it is complete. In a member that throws, the
    ///     step runs again if an instance that it requests is still in its factory. Kept until then
    ///     and no longer.
    ///   - cast: Converts the instance to the member's type: `{ $0 }` wherever that compiles,
    ///     `{ $0 as A? }` where the member is an optional.
    /// - Returns: A new or a shared instance, depending on the lifetime.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    @_alwaysEmitIntoClient @inline(__always)
    public func define<Instance, T, Failure: Error>(
        _ lifetime: Lifetime = .unique,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> Instance,
        injecting step: @escaping (inout Instance) throws(Failure) -> Void,
        as cast: (Instance) -> T
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        return try complete(site, lifetime.kind, make, step, cast)
    }

    /// Defines how a member makes an instance that the container keeps, and completes it with its
    /// concrete type.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from other members. Does not escape.
    ///   - step: Completes a new instance. May use members that need this one: they get an object
    ///     before it is complete, a value only when it is complete. In a member that throws, the
    ///     step runs again if an instance that it requests is still in its factory. Kept until then
    ///     and no longer.
    ///   - cast: Converts the instance to the member's type: `{ $0 }` wherever that compiles,
    ///     `{ $0 as A? }` where the member is an optional.
    /// - Returns: The instance.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    @_alwaysEmitIntoClient @inline(__always)
    public func define<Instance, T: Sendable, Failure: Error>(
        _ lifetime: Lifetime.Caching,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> Instance,
        injecting step: @escaping (inout Instance) throws(Failure) -> Void,
        as cast: (Instance) -> T
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        return try complete(site, lifetime.kind, make, step, cast)
    }

    // MARK: With arguments

    /// Defines how a member with arguments makes its instance, and completes it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - arguments: The arguments of the member, which tell its instances apart. Each value has
    ///     an instance of its own.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from the arguments and other members. Does not
    ///     escape.
    ///   - step: Completes a new instance, if that is needed. Runs like the step of a member without
    ///     arguments.
    /// - Returns: A new or a shared instance, depending on the lifetime.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    public func define<T, each Argument: Hashable & Sendable, Failure: Error>(
        _ lifetime: Lifetime,
        for arguments: repeat each Argument,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> T,
        injecting step: ((inout T) throws(Failure) -> Void)? = nil
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        return try evaluate(site, lifetime.kind, repeat each arguments, make: make, step: step)
    }

    /// Defines how a member with arguments makes an instance that the container keeps, and completes
    /// it.
    ///
    /// - Parameters:
    ///   - lifetime: How long instances live.
    ///   - arguments: The arguments of the member, which tell its instances apart. Each value has
    ///     an instance of its own.
    ///   - function: Defaults to the calling member.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - column: Defaults to the calling column.
    ///   - make: Makes an instance, for example from the arguments and other members. Does not
    ///     escape.
    ///   - step: Completes a new instance, if that is needed. Runs like the step of a member without
    ///     arguments.
    /// - Returns: The instance for these arguments.
    /// - Throws: Any error from `make`, and ``ResolutionError`` if the member is part of a cycle
    ///   that cannot be built, or its scope is not open. A member that cannot throw ends the
    ///   program instead, with the same text.
    public func define<T: Sendable, each Argument: Hashable & Sendable, Failure: Error>(
        _ lifetime: Lifetime.Caching,
        for arguments: repeat each Argument,
        function: StaticString = #function,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        column: UInt32 = #column,
        _ make: () throws(Failure) -> T,
        injecting step: ((inout T) throws(Failure) -> Void)? = nil
    ) throws(Failure) -> T {
        let key = MemberKey(T.self, of: Self.self, throwing: Failure.self, file, line, column)
        let site = MemberSite(key, of: Self.self, function, file, line, column)
        return try evaluate(site, lifetime.kind, repeat each arguments, make: make, step: step)
    }

    // MARK: Shared implementation

    @_alwaysEmitIntoClient @inline(__always)
    func complete<Instance, T, Failure: Error>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ make: () throws(Failure) -> Instance,
        _ step: @escaping (inout Instance) throws(Failure) -> Void,
        _ cast: (Instance) -> T
    ) throws(Failure) -> T {
        do {
            if let found = HotPath.find(site.key, in: container, mayMake: false) {
                return HotPath.copy(found, T.self)
            }
            return try container.resolve(site, lifetime, make, step, cast)
        } catch {
            throw Failure.of(error)
        }
    }

    private func evaluate<T, each Argument: Hashable & Sendable, Failure: Error>(
        _ site: MemberSite,
        _ lifetime: EngineLifetime,
        _ arguments: repeat each Argument,
        make: () throws(Failure) -> T,
        step: ((inout T) throws(Failure) -> Void)? = nil
    ) throws(Failure) -> T {
        var values: [AnyHashable] = []
        for argument in repeat each arguments { values.append(AnyHashable(argument)) }
        do {
            let tuple = (repeat each arguments)
            guard let step else {
                return try container.resolve(site, lifetime, tuple, values, make)
            }
            return try container.resolve(site, lifetime, tuple, values, make) { try step(&$0) }
        } catch {
            throw Failure.of(error)
        }
    }
}

extension Error {
    /// Converts an error to the error type of a member.
    @_alwaysEmitIntoClient static func of(_ error: any Error) -> Self {
        if let error = error as? Self { return error }
        if let error = (error as? ResolutionError)?.underlying as? Self { return error }
        failed(error)
    }
}

/// Ends the program because a member that cannot throw has failed.
@usableFromInline @inline(never) func failed(_ error: any Error) -> Never {
    // Not a precondition: optimised code would leave the text out.
    fatalError("\(error)")
}

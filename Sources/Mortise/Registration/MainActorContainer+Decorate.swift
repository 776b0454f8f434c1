// SPDX-License-Identifier: MIT

extension MainActorContainer {
    /// Wraps whatever answers a type on the main actor.
    ///
    /// Works like the method of the container, but what it wraps is an instance of the main actor.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the scopes that the decorator is for; without it, the container itself.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place, on the main
    ///     actor.
    /// - Returns: The decorator, to be removed.
    @discardableResult
    public func decorate<T>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap: @escaping @MainActor (_ original: T, _ resolver: inout Resolver) throws -> T
    ) -> Container.Decoration {
        add(wrap, name, tag, file, line, .mainActor)
    }

    /// Wraps whatever answers a `Sendable` type on the main actor, which the instances may leave.
    ///
    /// Works like the method of the container, but what it wraps is an instance of the main actor.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the scopes that the decorator is for; without it, the container itself.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place, on the main
    ///     actor.
    /// - Returns: The decorator, to be removed.
    @discardableResult
    public func decorate<T: Sendable>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap: @escaping @MainActor (_ original: T, _ resolver: inout Resolver) throws -> T
    ) -> Container.Decoration {
        add(wrap, name, tag, file, line, .mainActorSendable)
    }

    /// Adds a decorator, stored without its isolation: it runs on the main actor only.
    private func add<T>(
        _ wrap: @escaping @MainActor (T, inout Resolver) throws -> T,
        _ name: ScopeName?,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ lane: Slot.Lane
    ) -> Container.Decoration {
        typealias Call = @Sendable (T, inout Resolver) throws -> T
        let wrap = Slot.wrapperFactory(unsafeBitCast(wrap, to: Call.self))
        return container.decorate(T.self, name, tag, file, line, wrap, lane: lane)
    }
}

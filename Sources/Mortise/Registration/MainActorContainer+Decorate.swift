// SPDX-License-Identifier: MIT

extension MainActorContainer {
    /// Wraps whatever answers a type on the main actor.
    ///
    /// Works like the method of the container, but what it wraps is an instance of the main actor.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place, on the main
    ///     actor.
    /// - Returns: The decorator, to be removed.
    @discardableResult
    public func decorate<T>(
        _ type: T.Type,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap: @escaping @MainActor (_ original: T, _ resolver: inout Resolver) throws -> T
    ) -> Decoration {
        container.decorate(T.self, tag, file, line, Decorator(unisolated: wrap), lane: .mainActor)
    }

    /// Wraps whatever answers a `Sendable` type on the main actor, which the instances may leave.
    ///
    /// Works like the method of the container, but what it wraps is an instance of the main actor.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place, on the main
    ///     actor.
    /// - Returns: The decorator, to be removed.
    @discardableResult
    public func decorate<T: Sendable>(
        _ type: T.Type,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap: @escaping @MainActor (_ original: T, _ resolver: inout Resolver) throws -> T
    ) -> Decoration {
        let wrap = Decorator(unisolated: wrap)
        return container.decorate(T.self, tag, file, line, wrap, lane: .mainActorSendable)
    }
}

extension Decorator {
    /// A decorator isolated to the main actor, stored without its isolation: it runs there only.
    fileprivate convenience init(
        unisolated wrap: @escaping @MainActor (T, inout Resolver) throws -> T
    ) {
        typealias Call = @Sendable (T, inout Resolver) throws -> T
        self.init(unsafeBitCast(wrap, to: Call.self))
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Wraps whatever answers a type asynchronously.
    ///
    /// Works like a synchronous decorator, but what it wraps can be resolved through ``async`` only,
    /// unless the finished instance is kept.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the scopes that the decorator is for; without it, the container itself.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place. Runs once
    ///     for each instance of the definition, where an asynchronous factory of its lifetime runs.
    /// - Returns: The decorator, to be removed.
    /// - Precondition: The container is not bootstrapped.
    @discardableResult
    public func decorate<T>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap:
            @escaping @Sendable (_ original: T, _ resolver: inout AsyncResolver) async throws -> T
    ) -> Decoration {
        decorate(T.self, name, tag, file, line, Slot.wrapperFactory(wrap), lane: .async)
    }
}

extension Slot {
    /// The factory of the wrappers of an asynchronous decorator.
    fileprivate static func wrapperFactory<T>(
        _ wrap: @escaping @Sendable (T, inout AsyncResolver) async throws -> T
    ) -> WrapperFactory {
        { inner, arguments in
            guard let arguments else {
                return ErasedFactory(
                    AsyncFactory<T> { resolver in
                        let original: T = try await resolver.instance(of: inner)
                        return try await resolver.wrapped(original, of: inner, wrap)
                    }
                )
            }
            func open<Arguments>(_: Arguments.Type) -> ErasedFactory {
                ErasedFactory(
                    AsyncArgumentFactory<Arguments, T> { resolver, arguments in
                        let maker = ArgumentMaker<Arguments, T>(arguments)
                        let original = try await resolver.instance(of: inner, maker)
                        return try await resolver.wrapped(original, of: inner, wrap)
                    }
                )
            }
            return _openExistential(arguments, do: open)
        }
    }
}

extension AsyncResolver {
    /// Wraps an original, and notes what the wrapper was made around.
    fileprivate mutating func wrapped<T>(
        _ original: T,
        of inner: Slot,
        _ wrap: (T, inout AsyncResolver) async throws -> T
    ) async throws -> T {
        let wrapped: T
        do {
            wrapped = try await wrap(original, &self)
        } catch {
            inner.abandonUnlessKept(original, by: nil)
            throw error
        }
        if Container.mayDecorateScopes { frame.slot.noteDecorated() }
        session.noteOriginal(original, returnedAs: wrapped, by: frame.slot)
        try await session.finish(after: frame.entries) {
            try view.inSession { try $0.noteDependence(of: frame.slot, on: inner) }
        }
        return wrapped
    }

    /// The instance of a definition that no lookup by its key would find.
    fileprivate func instance<T>(of slot: Slot, _ maker: Maker<T>? = nil) async throws -> T {
        try await session.finish(after: frame.entries) {
            try view.inSession { try Request(T.self, tag: slot.tag, $0, maker).resolve(slot) }
        }
    }
}

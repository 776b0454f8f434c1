// SPDX-License-Identifier: MIT

// The order in which decorators apply is decided in `State.wrapped`, in Slot+Wrapper.swift.

extension Container {
    /// A decorator that was added to a container.
    public struct Decoration: Sendable {
        let slot: Slot
    }

    /// Wraps whatever answers a type in this container, or in what it searches next.
    ///
    /// ```swift
    /// container.decorate((any API).self) { original, resolver in
    ///     Caching(original, in: try resolver.resolve()) as any API
    /// }
    /// ```
    ///
    /// A wrapped instance lives as long as one of the definition that is wrapped, and the original
    /// exists once. Several decorators apply in the order they were added, the first one innermost.
    /// Run-time arguments are passed on. A type that the definition forwards to another one is not wrapped:
    /// decorating `any API` leaves the concrete type as it is.
    ///
    /// With the name of a scope, the decorator is for each scope of that name that is opened from
    /// here, or from a container that has this one as a source, from then on: as if it were added
    /// there before everything else.
    ///
    /// ```swift
    /// app.decorate((any API).self, in: .request) { original, resolver in
    ///     Traced(original, id: try resolver.resolve(RequestID.self)) as any API
    /// }
    /// ```
    ///
    /// In a child, a scope or an overlay, only what is requested through it is wrapped. On closing,
    /// the wrapper is disposed of before the original. In a container that is in use, the decorator
    /// takes effect for what is made from then on; wrapped instances that it keeps are dropped,
    /// originals are not. Open scopes and overlays go on with what they keep.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - name: The name of the scopes that the decorator is for; without it, the container itself.
    ///   - tag: The tag of the definitions to wrap. Without it, those with a tag are wrapped, too,
    ///     and so is each contribution. Members of assemblies are not.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - wrap: Gets the original and the resolver, and returns what takes its place. Runs once
    ///     for each instance: on the main actor if the definition belongs to it, and after the
    ///     original was made if the definition is asynchronous. No lock is held. Resolving the
    ///     decorated type in it is a cycle. What it throws reaches the caller as
    ///     ``ResolutionError/underlying``.
    /// - Returns: The decorator, to be removed.
    /// - Precondition: The container is not bootstrapped.
    /// - Complexity: O(*n*) in the number of definitions, once for a whole install.
    @discardableResult
    public func decorate<T>(
        _ type: T.Type,
        in name: ScopeName? = nil,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ wrap: @escaping @Sendable (_ original: T, _ resolver: inout Resolver) throws -> T
    ) -> Decoration {
        decorate(T.self, name, tag, file, line, Slot.wrapperFactory(wrap))
    }

    /// Adds a decorator; one of the lane `.sync` runs where the factory of what it wraps runs.
    func decorate(
        _ type: Any.Type,
        _ name: ScopeName?,
        _ tag: (any TagConvertible)?,
        _ file: StaticString,
        _ line: UInt32,
        _ wrap: @escaping WrapperFactory,
        lane: Slot.Lane = .sync
    ) -> Decoration {
        let details = Details()
        details.wrap = wrap
        let slot = Slot(
            .decorating(type, tag: tag?.tag),
            name.map(EngineLifetime.scoped) ?? .unique,
            kind: .decorator,
            lane: lane,
            owner: self,
            factory: ErasedFactory(Factory<Never> { _ in fatalError("never called") }),
            file: file.address,
            line: line,
            details: details
        )
        if name == nil { noteDecorators() } else { noteScopeDecorators() }
        add(slot)
        return Decoration(slot: slot)
    }

    /// Removes a decorator.
    ///
    /// Wrapped instances that are kept are dropped, originals are not.
    ///
    /// - Parameter decoration: A decorator that was added to this container.
    /// - Precondition: The container is not bootstrapped.
    public func remove(_ decoration: Decoration) { remove([decoration.slot]) }
}

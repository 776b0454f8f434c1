// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Completes an object that somebody else has made: one that comes out of a storyboard, or from the
    /// system.
    ///
    /// ```swift
    /// container.register { OrderScreen() }
    ///     .injecting { resolver, screen in screen.purchases = try resolver.resolve() }
    /// …
    /// try container.adopt(screen)
    /// ```
    ///
    /// The definition of its type is found as for `resolve`, but its factory is not called: the
    /// object's auto-injected properties are filled, found by reflection; its injection steps run,
    /// and when the outermost resolve is over, its callbacks. Cycles may lead back to it: as long as
    /// the resolve lasts it is the instance of a `.shared` definition. The container does not keep it,
    /// whatever the scope, and the same one may be adopted again.
    ///
    /// Safe from any thread, for one that may use the object.
    ///
    /// - Parameters:
    ///   - object: The object; an optional stands for what it holds. A value works too, as far as its
    ///     properties are wrappers. One whose type is `CustomReflectable` has to show its wrappers.
    ///   - type: What it is registered as. Leave it out to use its static type.
    ///   - tag: A tag, if a tagged definition is meant. An unknown one falls back to the untagged
    ///     definition.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `missing-binding` if its type is
    ///   not registered, and `type-mismatch` if there is no object, or it is not of the type that a
    ///   forwarded one leads to. Then what was made for it alone is dropped, and what was set stays set.
    public func adopt<T>(
        _ object: T,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws {
        try adopt(object, tag?.tag, preparing: nil)
    }

    /// Completes an object that somebody else has made, and keeps it as the definition's scope says:
    /// as if its factory had made it.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - type: What it is registered as. Leave it out to use its static type.
    ///   - tag: A tag, if a tagged definition is meant. An unknown one falls back to the untagged
    ///     definition.
    /// - Throws: ``ResolutionError``, as without keeping; with code `duplicate-binding` if the container
    ///   keeps another instance: that one stays, and the object is left alone.
    public func adopt<T: Sendable>(
        keeping object: T,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws {
        try inSession { caller in
            let origin = Origin(isAdopting: false)
            let maker = BuilderMaker(bringing: object, origin)
            let request = Request(T.self, tag: tag?.tag, caller, maker)
            _ = try request.resolve()
            guard !origin.wasTaken else { return }
            throw ResolutionError.hasInstance(origin.slot, request.key, from: caller.frame, self)
        }
    }

    /// Completes an object as what it is at run time.
    ///
    /// - Parameters:
    ///   - object: The object: the definition of its class is meant, not of a superclass.
    ///   - tag: A tag, if a tagged definition is meant. An unknown one falls back to the untagged
    ///     definition.
    /// - Throws: ``ResolutionError``, as ``adopt(_:as:tag:)``.
    public func adopt(dynamically object: Any, tag: (any TagConvertible)? = nil) throws {
        func open<T>(_ object: T) throws { try adopt(object, as: T.self, tag: tag) }
        func openClass<T: AnyObject>(_: T.Type) throws {
            // Its own class, which the cast has from it.
            try adopt(unsafeDowncast(object as AnyObject, to: T.self), as: T.self, tag: tag)
        }
        if let type = Swift.type(of: object) as? AnyClass { return try openClass(type) }
        try _openExistential(object, do: open)
    }

    func adopt<T>(_ object: T, _ tag: DefinitionTag?, preparing prepare: (() -> Void)? = nil) throws
    {
        try inSession { caller in
            let origin = Origin(isAdopting: true)
            let maker = BuilderMaker(bringing: object, origin, preparing: prepare)
            _ = try Request(T.self, tag: tag, caller, maker).resolve()
        }
    }
}

extension BuilderMaker where Arguments == Void {
    /// Brings an object that somebody else has made.
    fileprivate convenience init(
        bringing object: Instance,
        _ origin: Origin,
        preparing prepare: (() -> Void)? = nil
    ) {
        self.init(origin) { _ in
            prepare?()
            return object
        }
    }
}

extension Resolver {
    /// Completes an object that somebody else has made, as part of the resolve that is running.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - type: What it is registered as. Leave it out to use its static type.
    ///   - tag: A tag, if a tagged definition is meant.
    /// - Throws: ``ResolutionError``, as ``Container/adopt(_:as:tag:)``.
    public func adopt<T>(
        _ object: T,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws {
        let maker = BuilderMaker(bringing: object, Origin(isAdopting: true))
        _ = try Request(T.self, tag: tag?.tag, Caller(frame), maker).resolve()
    }
}

extension MainActorContainer {
    /// Completes an object of the main actor that somebody else has made, as
    /// ``Container/adopt(_:as:tag:)``.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - type: What it is registered as. Leave it out to use its static type.
    ///   - tag: A tag, if a tagged definition is meant.
    /// - Throws: ``ResolutionError``, as ``Container/adopt(_:as:tag:)``.
    @MainActor
    public func adopt<T>(
        _ object: T,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws {
        let tag = tag?.tag
        try Self.onMainActor { try container.adopt(object, as: T.self, tag: tag) }
    }
}

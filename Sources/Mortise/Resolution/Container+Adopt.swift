// SPDX-License-Identifier: MIT

import MortiseGraph

extension Container {
    /// Injects the dependencies of an object that was made elsewhere, such as by a storyboard or
    /// the system.
    ///
    /// ```swift
    /// container.register { OrderScreen() }
    ///     .injecting { resolver, screen in screen.purchases = try resolver.resolve() }
    /// …
    /// try container.adopt(screen)
    /// ```
    ///
    /// The definition is found as for `resolve`, but its factory is not called. The object's
    /// auto-injected properties are found by reflection and filled, and its injection steps run.
    /// Its callbacks run when the outermost resolve is over. Cycles may lead back to the object:
    /// during the resolve it is the instance of a `.shared` definition. The container does not keep
    /// the object, whatever the scope, and it may be adopted again.
    ///
    /// Call it on any thread that may use the object.
    ///
    /// - Parameters:
    ///   - object: The object, or an optional that holds it. Of a value, only properties that are
    ///     wrappers can be filled. The mirror of a `CustomReflectable` type must include the
    ///     wrappers.
    ///   - type: The type that the object is registered as. Defaults to its static type.
    ///   - tag: The tag of the definition, if it has one.
    /// - Throws: ``ResolutionError``, as ``resolve(_:)->T``; with code `missing-binding` if its
    ///   type is not registered, and with code `type-mismatch` if there is no object, or if it does
    ///   not have the type that a forwarded type leads to. Instances that were made for this call
    ///   alone are dropped then. Properties that were set stay set.
    public func adopt<T>(
        _ object: T,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws {
        try adopt(object, tag?.tag, preparing: nil)
    }

    /// Injects the dependencies of an object that was made elsewhere, and keeps it as if the
    /// definition's factory had made it.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - type: The type that the object is registered as. Defaults to its static type.
    ///   - tag: The tag of the definition, if it has one.
    /// - Throws: ``ResolutionError``, as ``adopt(_:as:tag:)``; with code `duplicate-binding` if the
    ///   container keeps another instance. That instance stays, and the object is left unchanged.
    public func adopt<T: Sendable>(
        keeping object: T,
        as type: T.Type = T.self,
        tag: (any TagConvertible)? = nil
    ) throws {
        try inSession { caller in
            let origin = Origin(isAdopting: false, isBringing: true)
            let maker = BuilderMaker(bringing: object, origin)
            let request = Request(T.self, tag: tag?.tag, caller, maker)
            _ = try request.resolve()
            guard !origin.wasTaken else { return }
            throw ResolutionError.hasInstance(origin.slot, request.key, from: caller.frame, self)
        }
    }

    /// Injects the dependencies of an object by the definition of its run-time type.
    ///
    /// - Parameters:
    ///   - object: The object. The definition of its own class is used, not that of a superclass.
    ///   - tag: The tag of the definition, if it has one.
    /// - Throws: ``ResolutionError``, as ``adopt(_:as:tag:)``.
    public func adopt(dynamically object: Any, tag: (any TagConvertible)? = nil) throws {
        func open<T>(_ object: T) throws { try adopt(object, as: T.self, tag: tag) }
        func openClass<T: AnyObject>(_: T.Type) throws {
            // Safe: `T` is the object's own class.
            try adopt(unsafeDowncast(object as AnyObject, to: T.self), as: T.self, tag: tag)
        }
        if let type = Swift.type(of: object) as? AnyClass { return try openClass(type) }
        try _openExistential(object, do: open)
    }

    func adopt<T>(
        _ object: T,
        _ tag: DefinitionTag?,
        by tagRule: Dependency.TagRule = .exact,
        preparing prepare: (() -> Void)? = nil
    ) throws {
        try inSession { caller in
            let caller = caller.following(tagRule)
            let origin = Origin(isAdopting: true)
            let maker = BuilderMaker(bringing: object, origin, preparing: prepare)
            _ = try Request(T.self, tag: tag, caller, maker).resolve()
        }
    }
}

extension BuilderMaker where Arguments == Void {
    /// Brings an object that was made elsewhere.
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
    /// Injects the dependencies of an object that was made elsewhere, as part of the running
    /// resolve.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - type: The type that the object is registered as. Defaults to its static type.
    ///   - tag: The tag of the definition, if it has one.
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
    /// Injects the dependencies of an object of the main actor that was made elsewhere.
    ///
    /// Works like ``Container/adopt(_:as:tag:)``.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - type: The type that the object is registered as. Defaults to its static type.
    ///   - tag: The tag of the definition, if it has one.
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

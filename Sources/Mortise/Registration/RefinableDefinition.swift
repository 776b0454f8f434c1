// SPDX-License-Identifier: MIT

public import MortiseGraph

/// A definition with the modifiers that all definitions share.
///
/// A ``Definition`` and a ``MainDefinition`` are registered: a modifier changes them at once, and its
/// result may be ignored. A ``ModuleDefinition`` is a value: a modifier returns another value, which is
/// modified wherever it is registered.
public protocol RefinableDefinition<Instance>: Sendable {
    /// What the definition makes.
    associatedtype Instance

    /// Returns the definition with a refinement.
    ///
    /// - Parameter refine: Gets the registered definition: at once, or whenever it is registered.
    /// - Returns: The refined definition.
    @discardableResult
    func refined(_ refine: @escaping @Sendable (Definition<Instance>) -> Void) -> Self
}

extension RefinableDefinition {
    // MARK: Forwarding

    /// Makes this definition resolve another type, too, with the same arguments.
    ///
    /// Both types give the same instance wherever the definition's lifetime gives one instance. It
    /// returns this definition, so types are added one after the other. If the other type needs steps
    /// or callbacks of its own, or the conversion may throw, use `forwarding(to:)` of a ``Definition``,
    /// which returns the definition of the other type.
    ///
    /// ```swift
    /// container.register(.singleton) { Server() }.implements((any Serving).self) { $0 }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Converts the instance to the other type: `{ $0 }` wherever that compiles. Runs
    ///     each time the other type is resolved.
    /// - Returns: This definition, not the other one.
    @discardableResult
    public func implements<Other>(
        _ type: Other.Type,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ convert: @escaping @Sendable (Instance) -> Other
    ) -> Self {
        let tag = tag?.tag
        return refined { $0.forward(to: Other.self, tag, (file.address, line), convert) }
    }

    /// Unavailable: the registered type does not convert to the other type.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - convert: Gives the instance.
    /// - Returns: The definition.
    @available(
        *,
        unavailable,
        message: """
            what was registered does not conform to that type, nor is it of a subclass; the closure must \
            give a value of the type
            """
    )
    @_disfavoredOverload @discardableResult
    public func implements<Other>(
        _ type: Other.Type,
        tag: (any TagConvertible)? = nil,
        _ convert: @escaping @Sendable (Instance) -> Instance
    ) -> Self {
        self
    }

    /// Unavailable: the conversion is missing.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    /// - Returns: The definition.
    @available(*, unavailable, message: "add the conversion: '.implements((any API).self) { $0 }'")
    @discardableResult
    public func implements<Other>(_ type: Other.Type, tag: (any TagConvertible)? = nil) -> Self {
        self
    }

    // MARK: Beside other definitions

    /// Makes the definition answer requests with any tag, too.
    ///
    /// ```swift
    /// container.register { Theme(name: "light") }.forAnyTag()
    /// container.register(tag: "dark") { Theme(name: "dark") }
    ///
    /// let theme: Theme = try container.resolve(tag: "sepia")  // light
    /// ```
    ///
    /// A definition with the requested tag comes first, wherever on the path from the asked
    /// container to its sources it is. Of two definitions for any tag the nearer one answers. A
    /// caching lifetime keeps one instance, whatever the tag. Types that the definition forwards
    /// without a tag also answer any tag.
    ///
    /// A factory passes the requested tag on with ``RequestTag/inherited``.
    ///
    /// - Returns: The definition.
    /// - Precondition: The definition has no tag, and no instance was built from it.
    @discardableResult
    public func forAnyTag() -> Self {
        refined { $0.answerAnyTag() }
    }

    /// Makes the definition take the place of every other one of its type and tag.
    ///
    /// ```swift
    /// container.register(.singleton) { Live() as any API }
    /// container.register(.singleton) { Fake(clock: $0) as any API }.replacing()
    /// ```
    ///
    /// Earlier definitions of this container are removed, whatever their parameters, and so are
    /// those that contribute. Those of the containers that this one searches next, such as the base
    /// of an overlay, are hidden from it: a request with arguments that only they take fails with
    /// code `argument-mismatch`. Linked containers are not affected. The same is true of each type
    /// that the definition forwards.
    ///
    /// The last definition of a key wins in any case. Without this mark, ``Container/validate()``
    /// reports a duplicate. If there is nothing to replace, it reports `nothing-to-replace`.
    ///
    /// - Parameter replacement: `.sameParameters` to replace only the definitions with the same
    ///   parameters.
    /// - Returns: The definition.
    /// - Precondition: The container is not bootstrapped.
    /// - Complexity: O(*n*) for *n* definitions of the container.
    @discardableResult
    public func replacing(_ replacement: Graph.Node.Replacement = .anyParameters) -> Self {
        refined { $0.replace(replacement) }
    }

    /// Lets the definition, and the types that it forwards, coexist with others of the same key.
    ///
    /// ``Container/resolveAll(_:tag:)`` returns an instance of each, in registration order.
    /// `resolve` uses the last definition without parameters, or else the last one whose parameters
    /// can be resolved.
    ///
    /// - Returns: The definition.
    @_alwaysEmitIntoClient @discardableResult
    public func contributing() -> Self {
        let list = ErasedFactory(Factory<[Instance]> { try $0.list(Instance.self) })
        return refined { $0.contribute(to: list) }
    }

    /// Makes the definition one of several implementations of its type, of which one is selected.
    ///
    /// ```swift
    /// container.register(tag: "remote") { RemoteRepository() as any Repository }.selectable()
    /// container.register(tag: "local") { LocalRepository() as any Repository }.selectable()
    ///
    /// try container.select("local", for: (any Repository).self)
    /// ```
    ///
    /// Without a tag the type resolves to the selected implementation, with a tag to the one that
    /// has it. The first implementation is selected until ``Container/select(_:for:)`` selects
    /// another, unless ancestors have implementations: their selection stays.
    ///
    /// Types that the definition forwards under a tag become selectable with it. A definition
    /// without a tag in the same container answers for itself: nothing is selected.
    ///
    /// - Returns: The definition.
    /// - Precondition: The definition has a tag, or forwards a type under one.
    @discardableResult
    public func selectable() -> Self {
        refined { $0.makeSelectable() }
    }

    // MARK: Marks

    /// Makes validation count the definition's factory as seen, although it has not run.
    ///
    /// Use it for a factory that resolves from its ``Resolver`` and that you have checked by other
    /// means. ``Container/validate()`` then does not list it among those that were not seen yet. It
    /// changes nothing else, and may be called at any time.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func seen() -> Self {
        refined { $0.markSeen() }
    }

    /// Marks a definition that reaches something live, and that tests must replace.
    ///
    /// ```swift
    /// container.register(.singleton) { LiveGateway() as any Gateway }.unstubbed()
    /// ```
    ///
    /// In the program the mark has no effect. In a test's overlay that does not override the
    /// definition, resolving it fails with code `unstubbed`, and fails the test even if the error
    /// is swallowed. `MortiseTesting` creates such overlays.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func unstubbed() -> Self {
        refined { $0.refine("unstubbed") { $0.isUnstubbed = true } }
    }

    /// Sets whether the auto-injected properties of the definition's instances are filled, whatever
    /// the container's setting.
    ///
    /// Affects instances that are made later. Thread-safe, and possible until the container is
    /// bootstrapped.
    ///
    /// - Parameter isOn: Whether they are filled.
    /// - Returns: The definition.
    @discardableResult
    public func injectingProperties(_ isOn: Bool = true) -> Self {
        refined { $0.setInjectsProperties(isOn) }
    }
}

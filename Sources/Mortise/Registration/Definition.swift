// SPDX-License-Identifier: MIT

public import MortiseGraph

/// A registered definition, which can be refined until an instance is first built from it.
///
/// ```swift
/// container.register(.singleton) { Server() }
///     .implements((any Serving).self) { $0 }
///     .injecting { resolver, server in server.client = try resolver.resolve(Client.self) }
/// ```
///
/// After that, adding a step, a callback or a disposer, or marking the definition as contributing,
/// selectable or unstubbed, traps with its name. Register the key again instead.
///
/// Other threads see a definition as soon as `register` returns, before it is refined. If other
/// threads may be resolving, put the whole statement into `install { }`, which publishes complete
/// definitions.
///
/// A definition keeps its container alive. A factory that captures its container, or a definition
/// of it, also does, until the factory is replaced or removed.
public struct Definition<Instance>: UnisolatedDefinition {
    let slot: Slot
    let container: Container

    init(_ slot: Slot, in container: Container) {
        self.slot = slot
        self.container = container
    }

    /// The key that the definition is registered under.
    public var key: Key { slot.key.key }

    /// How long the definition's instances live.
    public var lifetime: Graph.Lifetime { slot.scope.lifetime }

    /// The source location of the registration.
    public var site: SourceSite? { slot.site }

    /// Refines the definition at once.
    ///
    /// - Parameter refine: Gets this definition. Runs once, before the method returns.
    /// - Returns: The definition.
    @discardableResult
    public func refined(_ refine: @escaping @Sendable (Definition) -> Void) -> Self {
        refine(self)
        return self
    }

    /// Changes the details of the definition, or traps if something was built from it.
    func refine(_ verb: StaticString, _ body: (Details) -> Void) {
        refine(verb) { details, _ in body(details) }
    }

    /// Changes the details of the definition and its container's state, or traps likewise.
    func refine(_ verb: StaticString, _ body: (Details, inout Container.State) -> Void) {
        // Not a precondition, because optimised code drops its text.
        guard refineUnlessBuilt(verb, body) else {
            fatalError(
                """
                \(slot.key.key)\(slot.place) was already built from; it cannot be changed \
                (\(verb)), only replaced by registering it again. If another thread has built \
                from it since it was registered, register and refine it inside install { }
                """
            )
        }
    }

    /// Changes the details of the definition, unless something was built from it.
    ///
    /// - Returns: Whether the change was made.
    private func refineUnlessBuilt(
        _ verb: StaticString,
        alsoIfFrozen: Bool = false,
        _ body: (Details, inout Container.State) -> Void
    ) -> Bool {
        slot.owner.state.withLock { state in
            if !alsoIfFrozen { slot.owner.requireThawed(state, "change", slot, by: verb) }
            slot.transition(.refined)
            guard !slot.isSealed else { return false }
            body(slot.details, &state)
            return true
        }
    }

    // MARK: Steps

    /// Adds an injection step unless something was built from the definition, even after
    /// `bootstrap()`.
    ///
    /// - Parameters:
    ///   - isPreparing: Whether the step runs before the auto-injected properties are filled.
    ///   - step: The step.
    /// - Returns: Whether the change was made.
    package func injectingUnlessBuilt(
        beforeProperties isPreparing: Bool = false,
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Bool {
        refineUnlessBuilt("injecting", alsoIfFrozen: true) { details, _ in
            details.append(step, beforeProperties: isPreparing)
        }
    }

    /// Adds a step that runs before the auto-injected properties of an instance are filled.
    ///
    /// For vocabularies that have such steps.
    @discardableResult
    package func preparing(
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        refine("preparing") { $0.append(step, beforeProperties: true) }
        return self
    }

    func setInjectsProperties(_ isOn: Bool) {
        slot.owner.state.withLock {
            slot.owner.requireThawed($0, "change", slot, by: "injectingProperties")
        }
        injectProperties(isOn)
    }

    /// Sets whether auto-injected properties are filled, even after `bootstrap()`.
    package func injectProperties(_ isOn: Bool) { slot.details.injectsProperties = isOn }

    // MARK: Forwarding

    /// Makes this definition resolve another type, too, with steps of that type's own.
    ///
    /// It returns the definition of the other type. If that needs nothing of its own, use
    /// ``RefinableDefinition/implements(_:tag:file:line:_:)``, which returns this one.
    ///
    /// ```swift
    /// container.register(.singleton) { Server() }
    ///     .forwarding(to: (any Serving).self) { $0 }
    ///     .injecting { resolver, server in server.log = try resolver.resolve() }
    /// ```
    ///
    /// Refinements of the returned definition apply to instances that are made for a request of the
    /// other type: its steps run after those of this definition, and its callbacks run. An existing
    /// instance is returned unchanged. A conversion that throws fails the resolve with code
    /// `factory-threw`. If the other type is requested with a tag that it does not have, that tag
    /// is the one that dependencies inherit.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Converts the instance to the other type. Runs each time the other type is
    ///     resolved.
    /// - Returns: The definition of the other type.
    @discardableResult
    public func forwarding<Other>(
        to type: Other.Type,
        tag: (any TagConvertible)? = nil,
        file: StaticString = #fileID,
        line: UInt32 = #line,
        _ convert: @escaping @Sendable (Instance) throws -> Other
    ) -> Definition<Other> {
        let slots = forward(to: type, tag?.tag, (file.address, line), convert)
        return Definition<Other>(slots[slots.count - 1], in: container)
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
    public func forwarding<Other>(
        to type: Other.Type,
        tag: (any TagConvertible)? = nil,
        _ convert: @escaping @Sendable (Instance) -> Instance
    ) -> Definition<Other> {
        fatalError("not available")
    }

    /// - Returns: The definitions of the other type: without arguments, with arguments, or both.
    @discardableResult
    func forward<Other>(
        to type: Other.Type,
        _ tag: DefinitionTag?,
        _ place: (UnsafePointer<UInt8>?, UInt32),
        _ convert: @escaping @Sendable (Instance) throws -> Other
    ) -> [Slot] {
        let forwarder = TypedForwarder(slot, slot.tag, convert)
        let details = Details(Blueprint(forwarder: forwarder, target: slot.key))
        let arguments = slot.key.argumentsMetatype
        let ways: [Any.Type?] = slot.wired == nil ? [arguments] : [nil, arguments]
        let forwarders = ways.map { arguments in
            Slot(forwarding: Other.self, arguments, tag, details, owner: slot.owner, place)
        }
        slot.owner.state.withLock { _ in
            let source = slot.details
            source.forwarders += forwarders
            details.replacing = source.replacing
            details.isContributing = source.isContributing
            details.answersAnyTag = source.answersAnyTag && tag == nil
            if forwarders.count > 1 { details.pair = forwarders }
            guard tag != nil else { return }
            details.isSelectable = source.isSelectable
            details.isGuest = source.isGuest
        }
        for forwarder in forwarders { container.add(forwarder) }
        return forwarders
    }
}

extension Definition: Hashable {
    /// Whether both are the same registration, whatever their keys.
    public static func == (left: Definition, right: Definition) -> Bool { left.slot === right.slot }

    /// Hashes the identity of the registration.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(slot)) }
}

extension Definition: CustomStringConvertible {
    /// The key, the lifetime and the source location of the definition.
    public var description: String {
        "\(slot.key.key), \(slot.scope.lifetime)\(slot.place)"
    }
}

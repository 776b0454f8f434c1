// SPDX-License-Identifier: MIT

public import MortiseGraph
import Synchronization

/// What `register` returns: one definition, to be refined before it is first built from.
///
/// ```swift
/// container.register(.singleton) { Server() }
///     .implements((any Serving).self) { $0 }
///     .injecting { resolver, server in server.client = try resolver.resolve(Client.self) }
/// ```
///
/// A definition that was already built from cannot be changed, only replaced: refining it then is a
/// programmer's error and traps, naming the definition.
///
/// Other threads see a definition as soon as `register` returns, before it is refined. So if others may
/// be resolving already, put the whole statement into `install { }`, which publishes what it
/// registers when it is complete.
///
/// It keeps its container alive. A factory that captures a definition of its own container, or the
/// container itself, keeps that alive until the factory is replaced or removed.
public struct Definition<Instance>: Sendable {
    let slot: Slot
    let container: Container

    init(_ slot: Slot, in container: Container) {
        self.slot = slot
        self.container = container
    }

    /// What the definition provides.
    public var key: Key { slot.key.key }

    /// Changes the details of the definition, unless it was built from.
    func refine(_ verb: StaticString, _ body: (Details) -> Void) {
        refine(verb) { details, _ in body(details) }
    }

    /// The same for what is to be published with it.
    func refine(_ verb: StaticString, _ body: (Details, inout Container.State) -> Void) {
        // Not a precondition: optimised code would leave the text out.
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

    /// The same, unless something was built from the definition.
    ///
    /// - Returns: Whether nothing was.
    private func refineUnlessBuilt(
        _ verb: StaticString,
        alsoIfFrozen: Bool = false,
        _ body: (Details, inout Container.State) -> Void
    ) -> Bool {
        slot.owner.state.withLock { state in
            if !alsoIfFrozen { slot.owner.requireThawed(state, "\(verb)", slot) }
            slot.transition(.refined)
            guard !slot.isSealed else { return false }
            body(slot.details, &state)
            return true
        }
    }

    // MARK: Steps

    /// Adds a step that runs after the factory, before anyone outside the cycle sees the instance.
    ///
    /// Steps are where cycles become possible: inside one resolve, what a step asks for may get
    /// this instance early. Steps run in the order written, on the thread that resolves, once for
    /// each instance; no lock is held. A step that asks for something that is still in its factory,
    /// and waits for this instance, is unwound and runs again, from its beginning, when that
    /// factory has returned.
    ///
    /// A step that throws fails the resolve with code `injection-failed`; the instance is dropped.
    ///
    /// If other threads may be resolving already, register and refine inside
    /// `install { }`: an instance could be made between the two otherwise, and then adding
    /// the step traps.
    ///
    /// - Parameter step: Gets the resolver and the instance.
    /// - Returns: The definition.
    @discardableResult
    public func injecting(
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        refine("injecting") { details, _ in details.append(step) }
        return self
    }

    /// Adds a step, unless something was built from the definition; after `bootstrap()`, too.
    ///
    /// - Returns: Whether nothing was.
    package func injectingUnlessBuilt(
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Bool {
        refineUnlessBuilt("injecting", alsoIfFrozen: true) { details, _ in details.append(step) }
    }

    /// Adds a step that runs before the auto-injected properties of an instance are filled.
    ///
    /// For vocabularies that have such.
    @discardableResult
    package func preparing(
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        refine("preparing") { details in
            let earlier = details.steps as? StepList<Instance>
            details.steps = StepList(early: (earlier?.early ?? []) + [step], earlier?.all ?? [])
        }
        return self
    }

    /// Says whether the auto-injected properties of the definition's instances are filled, whatever
    /// its container says.
    ///
    /// Counts for instances that are made later; it may be said on any thread at any time.
    ///
    /// - Parameter isOn: Whether they are.
    /// - Returns: The definition.
    @discardableResult
    public func injectingProperties(_ isOn: Bool = true) -> Self {
        slot.owner.state.withLock { slot.owner.requireThawed($0, "change", slot) }
        injectProperties(isOn)
        return self
    }

    /// The same after `bootstrap()`, too.
    package func injectProperties(_ isOn: Bool) { slot.details.injectsProperties = isOn }

    /// Adds a callback for when the outermost resolve that made an instance is over.
    ///
    /// Callbacks run in reverse order of creation, for every instance that was committed, once, on
    /// the thread that resolved; no lock is held, and resolving in one starts a new resolve.
    ///
    /// - Parameter callback: Gets the instance.
    /// - Returns: The definition.
    @discardableResult
    public func didResolve(_ callback: @escaping @Sendable (Instance) -> Void) -> Self {
        refine("didResolve") { details in
            let earlier = (details.callbacks as? CallbackList<Instance>)?.all ?? []
            details.callbacks = CallbackList(earlier + [callback])
        }
        return self
    }

    // MARK: Forwarding

    /// Has another type resolved by this definition, with the same arguments.
    ///
    /// Both give the same instance wherever the definition's scope gives one instance.
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
    ///   - convert: Gives the instance as the other type: `{ $0 }` wherever that compiles. Runs
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
        forward(to: type, tag?.tag, (file.address, line), convert)
        return self
    }

    /// Has another type resolved by this definition, with steps of its own.
    ///
    /// ```swift
    /// container.register(.singleton) { Server() }
    ///     .forwarding(to: (any Serving).self) { $0 }
    ///     .injecting { resolver, server in server.log = try resolver.resolve() }
    /// ```
    ///
    /// What refines the definition that this returns concerns instances that are made because the
    /// other type is asked for: its steps run after those of this definition, and its callbacks are
    /// called. An instance that exists already is handed out as it is. A conversion that throws fails
    /// the resolve with code `factory-threw`. Asked for with a tag that it does not have itself, the definition
    /// passes that on to whoever inherits it.
    ///
    /// - Parameters:
    ///   - type: The other type.
    ///   - tag: A tag for the other type.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    ///   - convert: Gives the instance as the other type. Runs each time the other type is resolved.
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

    /// - Returns: The definitions of the other type: without arguments, with arguments, or both.
    @discardableResult
    private func forward<Other>(
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
            details.isReplacing = source.isReplacing
            details.isContributing = source.isContributing
            if forwarders.count > 1 { details.pair = forwarders }
            guard tag != nil else { return }
            details.isSelectable = source.isSelectable
            details.isGuest = source.isGuest
        }
        for forwarder in forwarders { container.add(forwarder) }
        return forwarders
    }

    // MARK: Living beside others

    /// Says that the definition replaces an earlier one of the same key on purpose, and the types
    /// it forwards too.
    ///
    /// The last definition of a key wins in any case; unmarked, ``Container/validate()`` reports a
    /// duplicate.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func replacing() -> Self {
        let others: [Slot] = slot.owner.state.withLock { state in
            slot.owner.requireThawed(state, "change", slot)
            let details = slot.details
            for details in [details] + details.forwarders.map(\.details) {
                details.isReplacing = true
                details.replaced = []
            }
            // In a group nothing changes before the group is published.
            guard state.slots.contains(slot) else { return [] }
            let own = slot.pair
            return state.slots.filter { other in
                !own.contains(other) && own.contains { $0.key == other.key }
            }
        }
        if !others.isEmpty { slot.owner.drop(others) }
        return self
    }

    /// Says that the definition lives beside others of the same key, and so do the types it
    /// forwards.
    ///
    /// ``Container/resolveAll(_:tag:)`` gives an instance of each, in the order registered;
    /// `resolve` gives that of the last: of those without parameters, or else of those whose
    /// parameters can be resolved.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func contributing() -> Self {
        refine("contributing") { details in
            for details in [details] + details.forwarders.map(\.details) {
                details.isContributing = true
            }
        }
        slot.owner.changing { state, unpublished in
            state.existingExtras?.contributions = [:]
            // Which definition answers the plain key may be clear now.
            if slot.wired != nil { unpublished = slot.owner.republish([slot], in: &state) }
        }
        return self
    }
}

extension Definition: CustomStringConvertible {
    /// The key, the scope and the place of the definition.
    public var description: String {
        "\(slot.key.key), \(slot.scope.lifetime)\(slot.place)"
    }
}

extension Slot {
    /// The way from another type to a definition, without arguments or with those of the definition.
    convenience init(
        forwarding type: Any.Type,
        _ arguments: Any.Type?,
        _ tag: DefinitionTag?,
        _ details: Details,
        owner: Container,
        _ place: (file: UnsafePointer<UInt8>?, line: UInt32)
    ) {
        guard let forwarder = details.forwarder else { preconditionFailure("leads nowhere") }
        self.init(
            KeyWords(type, arguments: arguments ?? Void.self, tag: tag),
            .unique,
            kind: .forwarding,
            owner: owner,
            factory: forwarder.factory(arguments),
            file: place.file,
            line: place.line,
            details: details
        )
    }

    /// The definition; of a forwarded type both ways to it, if there are two.
    ///
    /// Under the owner's lock.
    var pair: [Slot] {
        let pair = existingDetails?.pair ?? []
        return pair.contains(self) ? pair : [self]
    }

    /// The definitions that go with this one, itself included.
    ///
    /// Under the owner's lock.
    var goingAlong: [Slot] { pair + (existingDetails?.forwarders ?? []) }
}

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
        slot.owner.state.withLock { state in
            slot.owner.requireThawed(state, "\(verb)", slot)
            slot.stopBeingFresh()
            // Not a precondition: optimised code would leave the text out.
            guard !slot.isSealed else {
                fatalError(
                    """
                    \(slot.key.key)\(slot.place) was already built from; it cannot be changed \
                    (\(verb)), only replaced by registering it again
                    """
                )
            }
            body(slot.details, &state)
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
    /// - Parameter step: Gets the resolver and the instance.
    /// - Returns: The definition.
    @discardableResult
    public func injecting(
        _ step:
            @escaping @Sendable (_ resolver: inout Resolver, _ instance: Instance) throws -> Void
    ) -> Self {
        refine("injecting") { details in
            let earlier = (details.steps as? StepList<Instance>)?.all ?? []
            details.steps = StepList(earlier + [step])
        }
        return self
    }

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
    ///   - file: The calling file. Leave it out.
    ///   - line: The calling line. Leave it out.
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
        let source = slot.key
        let place = (file.address, line)
        var forwarders = [forwarder(tag?.tag, source.tag, place, convert)]
        if let arguments = source.argumentsMetatype {
            forwarders.append(
                forwarder(arguments, tag?.tag, source.tag, place, convert)
            )
            if slot.wired == nil { forwarders.removeFirst() }
        }
        slot.owner.state.withLock { _ in
            let details = slot.details
            details.forwarders += forwarders
            for forwarder in forwarders {
                forwarder.details.isReplacing = details.isReplacing
                forwarder.details.isContributing = details.isContributing
                guard forwarder.tag != nil else { continue }
                forwarder.details.isSelectable = details.isSelectable
                forwarder.details.isGuest = details.isGuest
            }
        }
        for forwarder in forwarders { container.add(forwarder) }
        return self
    }

    private func forwarder<Other>(
        _ tag: Tag?,
        _ sourceTag: Tag?,
        _ place: (UnsafePointer<UInt8>?, UInt32),
        _ convert: @escaping @Sendable (Instance) -> Other
    ) -> Slot {
        let details = Details()
        details.target = slot.key.withoutArguments
        let source = slot.wired ?? slot
        let factory = Factory<Other> { resolver in
            guard source.sealed().isContributing else {
                return convert(try resolver.resolve(Instance.self, tag: sourceTag))
            }
            // One of several: the type leads to this one, and not to that which `resolve` gives.
            let request = resolver.frame.request(Instance.self, tag: sourceTag)
            return convert(try request.resolve(source))
        }
        return Slot(
            KeyWords(type: KeyWords.word(of: Other.self), tag: tag),
            .unique,
            kind: .forwarding,
            owner: slot.owner,
            factory: ErasedFactory(factory),
            file: place.0,
            line: place.1,
            details: details
        )
    }

    private func forwarder<Arguments, Other>(
        _: Arguments.Type,
        _ tag: Tag?,
        _ sourceTag: Tag?,
        _ place: (UnsafePointer<UInt8>?, UInt32),
        _ convert: @escaping @Sendable (Instance) -> Other
    ) -> Slot {
        let details = Details()
        details.target = slot.key
        let source = slot
        let factory = ArgumentFactory<Arguments, Other> { resolver, arguments in
            let request = resolver.frame.request(Instance.self, tag: sourceTag, arguments) {
                try $0.hashableElements(of: arguments)
            }
            let isContributing = source.sealed().isContributing
            return convert(try isContributing ? request.resolve(source) : request.resolve())
        }
        return Slot(
            KeyWords(
                type: KeyWords.word(of: Other.self),
                arguments: KeyWords.word(of: Arguments.self),
                tag: tag
            ),
            .unique,
            kind: .forwarding,
            owner: slot.owner,
            factory: ErasedFactory(factory),
            file: place.0,
            line: place.1,
            details: details
        )
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
            guard state.slots.contains(where: { $0 === slot }) else { return [] }
            return state.slots.filter { $0 !== slot && $0.key.isSame(slot.key) }
        }
        if !others.isEmpty { slot.owner.drop(Set(others.map(ObjectIdentifier.init))) }
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
        slot.owner.contributes(slot)
        return self
    }
}

extension Definition: CustomStringConvertible {
    /// The key, the scope and the place of the definition.
    public var description: String {
        "\(slot.key.key), \(slot.scope.lifetime)\(slot.place)"
    }
}

extension KeyWords {
    var withoutArguments: KeyWords { KeyWords(type: type, tag: tag) }
}

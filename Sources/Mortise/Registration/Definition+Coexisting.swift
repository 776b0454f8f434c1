// SPDX-License-Identifier: MIT

public import MortiseGraph

// How a definition relates to others of its type: by its tag, its parameters, or in their place.

extension Definition {
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
    /// A factory passes the requested tag on with ``InheritedTag/inherited``.
    ///
    /// - Returns: The definition.
    /// - Precondition: The definition has no tag, and no instance was built from it.
    @discardableResult
    public func forAnyTag() -> Self {
        guard slot.tag == nil else {
            fatalError(
                """
                \(slot.key.key)\(slot.place) has a tag, so it cannot answer any other. Register it \
                without one.
                """
            )
        }
        refine("forAnyTag") { details in
            let untagged = details.forwarders.filter { $0.tag == nil }
            for details in [details] + untagged.map(\.details) { details.answersAnyTag = true }
        }
        // It may be one of several that could answer the key without arguments.
        guard slot.wired != nil else { return self }
        slot.owner.changing { state, unpublished in
            unpublished = slot.owner.republish([slot], in: &state)
        }
        return self
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
        slot.owner.changing { state, unpublished in
            slot.owner.requireThawed(state, "change", slot, by: "replacing")
            for slot in slot.goingAlong { slot.details.replacing = replacement }
            // In an install nothing changes before it is published.
            guard state.slots.contains(slot) else { return }
            // Another definition may have taken over a forwarded type.
            let own = slot.goingAlong.filter { state.slots.contains($0) }
            let others = state.slots.filter { other in own.contains { $0.replaces(other) } }
            guard !others.isEmpty || slot.owner.hasSources else { return }
            for slot in own { slot.take(over: others.filter(slot.replaces)) }
            unpublished = slot.owner.publish(TableChange(state, without: others), in: &state)
        }
        return self
    }

    /// Makes validation count the definition's factory as seen, although it has not run.
    ///
    /// Use it for a factory that resolves from its ``Resolver`` and that you have checked by other
    /// means. ``Container/validate()`` then does not list it among those that were not seen yet. It
    /// changes nothing else, and may be called at any time.
    ///
    /// - Returns: The definition.
    @discardableResult
    public func seen() -> Self {
        slot.owner.state.withLock { _ in slot.details.isMarkedSeen = true }
        return self
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
        contribute(to: ErasedFactory(Factory<[Instance]> { try $0.list(Instance.self) }))
        return self
    }

    @usableFromInline func contribute(to list: ErasedFactory) {
        refine("contributing") { details in
            details.list = list
            for details in [details] + details.forwarders.map(\.details) {
                details.isContributing = true
            }
        }
        slot.owner.changing { state, unpublished in
            state.definitionsChange()
            // The collections get it, and it may settle which definition answers the key without
            // arguments.
            unpublished = slot.owner.republish([slot], in: &state)
        }
    }
}

extension Slot {
    /// Whether it answers any tag, or took the place of a definition that did.
    var answeredAnyTag: Bool { answersAnyTag || existingDetails?.replacedAnyTag == true }
}

// SPDX-License-Identifier: MIT

public import MortiseGraph
import Synchronization

extension Definition {
    func makeSelectable() {
        let isGuest = slot.owner.seesImplementations(of: slot)
        var unpublished = Unpublished()
        refine("selectable") { details, state in
            let all = [(slot.tag, details)] + details.forwarders.map { ($0.tag, $0.details) }
            let tagged = all.filter { $0.0 != nil }.map(\.1)
            guard !tagged.isEmpty else {
                fatalError(
                    """
                    \(slot.key.key)\(slot.place) has no tag, so it cannot be selected. Register it \
                    with one.
                    """
                )
            }
            for details in tagged {
                details.isSelectable = true
                details.isGuest = isGuest
            }
            // Now, because the existing selectors must not lead to this definition.
            _ = state.extras
            unpublished = slot.owner.republish([slot] + details.forwarders, in: &state)
        }
        slot.owner.release(unpublished)
    }
}

extension Container {
    /// Registers several implementations of a type atomically, and selects one of them.
    ///
    /// ```swift
    /// try container.install(implementationsOf: (any Repository).self, default: "remote") {
    ///     $0.register(tag: "remote") { RemoteRepository() as any Repository }
    ///     $0.register(.singleton, tag: "local") { LocalRepository() as any Repository }
    /// }
    /// ```
    ///
    /// Each definition of the type that the body registers under a tag is
    /// ``RefinableDefinition/selectable()``. Other threads see all of them or none.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - tag: The tag of the implementation to select. Without a tag the selection stays, or the
    ///     first implementation is selected if there is none.
    ///   - configure: Registers the implementations with the container it gets, which is this one.
    ///     Runs once, outside all locks.
    /// - Throws: Any error from `configure`; ``ResolutionError`` with code `missing-binding` if no
    ///   definition has the default's tag. In both cases nothing is published.
    /// - Precondition: The container is not bootstrapped.
    public func install<T>(
        implementationsOf type: T.Type,
        default tag: (any TagConvertible)? = nil,
        _ configure: (Container) throws -> Void
    ) throws {
        let word = KeyWords.word(of: T.self)
        let tag = tag?.tag
        try install { container in
            try configure(container)
            let known = container.stageImplementations(of: word, selecting: tag)
            if let tag, !known.contains(tag) { throw unknown(KeyWords(type: word, tag: tag)) }
        }
    }

    /// Marks the definitions that the running thread registers as implementations.
    ///
    /// - Returns: The tags of all implementations, as this thread sees it.
    private func stageImplementations(of type: UInt, selecting tag: DefinitionTag?) -> Set<
        DefinitionTag
    > {
        let isGuest = tag == nil && seesImplementations(of: type)
        return state.withLock { state in
            let published = state.knownSlots.filter { $0.isImplementation(of: type) }
            var known = Set(published.compactMap(\.tag))
            _ = state.stage { group in
                for slot in group.members.map(\.slot) where slot.type == type {
                    guard let own = slot.tag else { continue }
                    slot.details.isSelectable = true
                    slot.details.isGuest = isGuest
                    known.insert(own)
                }
                if let tag { group.selected[type] = tag }
            }
            return known
        }
    }

    /// Registers several implementations atomically if a condition is met at that moment.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - other: A type with the same tags and always the same selection.
    ///   - tag: The tag to select if none is selected. It may be registered later.
    ///   - condition: The condition.
    ///   - configure: Registers the implementations with the container it gets. Runs once.
    /// - Returns: Whether anything was published.
    package func install<T, Other>(
        implementationsOf type: T.Type,
        and other: Other.Type,
        selectingFirst tag: DefinitionTag?,
        if condition: InstallCondition,
        _ configure: (Container) -> Void
    ) -> Bool {
        let word = KeyWords.word(of: T.self)
        let group = collect { container in
            configure(container)
            _ = container.stageImplementations(of: KeyWords.word(of: Other.self), selecting: nil)
            _ = container.stageImplementations(of: word, selecting: tag)
        }
        var conditional = group
        conditional.sharing[KeyWords.word(of: Other.self)] = word
        conditional.keptSelections = Set(group.selected.keys)
        conditional.condition = (word, condition)
        return add(conditional)
    }

    /// Selects the implementation for requests without a tag.
    ///
    /// Call this from any thread, at any time, also in a bootstrapped container: it stores one
    /// word. A concurrent resolve gets either implementation. Instances that were handed out do not
    /// change. Followers of the selection, through ``values(of:)`` or ``Observed``, are notified
    /// before this method returns, outside all locks.
    ///
    /// A container that selects among the implementations of an ancestor has a selection of its
    /// own, visible in this container and its descendants only.
    ///
    /// - Parameters:
    ///   - tag: The tag of a ``RefinableDefinition/selectable()`` definition.
    ///   - type: The type.
    /// - Returns: Whether anything changed: `false` if the tag was selected already.
    /// - Throws: ``ResolutionError``: with code `missing-binding` if no implementation has the tag,
    ///   with `ambiguous-binding` if a definition without a tag answers the type here, and with
    ///   `scope-closed` if the container is closed.
    /// - Complexity: O(1) in a container without parents, plus the number of followers of the
    ///   selection. With parents, their definitions are searched, too.
    @discardableResult
    public func select<T>(_ tag: some TagConvertible, for type: T.Type = T.self) throws -> Bool {
        try select(tag.tag, KeyWords.word(of: T.self), isKnown: true)
    }

    /// Selects an implementation that may be registered later.
    ///
    /// Until then a request without a tag fails. If the type has no implementations and none is
    /// awaited, this throws code `missing-binding` and selects nothing.
    @discardableResult
    package func select<T>(awaiting tag: DefinitionTag, for type: T.Type) throws -> Bool {
        try select(tag, KeyWords.word(of: T.self), isKnown: false)
    }

    /// Returns the tag of the implementation that a request without a tag resolves to.
    ///
    /// - Parameter type: The type.
    /// - Returns: The tag; `nil` if the type has no implementations to select from.
    public func selection<T>(for type: T.Type = T.self) -> DefinitionTag? {
        let word = KeyWords.word(of: T.self)
        for container in [self] + sourcesInOrder.filter({ !$0.isClosed }) {
            if container.answersItself(KeyWords(type: word)) { return nil }
            let (tag, isOfSources) = container.state.withLock { state in
                let selection = state.existingExtras?.selections[word]
                return (selection?.tag, selection?.isOfSources == true)
            }
            // If the tag no longer has a definition, the ancestors decide.
            if let tag, !isOfSources || container.finds(word, tag) { return tag }
        }
        return nil
    }

    private func select(_ tag: DefinitionTag, _ type: UInt, isKnown: Bool) throws -> Bool {
        let key = KeyWords(type: type, tag: tag)
        if isClosed { throw ResolutionError.closed(key, from: nil, container: self) }
        if let isChanged = switchHere(tag, type) { return isChanged }
        let outer = outerImplementations(of: type)
        return try changing { state, unpublished in
            let known = state.implementations(of: type)
            let mayAwait = !isKnown && (!known.isEmpty || state.awaits(type))
            guard known.contains(tag) || outer[tag] != nil || mayAwait else { throw unknown(key) }
            try requireSelection(of: type, state)
            let selection = state.extras.selections[type]
            let isChanged = selection?.tag != tag
            // Argument types of an ancestor's implementations without a key here yet.
            let isWider = selection?.shapes.isSuperset(of: outer[tag] ?? []) == false
            guard isChanged || isWider else { return false }
            if let selection, !isWider,
                known.contains(tag) || selection.isOfSources || !isKnown
            {
                selection.tag = tag
                selection.isAwaited = !isKnown && !known.contains(tag)
                selection.point(into: Table(word: table.load(ordering: .relaxed)))
                unpublished.followers = state.extras.followers.of(type)
                return true
            }
            let own = Selection(tag, isOfSources: outer[tag] != nil)
            own.isAwaited = !isKnown && !known.contains(tag)
            for shapes in outer.values { own.shapes.formUnion(shapes) }
            state.extras.selections[type] = own
            unpublished = publish(TableChange(state), in: &state)
            if isChanged { unpublished.followers.formUnion(state.extras.followers.of(type)) }
            return isChanged
        }
    }

    /// Selects among implementations that are all registered here, and whose selectors exist.
    ///
    /// - Returns: Whether anything changed; `nil` if the general path must decide.
    private func switchHere(_ tag: DefinitionTag, _ type: UInt) -> Bool? {
        guard !hasSources else { return nil }
        var followers: Set<Follower> = []
        let isChanged = state.withLock { state -> Bool? in
            guard let selection = state.existingExtras?.selections[type],
                let selector = selection.selectors.first(where: { $0.type == type })
            else { return nil }
            let table = Table(word: table.load(ordering: .relaxed))
            let answer = table.find(selector.key.replacingTag(tag))
            guard answer?._withUnsafeGuaranteedRef({ $0.isImplementation(of: type) }) == true,
                table.find(KeyWords(type: type))?.takeUnretainedValue().kind == .selection
            else { return nil }
            guard selection.tag != tag else { return false }
            selection.tag = tag
            selection.isAwaited = false
            selection.point(into: table)
            followers = state.extras.followers.of(type)
            return true
        }
        for follower in followers { follower.changed() }
        return isChanged
    }

    /// Under the container's lock.
    private func requireSelection(of type: UInt, _ state: State) throws {
        let word = table.load(ordering: .relaxed)
        guard let answer = Table(word: word).find(KeyWords(type: type)),
            answer._withUnsafeGuaranteedRef({ $0.kind != .selection && !$0.isRouted })
        else { return }
        throw ResolutionError.answersItself(answer.takeUnretainedValue(), container: self)
    }

    private func unknown(_ key: KeyWords) -> ResolutionError {
        .notFound(.missingBinding, key, from: nil, container: self)
    }

    // MARK: Searching

    /// Whether a definition without a tag answers a key here.
    private func answersItself(_ key: KeyWords) -> Bool {
        state.withLock { _ in
            let answer = Table(word: table.load(ordering: .relaxed)).find(key)
            return answer?._withUnsafeGuaranteedRef { $0.kind != .selection } == true
        }
    }

    /// Whether a type is registered under a tag, here or in an ancestor.
    func finds(_ type: UInt, _ tag: DefinitionTag) -> Bool {
        ([self] + sourcesInOrder.filter { !$0.isClosed }).contains { container in
            container.registeredSlots.contains { $0.type == type && $0.tag == tag }
        }
    }

    /// The tags of the ancestors' implementations, with the run-time arguments that they take.
    private func outerImplementations(of type: UInt) -> [DefinitionTag: Set<UInt>] {
        guard hasSources else { return [:] }
        var known: [DefinitionTag: Set<UInt>] = [:]
        for source in sourcesInOrder where !source.isClosed {
            source.state.withLock { state in
                for slot in state.slots where slot.isImplementation(of: type) {
                    guard let tag = slot.tag else { continue }
                    known[tag, default: [0]].insert(slot.arguments)
                }
            }
        }
        return known
    }

    fileprivate func seesImplementations(of slot: Slot) -> Bool {
        let types = state.withLock { _ in slot.typesInAll }
        return types.contains { seesImplementations(of: $0) }
    }

    private func seesImplementations(of type: UInt) -> Bool {
        !outerImplementations(of: type).isEmpty
    }
}

/// A condition on a type when its implementations are published.
package enum InstallCondition: Hashable, Sendable {
    case none
    /// The type has no implementations, and none is awaited.
    case isUnknown
    /// The type has implementations, or one is awaited.
    case isKnown

    func isMet(by state: Container.State, _ type: UInt) -> Bool {
        let isKnown =
            state.knownSlots.contains { $0.isImplementation(of: type) } || state.awaits(type)
        return self == .none || isKnown == (self == .isKnown)
    }
}

extension Container.State {
    /// Whether the selected implementation of a type may still be missing, as the running thread
    /// sees it.
    fileprivate func awaits(_ type: UInt) -> Bool {
        groups.reduce(existingExtras?.selections[type]?.isAwaited == true) { isAwaited, group in
            group.selected[type] != nil
                || (isAwaited && !group.startsOver && !group.forgotten.contains(type))
        }
    }

    /// The tags of the implementations of a type.
    func implementations(of type: UInt) -> Set<DefinitionTag> {
        Set(slots.filter { $0.isImplementation(of: type) }.compactMap(\.tag))
    }
}

extension Slot {
    /// Whether it is one of several implementations of a type.
    fileprivate func isImplementation(of type: UInt) -> Bool {
        self.type == type && existingDetails?.isSelectable == true
    }
}

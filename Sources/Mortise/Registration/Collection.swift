// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// The members of a collection are decided in `TableChange.collectionSlots()`. `resolveAll` has a rule
// of its own: `Request.contributions`.

/// A collection of what contributes to a type: a list of what has no tag, or what has one, keyed by
/// its tag.
struct Collection {
    let key: KeyWords
    let factory: ErasedFactory

    /// Creates the collection that a definition contributes to.
    init(with slot: Slot) {
        let list = slot.existingDetails?.list
        self.init(of: slot.key.metatype, isKeyed: slot.tag != nil, list: list)
    }

    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - isKeyed: Whether it is a dictionary.
    ///   - list: The factory of the list that a client's code has specialised, if there is one.
    init(of type: Any.Type, isKeyed: Bool, list: ErasedFactory? = nil) {
        func open<T>(_: T.Type) -> Collection {
            guard isKeyed else {
                return Collection([T].self, list ?? ErasedFactory(Factory { try $0.list(T.self) }))
            }
            let factory = Factory { try $0.keyed(T.self) }
            return Collection([DefinitionTag: T].self, ErasedFactory(factory))
        }
        self = _openExistential(type, do: open)
    }

    private init<Whole>(_: Whole.Type, _ factory: ErasedFactory) {
        key = KeyWords(type: KeyWords.word(of: Whole.self))
        self.factory = factory
    }
}

/// A type of collections.
private protocol CollectionType {
    static var memberType: Any.Type { get }
    static var isKeyed: Bool { get }
}

extension Array: CollectionType {
    fileprivate static var memberType: Any.Type { Element.self }
    fileprivate static var isKeyed: Bool { false }
}

extension Dictionary: CollectionType where Key == DefinitionTag {
    fileprivate static var memberType: Any.Type { Value.self }
    fileprivate static var isKeyed: Bool { true }
}

extension Container {
    /// The collections that are needed or declared, for the graph.
    func collectionNodes(_ number: Int, isNeeded: (Key) -> Bool) -> [Graph.Node] {
        let declared = registeredSlots.filter { $0.kind == .collection }.map(\.key)
        return collections.compactMap { slot in
            guard isNeeded(slot.key.key) || declared.contains(slot.key),
                let type = slot.key.metatype as? any CollectionType.Type
            else { return nil }
            var node = Graph.Node(
                slot.key.key,
                collecting: TypeName(of: type.memberType),
                by: type.isKeyed ? tags(of: slot.key) : nil,
                container: number
            )
            node.site = slot.site
            return node
        }
    }

    private var collections: [Slot] {
        let found = state.withLock { _ in
            var found: [Slot] = []
            Table(word: table.load(ordering: .relaxed)).forEachSlot { slot in
                if slot.kind == .collection { found.append(slot) }
            }
            return found
        }
        // Names are made outside the lock, each once.
        return found.map { ($0.key.key.description, $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    private func collection(_ key: KeyWords) -> Slot? {
        state.withLock { _ in
            let found = Table(word: table.load(ordering: .relaxed)).find(key)
            return found?.takeUnretainedValue()
        }
    }

    /// The tags of what contributes to a dictionary, here and in what is searched next.
    private func tags(of key: KeyWords) -> [DefinitionTag] {
        var found: [DefinitionTag] = []
        for container in allInOrder {
            let members = container.collection(key)?.existingDetails?.candidates ?? []
            for case let tag? in members.map(\.tag)
            where !found.contains(tag) {
                found.append(tag)
            }
        }
        return found
    }

    /// Declares that collections of a type may be empty.
    ///
    /// ```swift
    /// container.declaresCollection(of: (any Plugin).self)
    /// let plugins: [any Plugin] = try container.resolve()  // [], as long as nothing contributes
    /// ```
    ///
    /// `[any Plugin]` has what contributes to `any Plugin` without a tag, and
    /// `[DefinitionTag: any Plugin]` what contributes with one. Without this declaration, and if
    /// nothing contributes, they are missing.
    ///
    /// - Parameters:
    ///   - type: The type of the elements.
    ///   - file: Defaults to the calling file.
    ///   - line: Defaults to the calling line.
    /// - Precondition: The container is not bootstrapped.
    public func declaresCollection<T>(
        of type: T.Type,
        file: StaticString = #fileID,
        line: UInt32 = #line
    ) {
        for isKeyed in [false, true] {
            let collection = Collection(of: T.self, isKeyed: isKeyed)
            add(
                Slot(
                    collection.key,
                    .unique,
                    kind: .collection,
                    owner: self,
                    factory: collection.factory,
                    file: file.address,
                    line: line
                )
            )
        }
    }
}

extension Container {
    /// Takes collections off the hot path, where a request does not say who asks.
    func slowCollectionsDown() {
        changing { state, unpublished in
            let slots = state.slots.filter { $0.kind == .collection || $0.isContributing }
            guard conventions.contains(.hasPlainArrays), !slots.isEmpty else { return }
            for slot in slots where slot.kind == .collection { slot.transition(.obstructed) }
            unpublished = publish(TableChange(state), in: &state)
        }
    }
}

extension Slot {
    /// Whether only some requests find it, so that it must not be hot.
    static func isCollection(_ kind: Kind, beside owner: Container) -> Bool {
        kind == .collection && owner.conventions.contains(.hasPlainArrays)
    }
}

extension Resolver {
    /// What contributes to a type, for the factory of a list.
    @_alwaysEmitIntoClient func list<T>(_: T.Type) throws -> [T] {
        guard let members = frame.onlyMembers else { return try resolveAll() }
        // Not `map`, which takes twice as long for a type that is not known here.
        return try [T](unsafeUninitializedCapacity: members.count) { elements, count in
            do {
                while count < members.count {
                    // Not retained: the array does that.
                    let member = Unmanaged.passUnretained(members[count])
                    try elements.initializeElement(at: count, to: frame.instance(of: member))
                    count += 1
                }
            } catch {
                frame.abandon(elements[..<count], of: members)
                throw error
            }
        }
    }

    /// What contributes to a type with a tag, for the factory of a dictionary.
    ///
    /// - Throws: ``ResolutionError`` with code `duplicate-binding` if two definitions of one
    ///   container have the same tag.
    fileprivate func keyed<T>(_: T.Type) throws -> [DefinitionTag: T] {
        let caller = Caller(frame)
        let key = frame.slotObject.key
        var made: [(slot: Slot, element: T)] = []
        var elements: [DefinitionTag: T] = [:]
        do {
            for container in caller.asked.allInOrder {
                guard let place = caller.place(of: key, in: .passUnretained(container)) else {
                    continue
                }
                let members = place.slot._withUnsafeGuaranteedRef { $0.details.candidates }
                for tag in members.compactMap(\.tag) where elements[tag] == nil {
                    let request = Request(T.self, tag: tag, caller)
                    guard let found = try request.resolveNearest() else { continue }
                    elements[tag] = found.element
                    made.append(found)
                }
            }
        } catch {
            for (slot, element) in made.reversed() {
                slot.abandonUnlessKept(element, by: caller.thread)
            }
            throw error
        }
        return elements
    }
}

extension UnsafeMutablePointer<Frame> {
    /// Disposes of the elements that a list already has, of which another one has failed.
    @usableFromInline func abandon<T>(
        _ elements: Slice<UnsafeMutableBufferPointer<T>>,
        of members: [Slot]
    ) {
        for (element, member) in zip(elements, members).reversed() {
            member.abandonUnlessKept(element, by: Caller(self).thread)
        }
    }

    /// The members of the list that is made, if no other container may have any.
    ///
    /// An asynchronous resolve keeps its list over suspensions, but not the table.
    @usableFromInline var onlyMembers: [Slot]? {
        guard !pointee.thread.isInAttempt else { return nil }
        let asked = view
        return pointee.slot._withUnsafeGuaranteedRef { slot in
            guard asked.owns(slot), !asked.hasSources, !slot.owner.isLinkedSomewhere
            else { return nil }
            return slot.definitionDetails { details in
                details.flatMap { $0.candidates.isEmpty ? nil : $0.candidates }
            }
        }
    }
}

extension Request {
    /// Resolves the definition that answers a request for one, unless its container has several.
    fileprivate func resolveNearest() throws -> (slot: Slot, element: Instance)? {
        guard let found = caller.find(key) else { return nil }
        let all = found.slot.owner.registeredSlots.filter { $0.answers(key) && !$0.kind.isExpected }
        guard all.count <= 1 else {
            throw ResolutionError.contributedAgain(all, from: caller.frame)
        }
        let element = try asking(found.view, byKey: true).resolve(found.slot, isDirect: true)
        return (found.slot, element)
    }
}

extension ResolutionError {
    /// The failure of a dictionary in which one tag would have two values.
    fileprivate static func contributedAgain(
        _ slots: [Slot],
        from caller: FramePointer?
    ) -> ResolutionError {
        ResolutionError(
            .duplicateBinding,
            entries(to: caller)
                + slots.enumerated().map { index, slot in
                    Entry(slot, index == 0 ? .needs : .again)
                },
            facts: [Fact.contributedTwice(slots[0].key.key)],
            hint: Fact.adviceOnContributing,
            container: nil
        )
    }
}

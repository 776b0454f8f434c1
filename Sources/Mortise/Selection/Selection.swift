// SPDX-License-Identifier: MIT

import MortiseGraph
import Synchronization

// Several implementations of a type are definitions under tags. The untagged key leads to a slot of
// its own, a *selector*, whose hot word has the address of the selected definition's slot.
// Selecting stores that word. A selector leads only to slots of tables that contain the selector: a
// change of the implementations makes new selectors for the new table. A reader of a table may
// therefore follow its selectors.

/// The selection among several implementations of a type in a container.
///
/// Guarded by the container's lock.
final class Selection {
    var tag: DefinitionTag
    /// Whether the selected tag is not registered yet.
    var isAwaited = false
    /// Whether the implementations are those of an ancestor.
    let isOfSources: Bool
    /// The run-time arguments that the ancestors' implementations take.
    var shapes: Set<UInt> = [0]
    /// The selectors in the published table, of all types that share the selection.
    var selectors: [Slot] = []

    init(_ tag: DefinitionTag, isOfSources: Bool) {
        self.tag = tag
        self.isOfSources = isOfSources
    }
}

/// The selections of a container, by type.
///
/// Guarded by the container's lock.
struct Selections {
    private(set) var all = [UInt: Selection]()
    /// The types that share the selection of another type.
    private var sharing = [UInt: UInt]()

    subscript(type: UInt) -> Selection? {
        get { all[owner(of: type)] }
        set { all[owner(of: type)] = newValue }
    }

    /// Makes a type share the selection of another type.
    mutating func share(_ type: UInt, with other: UInt) {
        all[type] = nil
        sharing[type] = other
    }

    /// The type that owns the selection of a type.
    func owner(of type: UInt) -> UInt { sharing[type] ?? type }
}

extension HotPath {
    /// The hot word of a selector.
    static func selecting(_ slot: Unmanaged<Slot>) -> UInt {
        UInt(bitPattern: slot.toOpaque()) | 1
    }

    /// The slot that a selector leads to.
    @inlinable @inline(__always) static func selected(by word: UInt) -> Unmanaged<Slot> {
        .fromOpaque(UnsafeRawPointer(bitPattern: word & ~1).unsafelyUnwrapped)
    }
}

extension Container.State {
    /// Whether there is any selection: then a larger table gets selectors of its own.
    var hasSelections: Bool { existingExtras?.selections.all.isEmpty == false }

    /// Makes the selectors for the untagged keys of implementations.
    ///
    /// Under the container's lock.
    ///
    /// - Parameters:
    ///   - slots: The definitions.
    ///   - owner: The container.
    ///   - isAnswered: Whether a definition answers a key itself.
    /// - Returns: The selectors, which lead nowhere yet.
    mutating func makeSelectors(
        of slots: [Slot],
        _ owner: Container,
        unless isAnswered: (KeyWords) -> Bool
    ) -> [Slot] {
        guard hasExtras else { return [] }
        var implementations: [UInt: [Slot]] = [:]
        for slot in slots where slot.existingDetails?.isSelectable == true && slot.tag != nil {
            let type = extras.selections.owner(of: slot.type)
            implementations[type, default: []].append(slot)
        }
        for (type, all) in implementations {
            extras.settleSelection(of: type, among: all)
        }
        for (type, selection) in extras.selections.all {
            let own = implementations[type] ?? []
            selection.selectors = []
            guard !own.isEmpty || selection.isOfSources || selection.isAwaited else {
                // The last implementation was removed: the next one registered is selected.
                extras.selections[type] = nil
                continue
            }
            var keys = Set(selection.shapes.map { KeyWords(type: type, arguments: $0) })
            for slot in own {
                keys.insert(KeyWords(type: slot.type, arguments: slot.arguments))
                keys.insert(KeyWords(type: slot.type))
            }
            selection.selectors = keys.filter { !isAnswered($0) }
                .map { Slot(selectorOf: $0, owner: owner) }
        }
        return extras.selections.all.values.flatMap(\.selectors)
    }
}

extension Container.Extras {
    /// Selects one of the implementations of a type if none is selected.
    fileprivate func settleSelection(of type: UInt, among all: [Slot]) {
        guard let selection = selections[type] else {
            // Definitions beside those of an ancestor are not selected by default.
            let first = all.first { $0.existingDetails?.isGuest != true }
            guard let tag = first?.tag else { return }
            selections[type] = Selection(tag, isOfSources: false)
            return
        }
        if all.contains(where: { $0.tag == selection.tag }) {
            selection.isAwaited = false
        } else if !selection.isAwaited, !selection.isOfSources, let tag = all.first?.tag {
            selection.tag = tag
        }
    }

    /// Records the selection for a type whose implementations are to be published.
    func select(_ tag: DefinitionTag, for type: UInt) {
        let selection = selections[type] ?? Selection(tag, isOfSources: false)
        selection.tag = tag
        selection.isAwaited = true
        selections[type] = selection
    }
}

extension Selection {
    /// Points the selectors to the selected implementation in the table that contains them.
    ///
    /// Under the container's lock.
    func point(into table: Table) {
        for selector in selectors {
            let key = KeyWords(type: selector.type, arguments: selector.arguments, tag: tag)
            let found = table.find(key)
            // Other definitions may have been added without new selectors: they are searched each
            // time.
            let isOwn =
                found?._withUnsafeGuaranteedRef { slot in
                    !slot.isOverlaySlot && slot.existingDetails?.isSelectable == true
                } == true
            if isOwn, let found {
                selector.transition(.selected(found))
            } else {
                selector.transition(.deselected)
            }
        }
    }
}

extension Slot {
    fileprivate convenience init(selectorOf key: KeyWords, owner: Container) {
        let factory = Factory<Never> { _ in preconditionFailure("a selector makes nothing") }
        self.init(
            key,
            .unique,
            kind: .selection,
            owner: owner,
            factory: ErasedFactory(factory),
            file: nil,
            line: 0
        )
    }

    /// The definition that a selector of its container leads to directly.
    fileprivate var selected: Slot? {
        let word = hot.load(ordering: .acquiring)
        return HotPath.isSelection(word) ? HotPath.selected(by: word).takeUnretainedValue() : nil
    }
}

extension Request {
    /// Resolves the request with the implementation that a selector leads to.
    func resolveSelected(_ selector: Slot) throws -> Instance {
        // A descendant may have another definition under the tag, or another selection.
        if selector.owner === view.owner.takeUnretainedValue(), let slot = selector.selected {
            return try resolve(slot, isDirect: true, isSelected: true)
        }
        switch caller.selected(selector.key) {
        case .slot(let slot): return try resolve(slot, isDirect: true, isSelected: true)
        case .missing(let key): throw caller.missing(key)
        case .nothing: throw caller.missing(key.untagged)
        }
    }
}

extension Caller {
    enum Selected {
        case slot(Slot)
        /// The selected implementation does not exist with these arguments, or not yet.
        case missing(KeyWords)
        /// No existing implementation is selected.
        case nothing
    }

    /// The definition that an untagged key leads to: that of the nearest selection that still
    /// exists.
    func selected(_ key: KeyWords) -> Selected {
        for container in [asked] + asked.sourcesInOrder where !container.isClosed {
            let own = place(of: key, in: .passUnretained(container))?.slot.takeUnretainedValue()
            if own?.kind == .hiding { return .nothing }
            if let own, own.kind != .selection { return .slot(own) }
            guard let (tag, isAwaited) = container.selected(of: key.type) else { continue }
            let tagged = key.replacingTag(tag)
            if let slot = search(tagged), slot.kind != .selection { return .slot(slot) }
            if isAwaited || asked.finds(key.type, tag) { return .missing(tagged) }
        }
        return .nothing
    }

    /// The definition that answers a key, selected or not, and the table that its factory sees.
    func definition(_ key: KeyWords) -> (slot: Slot, view: Table)? {
        guard let found = find(key) else { return nil }
        guard found.slot.kind == .selection else { return found }
        guard case .slot(let slot) = asking(found.view).selected(found.slot.key) else { return nil }
        return (slot, found.view)
    }

    /// Whether a key has an answer, even if the selected one takes other arguments.
    func isAnswered(_ key: KeyWords) -> Bool {
        guard let found = find(key) else { return false }
        guard found.slot.kind == .selection else { return found.slot.kind != .optionalInput }
        guard case .nothing = asking(found.view).selected(found.slot.key) else { return true }
        return false
    }
}

extension Container {
    /// The tag that is selected here, and whether it may still be unregistered.
    fileprivate func selected(of type: UInt) -> (tag: DefinitionTag, isAwaited: Bool)? {
        state.withLock { state in
            state.existingExtras?.selections[type].map { ($0.tag, $0.isAwaited) }
        }
    }

    private func registers(_ key: KeyWords) -> Bool {
        state.withLock { _ in Table(word: table.load(ordering: .relaxed)).find(key) != nil }
    }

    /// The untagged keys of implementations, for the graph.
    func selectionNodes(_ number: Int) -> [Graph.Node] {
        let known = state.withLock { state -> [(KeyWords, DefinitionTag, Bool)] in
            guard state.hasExtras else { return [] }
            return state.extras.selections.all.flatMap { type, selection in
                selection.selectors.map {
                    ($0.key, selection.tag, selection.isAwaited && $0.key == KeyWords(type: type))
                }
            }
        }
        let all = [self] + sourcesInOrder.filter { !$0.isClosed }
        return known.compactMap { key, tag, isAwaited in
            let target = key.replacingTag(tag)
            // Without its definition, a selector leaves the decision to the ancestors, unless the
            // definition is awaited: then it is missing.
            let isKnown = all.contains { $0.registers(target) }
            guard isAwaited || isKnown else { return nil }
            return Graph.Node(
                key.key,
                selecting: target.key,
                isKnown: isKnown,
                container: number
            )
        }
    }
}

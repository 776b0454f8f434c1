// SPDX-License-Identifier: MIT

import MortiseGraph

/// What a container has at a point of the program, whatever way led there.
struct ContainerState: Hashable {
    enum Role: Hashable {
        case plain
        case scope(String)
        case overlay
    }

    /// Whether something has happened, on all ways or on some.
    enum Certainty: Hashable {
        case never, maybe, always

        func joined(_ other: Certainty) -> Certainty { self == other ? self : .maybe }
    }

    /// Which version of Dip decides what code means that does not say it.
    enum Rules: Hashable {
        case dip7, dip4, unknown
    }

    let name: String
    let place: Place
    let role: Role
    /// Whether it is a test's overlay, in which what is `unstubbed()` must be replaced.
    var requiresStubs = false
    /// The rules of Dip, if it is a container of that vocabulary.
    var rules: Rules?
    var sources: [Origin]

    private(set) var slots = Slots()
    /// The keys of the slots in the order in which those came into being.
    var order: [Slot.Key] { slots.keys }

    var closed = Certainty.never
    var bootstrapped = Certainty.never

    /// The modules that were installed.
    var modules: [Value: Certainty] = [:]
    /// What a module has registered that needs no others and that no other one needs.
    private var parts: [Value: [Definition]] = [:]
    private(set) var links: [Origin] = []
    /// The tags that were selected among several implementations.
    private(set) var selections: [SwiftType: DefinitionTag] = [:]
    /// The types of which any implementation may be the selected one.
    private(set) var varying: Set<SwiftType> = []
    /// The types of which some definition was ever one of several implementations.
    private var selectable: Set<SwiftType> = []
    /// The types whose implementations are in an order that is not known.
    private(set) var unordered: Set<SwiftType> = []

    /// The definitions whose kept instance exists for certain, and those whose may exist.
    var made: Set<Definition> = []
    var perhapsMade: Set<Definition> = []

    /// The definitions from which nothing was made yet.
    var fresh: Set<Definition> = []

    /// Whether something may have been made of what it has.
    private var wasAsked = false

    /// Whether something has changed since: what is kept may have been made of what was there before.
    private(set) var hasChanged = false

    /// Whether a definition came or went after a request.
    private(set) var hasReplacedSinceAsked = false

    /// Whether instances may have been dropped: what was made with them may still be kept elsewhere.
    private(set) var hasForgotten = false

    /// Whether it stands for several, whose definitions were registered after different tests.
    private(set) var isOneOfSeveral = false

    /// Why it may have more or fewer definitions than those that are known, as a whole and of a type.
    private(set) var gap: Gap?
    private(set) var typeGaps: [SwiftType: Gap] = [:]

    /// Whether it is a scope or an overlay, which ends with the container that it was opened from.
    var isOpened: Bool { role != .plain }

    /// What is not known of it: of the whole, and then of types.
    var gaps: [Gap] {
        [gap].compactMap { $0 }
            + typeGaps.values.sorted { ($0.place, $0.reason) < ($1.place, $1.reason) }
    }

    init(_ name: String, _ role: Role, sources: [Origin], at place: Place) {
        self.name = name
        self.role = role
        self.sources = sources
        self.place = place
    }
}

/// What answers requests for a key: one of some definitions, or nothing.
struct Slot: Hashable {
    /// What only one definition at a time can have.
    struct Key: Hashable {
        let type: SwiftType
        let tag: DefinitionTag?
        let arguments: [SwiftType]
        /// What tells it from others of its type: contributions, decorators and declarations stand
        /// beside each other.
        let own: Definition?
        let isExpected: Bool
    }

    var options: [Entry]

    /// Whether it has one of them on every way.
    private(set) var isCertain: Bool

    /// The facts without which it has not got a definition, and without which it lacks none.
    private var facts: [Definition: Facts] = [:]
    private(set) var absence = Facts()

    /// The condition that decides, if it is one.
    var cause: Place?

    init(options: [Entry], isCertain: Bool) {
        self.options = options
        self.isCertain = isCertain
    }

    /// The facts without which it has not got a definition.
    func facts(of entry: Entry) -> Facts { facts[entry.definition] ?? .none }

    /// Notes that it may have nothing, however tests have turned out.
    mutating func mayLack() { (isCertain, absence) = (false, .none) }

    /// Notes that nothing in it has replaced a definition.
    mutating func keepApart(from definition: Definition) {
        for index in options.indices {
            options[index].replaced.removeAll { $0.definition == definition }
            if options[index].replaced.isEmpty { options[index].hasReplaced = false }
        }
    }

    /// Notes that it may have a definition, however tests have turned out.
    mutating func mayHave(_ entry: Entry) { facts[entry.definition] = nil }

    /// The slot on a way with some facts.
    private func under(_ facts: Facts) -> Slot {
        guard !facts.isEmpty else { return self }
        var slot = self
        // What another way has led to is not there.
        slot.options = options.filter { entry in
            slot.facts[entry.definition] = self.facts(of: entry).and(facts)
            return slot.facts[entry.definition] != nil
        }
        if isCertain { return slot.options.isEmpty ? self : slot }
        if let absence = absence.and(facts) {
            slot.absence = absence
        } else if slot.options.isEmpty {
            return self
        } else {
            (slot.isCertain, slot.absence, slot.cause) = (true, .none, nil)
        }
        return slot
    }

    fileprivate var withoutFacts: Slot {
        var slot = self
        (slot.facts, slot.absence) = ([:], .none)
        return slot
    }

    static func == (first: Slot, second: Slot) -> Bool {
        first.isCertain == second.isCertain && first.facts == second.facts
            && first.absence == second.absence
            && (first.options == second.options || Set(first.options) == Set(second.options))
    }

    func hash(into hasher: inout Hasher) { hasher.combine(options.count) }
}

/// A definition in a container, with what was said of it after it was registered.
struct Entry: Hashable {
    let definition: Definition
    var replaced: [Entry] = []
    /// Whether it has replaced one of these on every way.
    var hasReplaced = false
    var replacing: Graph.Node.Replacement?
    var isContributing = false
    var answersAnyTag = false
    /// Whether it is one of several implementations, and whether it came after those of a source.
    var isSelectable = false
    var isGuest = false
    /// Whether tests must replace it.
    var isUnstubbed = false
    var steps: [Value] = []
    /// The scopes in which steps run that do not run in all.
    var scopesOfSteps: [Value: String] = [:]

    /// Why it is not known what was said of it.
    var gap: Gap?

    /// Whether it comes before another one that is added at any time: in an order that is always the same.
    fileprivate static func isBefore(_ first: Entry, _ second: Entry) -> Bool {
        let (one, other) = (first.definition, second.definition)
        if one.place != other.place { return one.place < other.place }
        if one.key != other.key { return "\(one.key)" < "\(other.key)" }
        if let home = one.home, let away = other.home, home != away { return home < away }
        return first.remarks < second.remarks
    }

    /// What was said of it, as a text by which it has its place.
    private var remarks: String {
        let isSaid = [
            isContributing, answersAnyTag, isSelectable, isGuest, isUnstubbed, hasReplaced,
        ]
        let known = gap.map { "\($0.place) \($0.reason)" } ?? ""
        let claim = replacing.map { "\($0)" } ?? ""
        return "\(isSaid) \(claim) \(replaced.count) \(steps.count) \(known)"
    }

    /// Whether the same is said of the same definition, whatever it has replaced.
    func agrees(with other: Entry) -> Bool {
        var same = other
        (same.replaced, same.hasReplaced) = (replaced, hasReplaced)
        return self == same
    }

    /// What it claims of its key.
    fileprivate var claim: Claim {
        let isDeclaration = definition.isExpected || definition.kind == .collection
        return Claim(
            isDeclaration ? .declaration : definition.kind == .decorator ? .decorator : .definition,
            isContributing: isContributing,
            replacing: replacing
        )
    }

    /// Takes the place of what a slot has: what takes that of an implementation is one.
    fileprivate mutating func succeed(_ old: Slot) {
        guard !isSelectable, old.options.contains(where: \.isSelectable) else { return }
        isSelectable = true
        guard !old.isCertain || !old.options.allSatisfy(\.isSelectable) else { return }
        gap = gap ?? .conditional(definition)
    }

    var key: Slot.Key {
        let isAlone = isContributing || claim.kind != .definition
        return Slot.Key(
            type: definition.type,
            tag: definition.tag,
            arguments: definition.arguments,
            own: isAlone ? definition : nil,
            isExpected: definition.isExpected
        )
    }
}

/// What a change did: what other code may notice of it at any later time.
struct Change: Equatable {
    var added: Set<Entry> = []
    /// Keys that are not provided for certain any more, or that never were.
    var lost: Set<Slot.Key> = []
    var forgets = false
    var closes = false
    /// Whether something was asked for.
    var asks = false
    /// The types of which another implementation was selected.
    var selects: Set<SwiftType> = []
    var gap: Gap?
    var typeGaps: [SwiftType: Gap] = [:]

    /// Whether nothing has changed, but that something was asked for.
    var isOfRequest: Bool { self == Change(asks: asks) }

    /// Both of two changes.
    mutating func join(_ other: Change) {
        added.formUnion(other.added)
        lost.formUnion(other.lost)
        forgets = forgets || other.forgets
        closes = closes || other.closes
        asks = asks || other.asks
        selects.formUnion(other.selects)
        gap = gap ?? other.gap
        typeGaps.merge(other.typeGaps) { first, _ in first }
    }
}

// MARK: - Transitions

extension ContainerState {
    subscript(key: Slot.Key) -> Slot? {
        get { slots[key] }
        set {
            slots[key] = newValue
            if newValue?.options.contains(where: \.isSelectable) ?? false {
                selectable.insert(key.type)
            }
        }
    }

    /// The entries in the order of their slots.
    var entries: [Entry] { order.flatMap { slots[$0]?.options ?? [] } }

    /// The entries of a type, in the order of their slots.
    func entries(of type: SwiftType) -> [Entry] {
        slots.keys(of: type).flatMap { slots[$0]?.options ?? [] }
    }

    /// Whether a definition is among the entries.
    func contains(_ definition: Definition) -> Bool {
        entries(of: definition.type).contains { $0.definition == definition }
    }

    /// Whether it may have a definition.
    func has(_ definition: Definition) -> Bool {
        var entry = Entry(definition: definition)
        let key = entry.key
        entry.isContributing = true
        return [key, entry.key].contains { key in
            slots[key]?.options.contains { $0.definition == definition } ?? false
        }
    }

    /// Registers a definition in the place of the one with its key.
    mutating func add(_ entry: Entry) -> Change {
        var entry = entry
        if entry.replaced.isEmpty, let old = self[entry.key] {
            entry.replaced = old.options.map {
                var old = $0; old.replaced = []; return old
            }
            entry.hasReplaced = old.isCertain
            entry.succeed(old)
        }
        noteReplacement(isKnown: !entry.replaced.isEmpty)
        fresh.insert(entry.definition)
        // What comes last decides between a definition and contributions.
        self[entry.key] = nil
        self[entry.key] = Slot(options: [entry], isCertain: true)
        replaceOthers(with: entry, besides: entry.key)
        if entry.definition.input == .provided { made.insert(entry.definition) }
        return Change(added: [entry])
    }

    /// The implementations of a type, of which one is selected, in order.
    func implementations(of type: SwiftType) -> [Entry] {
        entries(of: type).filter { $0.isSelectable && $0.definition.tag != nil }
    }

    /// Whether it is not known which implementation of a type counts as the first.
    func hasUnknownFirst(of type: SwiftType) -> Bool {
        unordered.contains(type) && selections[type] == nil && !varying.contains(type)
            && Set(implementations(of: type).map(\.definition.tag)).count > 1
    }

    /// Selects an implementation of a type.
    mutating func select(_ tag: DefinitionTag, of type: SwiftType) -> Change {
        selections[type] = tag
        varying.remove(type)
        noteChange()
        return Change(selects: [type])
    }

    /// Selects an implementation of a type that may be registered later.
    mutating func select(awaiting tag: DefinitionTag, of type: SwiftType, _ gap: Gap) -> Change {
        var change = select(tag, of: type)
        // Others do not see in which order.
        if !has(tag, of: type) { change.typeGaps[type] = gap }
        return change
    }

    /// Whether it may have an implementation of a type with a tag.
    private func has(_ tag: DefinitionTag?, of type: SwiftType) -> Bool {
        implementations(of: type).contains { $0.definition.tag == tag }
    }

    /// Whether a type has implementations, or one is awaited.
    func isSelecting(_ type: SwiftType) -> Certainty {
        let all = implementations(of: type)
        let isVarying = varying.contains(type) || gap != nil || typeGaps[type] != nil
        if all.isEmpty, selections[type] == nil { return isVarying ? .maybe : .never }
        let isCertain = all.contains { entry in
            guard let slot = slots[entry.key] else { return false }
            return slot.isCertain && slot.options.allSatisfy(\.isSelectable)
        }
        return isCertain || selections[type] != nil && !isVarying ? .always : .maybe
    }

    /// Removes all definitions of some types.
    mutating func removeAll(of types: Set<SwiftType>) -> Change {
        var changes = Change(forgets: true)
        for key in types.flatMap(slots.keys(of:)) {
            changes.lost.insert(key)
            self[key] = nil
        }
        for type in types {
            selections[type] = nil
            varying.remove(type)
        }
        made = made.filter { !types.contains($0.type) }
        noteReplacement(isKnown: true)
        return changes
    }

    /// Searches another container last.
    mutating func link(_ other: Origin) {
        guard !links.contains(other) else { return }
        links.append(other)
        noteChange()
    }

    /// Searches another container no more.
    mutating func unlink(_ other: Origin) {
        guard links.contains(other) else { return }
        links.removeAll { $0 == other }
        noteChange()
    }

    /// Changes what is said of a definition and of what forwards to it.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - isStaged: Whether nothing was replaced yet, as the container is published as a whole later.
    ///   - change: Changes an entry.
    /// - Returns: What other code may notice.
    mutating func mark(
        _ definition: Definition,
        isStaged: Bool,
        _ change: (inout Entry) -> Void
    ) -> Change {
        var changes = Change()
        func isMeant(_ entry: Entry) -> Bool {
            entry.definition == definition || entry.definition.forwardsTo == definition
                || entry.definition.isPair(of: definition)
        }
        for key in slots.keys(where: { $1.options.contains(where: isMeant) }) {
            for entry in slots[key]?.options ?? [] where isMeant(entry) {
                var marked = entry
                change(&marked)
                guard marked != entry else { continue }
                move(entry, from: key, to: marked, isStaged: isStaged)
                if marked.isSelectable { selectable.insert(key.type) }
                changes.added.insert(marked)
                noteChange()
            }
        }
        return changes
    }

    /// Puts an entry where it belongs now, and back what it would have replaced if nothing was yet.
    private mutating func move(
        _ old: Entry,
        from key: Slot.Key,
        to marked: Entry,
        isStaged: Bool
    ) {
        if marked.key == key {
            let options = slots[key]?.options.map { $0 == old ? marked : $0 }
            slots[key]?.options = options ?? []
        } else {
            let others = slots[key]?.options.filter { $0 != old } ?? []
            let isCertain = slots[key]?.isCertain ?? false
            let rest = others + (isStaged ? marked.replaced : [])
            let isThere = isStaged && isCertain && marked.hasReplaced
            self[key] = rest.isEmpty ? nil : Slot(options: rest, isCertain: isThere)
            var alone = marked
            let isAgain = slots[marked.key]?.options.contains { $0.definition == old.definition }
            if marked.isContributing, marked.definition.tag != nil, isAgain ?? false {
                let place = marked.definition.place
                alone.gap = Gap(reason: "it may be contributed twice with one tag", place: place)
            }
            if isStaged { (alone.replaced, alone.hasReplaced) = ([], false) }
            self[marked.key] = Slot(options: [alone], isCertain: isCertain && others.isEmpty)
        }
        replaceOthers(with: marked, besides: key)
    }

    /// Takes away what an entry replaces that has other arguments.
    private mutating func replaceOthers(with marked: Entry, besides key: Slot.Key) {
        guard marked.replacing != nil else { return }
        for other in slots.keys(of: key.type) where other != marked.key && other.tag == key.tag {
            let gone = slots[other]?.options ?? []
            let isOfOneKey = other.arguments == key.arguments
            let isGone = gone.map { marked.claim.replaces($0.claim, isOfOneKey: isOfOneKey) }
            guard isGone.contains(true), let options = slots[marked.key]?.options,
                let index = options.firstIndex(where: { $0.definition == marked.definition })
            else { continue }
            slots[marked.key]?.options[index].replaced += gone
            let isCertain = slots[marked.key]?.isCertain == true && options.count == 1
            if isCertain, !isGone.contains(false) {
                self[other] = nil
            } else {
                slots[other]?.mayLack()
            }
        }
    }

    /// Removes a definition and what forwards to it.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - isStaged: Whether the container is published as a whole later: then nothing has replaced it.
    /// - Returns: What other code may notice.
    mutating func remove(_ definition: Definition, isStaged: Bool) -> Change {
        let own = order.compactMap { slots[$0] }.filter { slot in
            slot.options.contains { $0.definition == definition }
        }
        // What was replaced is not there any more, and has left its forwarders to what took its place.
        let isAlone = !own.isEmpty && own.allSatisfy { $0.isCertain && $0.options.count == 1 }
        var changes = Change(forgets: true)
        for key in order {
            guard var slot = slots[key] else { continue }
            let count = slot.options.count
            let isForwarded = slot.options.contains { $0.definition.forwardsTo == definition }
            slot.options.removeAll {
                $0.definition == definition || $0.definition.isPair(of: definition)
                    || isAlone && $0.definition.forwardsTo == definition
            }
            if isStaged { slot.keepApart(from: definition) }
            guard slot.options.count != count || isForwarded else {
                slots[key] = slot
                continue
            }
            slot.mayLack()
            changes.lost.insert(key)
            self[key] = slot.options.isEmpty ? nil : slot
            // The first of the others is selected then.
            if selections[key.type] == key.tag { selections[key.type] = nil }
        }
        made.remove(definition)
        noteReplacement(isKnown: true)
        return changes
    }

    /// Notes what a module has registered that was just installed.
    mutating func noteParts(of module: Value, since before: ContainerState?) {
        // What others need stays when it is uninstalled.
        guard let before, modules.count == before.modules.count else { return parts = [:] }
        parts[module] = entries.filter { !(before[$0.key]?.options.contains($0) ?? false) }
            .map(\.definition)
    }

    /// Removes what a module has registered, and brings back what that has replaced; `nil` if that is
    /// not known.
    mutating func uninstall(_ module: Value) -> Change? {
        guard modules[module] != nil else { return Change() }
        guard modules[module] == .always, let own = parts[module], bootstrapped == .never,
            closed == .never
        else { return nil }
        var (changes, after) = (Change(forgets: true), self)
        for definition in own {
            let known = order.first { slots[$0]?.options.map(\.definition) == [definition] }
            guard let key = known, let slot = slots[key], slot.isCertain else { return nil }
            let entry = slot.options[0]
            guard entry.replaced.isEmpty || entry.hasReplaced && entry.replaced.count == 1,
                entry.replacing == nil, !entry.isSelectable
            else { return nil }
            after[key] = entry.replaced.first.map { Slot(options: [$0], isCertain: true) }
            changes.lost.insert(key)
            changes.added.formUnion(entry.replaced)
            after.made.subtract([definition] + entry.replaced.map(\.definition))
        }
        after.modules[module] = nil
        after.parts[module] = nil
        after.hasForgotten = true
        after.noteReplacement(isKnown: true)
        self = after
        return changes
    }

    /// The container with the definitions and modules that it had before: only those wait for the end
    /// of an installation, and are taken back where it fails.
    func with(definitionsOf before: ContainerState) -> ContainerState {
        var state = self
        state.slots = before.slots
        (state.modules, state.parts) = (before.modules, before.parts)
        // What was removed meanwhile may be kept.
        state.perhapsMade.formUnion(before.made.subtracting(made))
        state.perhapsMade.formUnion(before.perhapsMade)
        let now = Dictionary(grouping: entries, by: \.definition)
        for key in before.order {
            for (index, entry) in (before.slots[key]?.options ?? []).enumerated() {
                guard let marked = now[entry.definition]?.first, !marked.agrees(with: entry) else {
                    continue
                }
                guard marked.key == key, marked.replacing == entry.replacing else {
                    let reason = "what is said of it in an installation takes effect at once"
                    _ = state.lose(key.type, Gap(reason: reason, place: entry.definition.place))
                    continue
                }
                var known = marked
                (known.replaced, known.hasReplaced) = (entry.replaced, entry.hasReplaced)
                state.slots[key]?.options[index] = known
            }
        }
        return state
    }

    /// Drops all definitions but values that were brought, and what is kept.
    mutating func reset() -> Change {
        var changes = Change(forgets: true)
        for key in order {
            guard var slot = slots[key] else { continue }
            let count = slot.options.count
            slot.options.removeAll { $0.definition.input != .provided }
            guard slot.options.count < count else { continue }
            slot.mayLack()
            self[key] = slot.options.isEmpty ? nil : slot
            changes.lost.insert(key)
        }
        (modules, parts) = ([:], [:])
        (selections, varying) = ([:], [])
        noteReplacement(isKnown: true)
        forget()
        return changes
    }

    /// Drops the instances that are kept.
    mutating func forget() {
        made = made.filter { $0.input != nil }
        perhapsMade = []
        hasForgotten = true
    }

    /// Notes that it may keep an instance that it has not made.
    mutating func keepOther() { (hasChanged, hasForgotten) = (true, true) }

    /// Notes that something is asked for: from here on, it may be there.
    mutating func noteRequest() -> Change {
        (fresh, wasAsked) = ([], true)
        return Change(asks: true)
    }

    private mutating func noteChange() { hasChanged = hasChanged || wasAsked }

    /// Notes that a definition comes or goes, perhaps one of which something was made before.
    private mutating func noteReplacement(isKnown: Bool) {
        noteChange()
        hasChanged = hasChanged || isKnown
        hasReplacedSinceAsked = hasReplacedSinceAsked || wasAsked
    }

    /// Notes that nothing is known of its definitions any more, as a whole or of a type.
    mutating func lose(_ type: SwiftType?, _ gap: Gap) -> Change {
        if let type {
            if typeGaps[type] == nil { typeGaps[type] = gap }
            return Change(typeGaps: [type: gap])
        }
        if self.gap == nil { self.gap = gap }
        return Change(gap: gap)
    }

    /// Applies what other code may have done: each change, or not.
    mutating func suffer(_ change: Change) {
        for entry in change.added.sorted(by: Entry.isBefore) {
            var slot = self[entry.key] ?? Slot(options: [], isCertain: false)
            var entry = entry
            // What takes the place of an implementation is one.
            if slot.isCertain, slot.options.allSatisfy(\.isSelectable),
                !change.lost.contains(entry.key)
            {
                entry.isSelectable = true
            }
            if !slot.options.contains(where: entry.agrees) { slot.options.append(entry) }
            slot.mayHave(entry)
            self[entry.key] = slot
            if entry.isSelectable { unordered.insert(entry.definition.type) }
        }
        for key in change.lost {
            slots[key]?.mayLack()
            if selections[key.type] != nil { unordered.insert(key.type) }
        }
        if change.asks { _ = noteRequest() }
        let isLess = change.forgets || !change.lost.isEmpty
        if isLess || !change.added.isEmpty { noteReplacement(isKnown: isLess) }
        if !change.selects.isEmpty { noteChange() }
        if change.forgets { made = made.filter { $0.input != nil } }
        hasForgotten = hasForgotten || change.forgets
        if change.closes, closed == .never { closed = .maybe }
        varying.formUnion(change.selects)
        if gap == nil { gap = change.gap }
        typeGaps.merge(change.typeGaps) { first, _ in first }
    }
}

// MARK: - Join

extension ContainerState {
    /// What holds on two ways, and what is less certain than on one of them.
    ///
    /// - Parameters:
    ///   - other: What holds on the other way.
    ///   - facts: What tells the ways apart.
    ///   - cause: The condition that decides between them, if it is one.
    /// - Returns: What holds on both, and what is lost.
    func joined(
        _ other: ContainerState,
        under facts: (Facts, Facts) = (.none, .none),
        because cause: Place? = nil
    ) -> (state: ContainerState, change: Change) {
        if self == other { return (self, Change()) }
        var joined = self
        var change = Change()
        for key in slots.keys(differingFrom: other.slots) {
            let (first, second) = (slots[key], other.slots[key])
            var slot = Slot.joined(first, second, under: facts)
            if slot != first, slot.cause == nil { slot.cause = cause }
            joined.slots[key] = slot
            if !slot.isCertain, first?.isCertain == true || second?.isCertain == true {
                change.lost.insert(key)
            }
        }
        joined.unordered.formUnion(other.unordered)
        joined.selectable.formUnion(other.selectable)
        for type in joined.selectable
        where implementations(of: type).map(\.key) != other.implementations(of: type).map(\.key) {
            joined.unordered.insert(type)
        }
        if rules != other.rules { joined.rules = .unknown }
        joined.closed = closed.joined(other.closed)
        joined.bootstrapped = bootstrapped.joined(other.bootstrapped)
        joined.modules = modules.merging(other.modules) { $0.joined($1) }
        for module in joined.modules.keys
        where modules[module] == nil || other.modules[module] == nil {
            joined.modules[module] = .maybe
        }
        joined.parts = parts.filter { other.parts[$0.key] == $0.value }
        joined.fresh.formIntersection(other.fresh)
        joined.wasAsked = wasAsked || other.wasAsked
        joined.hasChanged = hasChanged || other.hasChanged
        joined.hasReplacedSinceAsked = hasReplacedSinceAsked || other.hasReplacedSinceAsked
        joined.hasForgotten = hasForgotten || other.hasForgotten
        joined.isOneOfSeveral = isOneOfSeveral || other.isOneOfSeveral
        joined.made.formIntersection(other.made)
        joined.perhapsMade.formUnion(other.perhapsMade)
        joined.perhapsMade.formUnion(made.symmetricDifference(other.made))
        joined.gap = gap ?? other.gap
        joined.typeGaps.merge(other.typeGaps) { first, _ in first }
        if links != other.links || sources != other.sources {
            joined.links = (links + other.links).uniqued
            let gap = Gap(reason: "it is linked on some ways only", place: place)
            change.gap = gap
            joined.gap = joined.gap ?? gap
        }
        for type in Set(selections.keys).union(other.selections.keys)
        where selections[type] != other.selections[type] {
            joined.varying.insert(type)
            // Only those are looked at that are there.
            let isThere =
                (selections[type].map { has($0, of: type) } ?? true)
                && (other.selections[type].map { other.has($0, of: type) } ?? true)
            guard !isThere, joined.typeGaps[type] == nil else { continue }
            joined.typeGaps[type] = Gap(
                reason: "a key is selected that may have no implementation",
                place: place
            )
        }
        joined.varying.formUnion(other.varying)
        return (joined, change)
    }

    /// The state, or if another one is known of the same container, what holds for both.
    func joined(to known: ContainerState?) -> ContainerState {
        known.map { $0.joined(self).state } ?? self
    }

    /// The state of one of several containers, each with tests of its own.
    var withoutFacts: ContainerState {
        var state = self
        state.slots = slots.mapValues(\.withoutFacts)
        state.isOneOfSeveral = true
        return state
    }

    /// The state with each container that it mentions renamed.
    func renamed(_ rename: (Origin) -> Origin) -> ContainerState {
        var state = self
        state.sources = sources.map(rename)
        state.links = links.map(rename)
        return state
    }
}

extension Slot {
    /// What a key leads to on two ways.
    fileprivate static func joined(
        _ first: Slot?,
        _ second: Slot?,
        under ways: (Facts, Facts)
    ) -> Slot {
        if let first, first == second { return first }
        let nothing = Slot(options: [], isCertain: false)
        var slot = (first ?? nothing).under(ways.0)
        let other = (second ?? nothing).under(ways.1)
        slot.cause = first.map(\.cause) ?? second?.cause
        if other.isCertain == slot.isCertain {
            slot.absence = slot.absence.or(other.absence)
        } else if slot.isCertain {
            (slot.isCertain, slot.absence) = (false, other.absence)
        }
        for entry in other.options {
            let known = slot.options.firstIndex { $0.definition == entry.definition }
            guard let index = known else {
                slot.options.append(entry)
                slot.facts[entry.definition] = other.facts[entry.definition]
                continue
            }
            slot.facts[entry.definition] = slot.facts(of: entry).or(other.facts(of: entry))
            slot.options[index].join(entry)
        }
        slot.facts = slot.facts.filter { !$0.value.isEmpty }
        return slot
    }
}

extension Entry {
    /// Takes in what is said of the same definition on another way.
    fileprivate mutating func join(_ other: Entry) {
        if agrees(with: other) {
            replaced += other.replaced.filter { !replaced.contains($0) }
            hasReplaced = hasReplaced && other.hasReplaced
        } else {
            gap = gap ?? other.gap ?? .conditional(definition)
        }
    }
}

extension Gap {
    /// What was said of a definition is not the same on all ways.
    static func conditional(_ definition: Definition) -> Gap {
        Gap(
            reason: "what is said of the definition depends on a condition",
            place: definition.place
        )
    }
}

// SPDX-License-Identifier: MIT

/// A slot that has one of several definitions, or perhaps none.
struct OpenSlot {
    let name: SlotName
    /// What it may have, each with the facts without which it has not got it.
    let options: [(entry: Entry?, facts: Facts)]

    init(_ name: SlotName, _ slot: Slot) {
        self.name = name
        options =
            slot.options.map { ($0, slot.facts(of: $0)) }
            + (slot.isCertain ? [] : [(nil, slot.absence)])
    }
}

/// One way to fill the slots that a request may come to.
struct Choice {
    var entries: [SlotName: Entry] = [:]
    /// How tests must have turned out for that.
    var facts: Facts

    /// In how many ways slots may be filled before they are looked at one by one.
    private static let limit = 64

    /// Every way to fill some slots; `nil` if there are too many.
    static func all(_ slots: [OpenSlot], under facts: Facts) -> [Choice]? {
        var choices = [Choice(facts: facts)]
        for slot in slots {
            choices = choices.flatMap { choice in
                slot.options.compactMap { entry, facts in
                    guard let both = choice.facts.and(facts) else { return nil }
                    var choice = choice
                    (choice.entries[slot.name], choice.facts) = (entry, both)
                    return choice
                }
            }
            if choices.count > limit { return nil }
        }
        return choices
    }

    /// Ways to fill slots in which each has each of its definitions once.
    static func some(of slots: [OpenSlot]) -> [Choice] {
        var full = Choice(facts: .none)
        for slot in slots { full.entries[slot.name] = slot.options.first?.entry }
        let single = slots.flatMap { slot in
            slot.options.map { entry, _ in
                var choice = full
                choice.entries[slot.name] = entry
                return choice
            }
        }
        return [Choice(facts: .none), full] + single
    }
}

// SPDX-License-Identifier: MIT

/// The slots of a container, in the order in which they came into being.
///
/// They are held in parts, so that changing a copy copies one part only: a container of thousands of
/// definitions has a state for each that may run later. Those of one type are in one part.
struct Slots: Hashable {
    private struct Member: Equatable {
        let rank: Int
        var slot: Slot

        // States do not differ by the order.
        static func == (first: Member, second: Member) -> Bool { first.slot == second.slot }
    }

    private var parts: [[Slot.Key: Member]] = Array(repeating: [:], count: 128)
    private var nextRank = 0

    subscript(key: Slot.Key) -> Slot? {
        get { parts[part(of: key.type)][key]?.slot }
        set {
            let part = part(of: key.type)
            guard let newValue else { return parts[part][key] = nil }
            if (parts[part][key]?.slot = newValue) == nil {
                parts[part][key] = Member(rank: nextRank, slot: newValue)
                nextRank += 1
            }
        }
    }

    /// The keys of all slots, in order.
    var keys: [Slot.Key] { keys { _, _ in true } }

    /// The keys of the slots of a type, in order.
    func keys(of type: SwiftType) -> [Slot.Key] {
        inOrder(parts[part(of: type)].lazy.filter { $0.key.type == type })
    }

    /// The keys of some slots, in order.
    func keys(where isMeant: (Slot.Key, Slot) -> Bool) -> [Slot.Key] {
        inOrder(parts.flatMap { part in part.filter { isMeant($0.key, $0.value.slot) } })
    }

    /// Some of the keys, in order.
    func sorted(_ keys: some Sequence<Slot.Key>) -> [Slot.Key] {
        inOrder(keys.compactMap { key in parts[part(of: key.type)][key].map { (key, $0) } })
    }

    private func inOrder(_ members: some Sequence<(key: Slot.Key, value: Member)>) -> [Slot.Key] {
        members.sorted { $0.value.rank < $1.value.rank }.map(\.key)
    }

    private func part(of type: SwiftType) -> Int {
        Int(UInt(bitPattern: type.hashValue) % UInt(parts.count))
    }

    func mapValues(_ change: (Slot) -> Slot) -> Slots {
        var slots = self
        slots.parts = parts.map { part in
            part.mapValues { Member(rank: $0.rank, slot: change($0.slot)) }
        }
        return slots
    }

    /// The keys whose slots differ from those of another container, and some others, in its order.
    ///
    /// It looks at the parts only that are not shared.
    func keys(differingFrom other: Slots) -> [Slot.Key] {
        let differing = zip(parts, other.parts).filter { $0 != $1 }
        let own = differing.flatMap { part, others in part.keys.filter { others[$0] == nil } }
        return own + other.sorted(differing.flatMap(\.1.keys))
    }

    static func == (first: Slots, second: Slots) -> Bool { first.parts == second.parts }

    func hash(into hasher: inout Hasher) { for part in parts { hasher.combine(part.count) } }
}

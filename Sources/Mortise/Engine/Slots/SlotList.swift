// SPDX-License-Identifier: MIT

/// Definitions in order; a single one needs no array.
struct SlotList {
    private var first: Slot?
    private var rest: [Slot] = []

    init() {}

    init(_ slots: [Slot]) {
        first = slots.first
        rest = Array(slots.dropFirst())
    }

    mutating func append(_ slot: Slot) {
        if first == nil { first = slot } else { rest.append(slot) }
    }
}

extension SlotList: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { first == nil ? 0 : rest.count + 1 }

    subscript(position: Int) -> Slot {
        if position > 0 { return rest[position - 1] }
        guard let first else { preconditionFailure("there is no definition yet") }
        return first
    }

    // An iterator would count references for each element.
    @inline(__always) func forEach(_ body: (Slot) throws -> Void) rethrows {
        if let first { try body(first) }
        for slot in rest { try body(slot) }
    }
}

// SPDX-License-Identifier: MIT

/// What shared instances are being made for which values, innermost last.
struct Making {
    struct Entry {
        let frame: FramePointer
        let values: ArgumentValues
    }

    private(set) var entries: [Entry] = []
    /// The numbers of the first entries by the hash of their values, innermost last: once there are many.
    private var numbers: [Int: [Int]] = [:]
    private var numbered = 0

    /// How many are looked at one by one.
    private static let threshold = 16

    /// An instance is being made from now on.
    mutating func begin(_ frame: FramePointer, _ values: ArgumentValues) {
        entries.append(Entry(frame: frame, values: values))
    }

    /// The innermost instance is not being made any more.
    mutating func end() {
        let entry = entries.removeLast()
        guard numbered > entries.count else { return }
        numbered = entries.count
        // Its hash is known.
        let hash = entry.values.hash
        numbers[hash]?.removeLast()
        if numbers[hash]?.isEmpty == true { numbers[hash] = nil }
    }

    /// Those that may be made for some values, innermost first.
    ///
    /// The hashes of all values are known if there are many: ``needsHashes``.
    mutating func candidates(for values: ArgumentValues) -> [Entry] {
        guard needsHashes else { return entries.reversed() }
        for number in numbered..<entries.count {
            numbers[entries[number].values.hash, default: []].append(number)
        }
        numbered = entries.count
        return (numbers[values.hash] ?? []).reversed().map { entries[$0] }
    }

    /// Whether the values must be hashed before anything is looked for.
    var needsHashes: Bool { entries.count > Self.threshold }

    /// Those whose values may not be hashed yet.
    var unnumbered: ArraySlice<Entry> { entries[numbered...] }
}

extension Session {
    /// The frame that makes a shared instance for some values, innermost first.
    ///
    /// Hashing and comparing is user code, which may resolve: by the end of that the list is what it was.
    func frameMaking(
        _ values: ArgumentValues,
        where isWanted: (FramePointer) -> Bool
    ) -> FramePointer? {
        if making.needsHashes {
            _ = values.hash
            for entry in making.unnumbered { _ = entry.values.hash }
        }
        return making.candidates(for: values)
            .first { isWanted($0.frame) && $0.values == values }?.frame
    }
}

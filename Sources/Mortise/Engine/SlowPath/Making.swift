// SPDX-License-Identifier: MIT

/// The shared instances that are being made for argument values, innermost last.
struct Making {
    struct Entry {
        let frame: FramePointer
        let values: ArgumentValues
    }

    private(set) var entries: [Entry] = []
    /// The indices of the first entries by the hash of their values, innermost last: once there are
    /// many.
    private var numbers = [Int: [Int]]()
    private var numbered = 0

    /// How many entries are searched one by one.
    private static let threshold = 16

    /// Notes that an instance is being made.
    mutating func begin(_ frame: FramePointer, _ values: ArgumentValues) {
        entries.append(Entry(frame: frame, values: values))
    }

    /// Notes that the innermost instance is not being made any more.
    mutating func end() {
        let entry = entries.removeLast()
        guard numbered > entries.count else { return }
        numbered = entries.count
        // The hash is known, so no user code runs.
        let hash = entry.values.hash
        numbers[hash]?.removeLast()
        if numbers[hash]?.isEmpty == true { numbers[hash] = nil }
    }

    /// The entries that may be for some values, innermost first.
    ///
    /// If there are many, the hashes of all values have to be known: ``needsHashes``.
    mutating func candidates(for values: ArgumentValues) -> [Entry] {
        guard needsHashes else { return entries.reversed() }
        for number in numbered..<entries.count {
            numbers[entries[number].values.hash, default: []].append(number)
        }
        numbered = entries.count
        return (numbers[values.hash] ?? []).reversed().map { entries[$0] }
    }

    /// Whether all values have to be hashed before a search.
    var needsHashes: Bool { entries.count > Self.threshold }

    /// The entries whose values may not be hashed yet.
    var unnumbered: ArraySlice<Entry> { entries[numbered...] }
}

extension Session {
    /// The innermost frame that makes a shared instance for some values.
    ///
    /// Hashing and comparing is user code, which may resolve. When it returns, the list is what it
    /// was.
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

// SPDX-License-Identifier: MIT

import MortiseGraph

/// The places for the instances of one definition, by the values of its run-time arguments.
///
/// Guarded by the construction site's lock. Hashing and comparing values is user code, and so is
/// letting go of them: both happen outside, with what this hands out.
struct KeyedCells {
    /// The place for one value.
    struct Entry {
        let arguments: ArgumentValues
        var cell: Cell
    }

    private var entries: [Int: [Entry]] = [:]
    private var count = 0
    /// With how many places to look for some that nobody needs any more.
    private var nextSweep = Self.firstSweep

    private static let firstSweep = 16

    /// A place that somebody else keeps.
    private struct WeakCell {
        weak var cell: Cell?
    }

    /// The place of the instance that was made last, for each tag that one was asked for with.
    private var latest: [DefinitionTag?: WeakCell] = [:]

    /// The place of the instance that was made last for a tag, or without one.
    func latest(_ tag: DefinitionTag?) -> Cell? { latest[tag]?.cell }

    mutating func note(_ cell: Cell, _ tag: DefinitionTag?) { latest[tag] = WeakCell(cell: cell) }

    /// The places for values with a hash.
    func candidates(_ hash: Int) -> [Entry] { entries[hash] ?? [] }

    var cells: [Cell] { entries.values.flatMap { $0.map(\.cell) } }

    /// Adds a place.
    ///
    /// - Parameters:
    ///   - entry: The values, with an empty place.
    ///   - hash: The hash of the values.
    ///   - known: The places of the same hash that the values were compared with.
    /// - Returns: `nil` if other places were added meanwhile; else the places that were given up,
    ///   for the caller to release.
    mutating func add(_ entry: Entry, _ hash: Int, knowing known: [Entry]) -> [Entry]? {
        let now = candidates(hash)
        guard now.count == known.count, now.last?.cell === known.last?.cell else { return nil }
        entries[hash, default: []].append(entry)
        count += 1
        guard count >= nextSweep else { return [] }
        let given = sweep()
        nextSweep = max(Self.firstSweep, 2 * count)
        return given
    }

    /// Gives up the places that hold nothing and that nobody else knows of: their instance is gone,
    /// or was never made.
    private mutating func sweep() -> [Entry] {
        var given: [Entry] = []
        for hash in Array(entries.keys) {
            guard var all = entries.removeValue(forKey: hash) else { continue }
            var index = 0
            while index < all.count {
                let isNeeded =
                    all[index].cell.holder != nil || all[index].cell.object != nil
                    || !isKnownUniquelyReferenced(&all[index].cell)
                if isNeeded { index += 1 } else { given.append(all.remove(at: index)) }
            }
            if !all.isEmpty { entries[hash] = all }
        }
        count -= given.count
        return given
    }
}

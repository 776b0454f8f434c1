// SPDX-License-Identifier: MIT

import MortiseGraph

/// The cells for the instances of one definition, by the values of its run-time arguments.
///
/// Guarded by the owner's lock for instances. Hashing, comparing and releasing values runs user
/// code, so it happens outside the lock, with the entries that this returns.
struct KeyedCells {
    /// The cell for one value.
    struct Entry {
        let arguments: ArgumentValues
        var cell: Cell
    }

    typealias Given = (entries: [Entry], objects: [AnyObject?])

    private var entries = [Int: [Entry]]()
    private var count = 0
    /// The number of cells at which the next sweep removes those that nothing needs any more.
    private var nextSweep = Self.firstSweep

    private static let firstSweep = 16

    /// A weak reference to a cell.
    private struct WeakCell {
        weak var cell: Cell?
    }

    /// The cell of the instance that was made last, for each requested tag.
    private var latest = [DefinitionTag?: WeakCell]()

    /// The cell of the instance that was made last for a tag, or without one.
    func latest(_ tag: DefinitionTag?) -> Cell? { latest[tag]?.cell }

    mutating func note(_ cell: Cell, _ tag: DefinitionTag?) { latest[tag] = WeakCell(cell: cell) }

    /// The entries for values with this hash.
    func candidates(_ hash: Int) -> [Entry] { entries[hash] ?? [] }

    var cells: [Cell] { entries.values.flatMap { $0.map(\.cell) } }

    /// Adds an entry.
    ///
    /// - Parameters:
    ///   - entry: The values, with an empty cell.
    ///   - hash: The hash of the values.
    ///   - known: The entries of the same hash that the values were compared with.
    /// - Returns: `nil` if other entries were added meanwhile; otherwise what the caller releases:
    ///   the removed entries, and the instances of weak references that were looked at.
    mutating func add(_ entry: Entry, _ hash: Int, knowing known: [Entry]) -> Given? {
        let now = candidates(hash)
        guard now.count == known.count, now.last?.cell === known.last?.cell else { return nil }
        entries[hash, default: []].append(entry)
        count += 1
        guard count >= nextSweep else { return ([], []) }
        let given = sweep()
        nextSweep = max(Self.firstSweep, 2 * count)
        return given
    }

    /// Removes the entries whose cells are empty and have no other reference: their instance is
    /// gone, or was never made.
    private mutating func sweep() -> Given {
        var given: Given = ([], [])
        for hash in Array(entries.keys) {
            guard var all = entries.removeValue(forKey: hash) else { continue }
            var index = 0
            while index < all.count {
                let object = all[index].cell.object
                given.objects.append(object)
                let isEmpty = all[index].cell.hasNothing(but: object)
                if isEmpty, isKnownUniquelyReferenced(&all[index].cell) {
                    given.entries.append(all.remove(at: index))
                } else {
                    index += 1
                }
            }
            if !all.isEmpty { entries[hash] = all }
        }
        count -= given.entries.count
        return given
    }
}

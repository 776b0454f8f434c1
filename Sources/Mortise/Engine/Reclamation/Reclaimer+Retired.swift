// SPDX-License-Identifier: MIT

import Synchronization

extension Reclaimer {
    /// An unpublished object or table that is to be released.
    // @unchecked: only threads that still use it can reach it, and they only read.
    enum Retired: @unchecked Sendable {
        case object(AnyObject)
        case table(Table)

        /// The word that a thread that pins it has in its record.
        var word: UInt {
            switch self {
            case .object(let object): UInt(bitPattern: ObjectIdentifier(object))
            case .table(let table): table.word
            }
        }

        /// The activity of a thread that pins it.
        var pinBit: UInt8 {
            switch self {
            case .object: Awaited.loan
            case .table: Awaited.pin
            }
        }

        /// Whether sessions hold it by a count; from then on the last one reports its end.
        func awaitHolds() -> Bool {
            if case .table(let table) = self { table.awaitHolds() } else { false }
        }

        /// Frees memory that reference counting does not free.
        func release() {
            if case .table(let table) = self { table.destroy() }
        }
    }
}

// A session with too many tables for the record of its thread counts the rest in the tables
// themselves.
extension Table {
    /// The bit of a count whose last session is awaited.
    private static var isAwaited: Int { .min }

    /// Counts a session that keeps using the table.
    ///
    /// Under the owner's lock, and while the table is published.
    func hold() { header.pointee.holds.add(1, ordering: .acquiringAndReleasing) }

    /// Ends the hold of a session that does not use the table any more.
    ///
    /// - Returns: Whether it was the last one, and the table is retired. Otherwise the table may be
    ///   gone.
    func endHold() -> Bool {
        header.pointee.holds.subtract(1, ordering: .acquiringAndReleasing).newValue
            == Self.isAwaited
    }

    /// Whether a session holds the table, which is unpublished.
    ///
    /// All changes of a count have one order. So the last session either ended before, and this is
    /// `false`; or it ends later, and ``endHold()`` is `true`.
    fileprivate func awaitHolds() -> Bool {
        let holds = header.pointee.holds
            .bitwiseOr(Self.isAwaited, ordering: .acquiringAndReleasing).oldValue
        return holds & ~Self.isAwaited != 0
    }
}

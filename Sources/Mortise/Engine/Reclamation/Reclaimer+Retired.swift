// SPDX-License-Identifier: MIT

import Synchronization

extension Reclaimer {
    /// Something that was unpublished and is to be released.
    // @unchecked: nobody can reach it any more but threads that pin it, and they only read.
    enum Retired: @unchecked Sendable {
        case object(AnyObject)
        case table(Table)

        /// What a thread that pins it has in its record.
        var word: UInt {
            switch self {
            case .object(let object): UInt(bitPattern: ObjectIdentifier(object))
            case .table(let table): table.word
            }
        }

        /// What a thread that pins it does.
        var pinBit: UInt8 {
            switch self {
            case .object: Awaited.loan
            case .table: Awaited.pin
            }
        }

        /// Whether sessions hold it by a count, the last of which says from then on when it stops.
        func awaitHolds() -> Bool {
            if case .table(let table) = self { table.awaitHolds() } else { false }
        }

        /// Ends what does not end with the value itself.
        func release() {
            if case .table(let table) = self { table.destroy() }
        }
    }
}

// A session with too many tables for the record of its thread counts the rest in the tables themselves.
extension Table {
    /// Marks a count that somebody waits for.
    private static var isAwaited: Int { .min }

    /// Counts a session that goes on with the table.
    ///
    /// Under the owner's lock, and while the table is published.
    func hold() { header.pointee.holds.add(1, ordering: .acquiringAndReleasing) }

    /// A session does not use the table any more.
    ///
    /// - Returns: Whether it was the last one, and the table is retired. Otherwise the table may be gone.
    func endHold() -> Bool {
        header.pointee.holds.subtract(1, ordering: .acquiringAndReleasing).newValue
            == Self.isAwaited
    }

    /// Whether a session holds the table, which is not published any more.
    ///
    /// There is one order for all changes of a count. So the last session either ended before, and this
    /// is `false`; or it ends later, and ``endHold()`` is `true`.
    fileprivate func awaitHolds() -> Bool {
        let holds = header.pointee.holds
            .bitwiseOr(Self.isAwaited, ordering: .acquiringAndReleasing).oldValue
        return holds & ~Self.isAwaited != 0
    }
}

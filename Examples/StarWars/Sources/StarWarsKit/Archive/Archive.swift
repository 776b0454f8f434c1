// SPDX-License-Identifier: MIT

import Dispatch

/// Reads a roster once and keeps it for many questions.
public actor Archive {
    private var entries: [RosterEntry]
    private let journal: Journal

    /// Opens an archive, and returns when the whole roster is read.
    ///
    /// - Parameters:
    ///   - roster: The roster to read.
    ///   - journal: Records that the archive was opened and closed.
    /// - Throws: The roster's error.
    public init(reading roster: any Roster, journal: Journal) async throws {
        // A roster blocks its thread until it is read, which a task must not do.
        entries = try await withCheckedThrowingContinuation { waiter in
            DispatchQueue.global().async {
                waiter.resume(with: Result { try roster.entries() })
            }
        }
        self.journal = journal
        journal.note(.archiveOpened)
    }

    /// Finds people by their name or by the name of a starship of theirs.
    ///
    /// - Parameter name: A part of the name, in upper or lower case.
    /// - Returns: The entries, in the order of the roster; none once the archive is closed.
    public func entries(about name: String) -> [RosterEntry] {
        let wanted = name.lowercased()
        return entries.filter { entry in
            ([entry.person.name] + entry.starships.map(\.name)).contains {
                $0.lowercased().contains(wanted)
            }
        }
    }

    /// Releases all entries.
    public func close() {
        entries = []
        journal.note(.archiveClosed)
    }
}

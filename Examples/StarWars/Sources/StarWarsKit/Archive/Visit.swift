// SPDX-License-Identifier: MIT

/// Queries an archive for one request.
public final class Visit: Sendable {
    private let archive: Archive
    private let printer: any TablePrinter
    private let journal: Journal

    /// Begins a visit.
    ///
    /// - Parameters:
    ///   - archive: The archive to query.
    ///   - printer: Lays out the answers.
    ///   - journal: Records that the visit began and ended.
    public init(archive: Archive, printer: any TablePrinter, journal: Journal) {
        self.archive = archive
        self.printer = printer
        self.journal = journal
        journal.note(.visitBegan)
    }

    /// Reports people with a given name, or with a starship of that name.
    ///
    /// - Parameter name: A part of the name, in upper or lower case.
    /// - Returns: Text that ends with a line break.
    /// - Throws: The report's error.
    public func answer(about name: String) async throws -> String {
        let found = Found(found: await archive.entries(about: name))
        return try RosterReport(roster: found, printer: printer).text()
    }

    /// Ends the visit.
    public func end() {
        journal.note(.visitEnded)
    }

    private struct Found: Roster {
        let found: [RosterEntry]

        func entries() -> [RosterEntry] { found }
    }
}

// SPDX-License-Identifier: MIT

/// Reports a roster as a table, one line for each starship.
public struct RosterReport: Report {
    private let roster: any Roster
    private let printer: any TablePrinter

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - roster: What to report.
    ///   - printer: Lays out the table.
    public init(roster: any Roster, printer: any TablePrinter) {
        self.roster = roster
        self.printer = printer
    }

    /// Returns the table with a line of totals below it.
    ///
    /// - Returns: Text that ends with a line break.
    /// - Throws: The roster's error.
    public func text() throws -> String {
        let entries = try roster.entries()
        let pilots = entries.filter { !$0.starships.isEmpty }
        let flown = Set(pilots.flatMap(\.starships))
        return """
            \(printer.text(of: table(of: entries)))
            People: \(entries.count), pilots: \(pilots.count), starships flown: \(flown.count)

            """
    }

    private func table(of entries: [RosterEntry]) -> Table {
        let columns = [
            Table.Column("NAME"),
            Table.Column("GENDER"),
            Table.Column("BORN"),
            Table.Column("HEIGHT", alignment: .trailing),
            Table.Column("MASS", alignment: .trailing),
            Table.Column("STARSHIP"),
            Table.Column("CLASS"),
        ]
        return Table(columns: columns, rows: entries.flatMap(rows))
    }

    private func rows(of entry: RosterEntry) -> [[String]] {
        let person = entry.person
        let whoCells = [
            person.name,
            person.gender,
            person.birthYear,
            measured(person.height, in: "cm"),
            measured(person.mass, in: "kg"),
        ]
        guard let first = entry.starships.first else { return [whoCells + ["-", "-"]] }
        let sameAbove = [String](repeating: "", count: whoCells.count)
        return [whoCells + cells(of: first)]
            + entry.starships.dropFirst().map { sameAbove + cells(of: $0) }
    }

    private func cells(of starship: Starship) -> [String] {
        [starship.name, starship.starshipClass]
    }

    private func measured(_ quantity: Quantity, in unit: String) -> String {
        quantity.value == nil ? quantity.text : "\(quantity.text) \(unit)"
    }
}

// SPDX-License-Identifier: MIT

import StarWarsKit
import Testing

@Suite struct `A roster report` {
    @Test func `prints one line for each starship`() throws {
        let source = FixtureSource(
            peopleJSON: """
                [\(personJSON("Padmé Amidala", id: 1, starships: [1, 2])),
                 \(personJSON("Jabba", id: 2, height: "n/a", mass: "1,358")),
                 \(personJSON("Arvel", id: 3, height: "unknown", mass: "78.2", starships: [2]))]
                """,
            starshipsJSON: "[\(starshipJSON("Yacht", id: 1)), \(starshipJSON("N-1", id: 2))]"
        )

        try expectGolden(report(on: source).text(), "three-people")
    }

    @Test func `prints only the headings for an empty roster`() throws {
        try expectGolden(report(on: FixtureSource()).text(), "nobody")
    }

    @Test func `does not let a name break out of its cell`() throws {
        let source = FixtureSource(peopleJSON: #"[\#(personJSON(#"Evil\nTwin\u001b[31m"#))]"#)

        let text = try report(on: source).text()

        #expect(text.contains("Evil Twin [31m"))
    }

    private func report(on source: any StarWarsSource) -> any Report {
        RosterReport(
            roster: JoinedRoster(
                people: PeopleByName(source: source),
                starships: StarshipsByURL(source: source)
            ),
            printer: PlainTablePrinter()
        )
    }
}

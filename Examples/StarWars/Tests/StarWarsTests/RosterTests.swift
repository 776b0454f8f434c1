// SPDX-License-Identifier: MIT

import StarWarsKit
import Testing

@Suite struct `A roster` {
    @Test func `gives each person the starships they name, in their order`() throws {
        let roster = roster(
            people: [personJSON("Luke", starships: [2, 1])],
            starships: [starshipJSON("X-wing", id: 1), starshipJSON("Shuttle", id: 2)]
        )

        let entry = try #require(try roster.entries().first)

        #expect(entry.starships.map(\.name) == ["Shuttle", "X-wing"])
    }

    @Test func `lists people by name, also those without a starship`() throws {
        let roster = roster(people: [personJSON("Yoda", id: 1), personJSON("Ackbar", id: 2)])

        #expect(try roster.entries().map(\.person.name) == ["Ackbar", "Yoda"])
    }

    @Test func `refuses a starship that does not exist`() {
        let roster = roster(people: [personJSON("Luke", starships: [7])])

        let error = #expect(throws: StarWarsError.self) { try roster.entries() }

        #expect(error?.code == .inconsistent)
        #expect(
            error?.description
                == "http://swapi/starships/7/: Luke flies it, but there is no such starship"
        )
    }

    @Test func `refuses two starships with one URL`() {
        let roster = roster(starships: [starshipJSON("X-wing"), starshipJSON("Y-wing")])

        let error = #expect(throws: StarWarsError.self) { try roster.entries() }

        #expect(
            error?.description
                == "http://swapi/starships/1/: is the URL of both X-wing and Y-wing"
        )
    }

    private func roster(people: [String] = [], starships: [String] = []) -> any Roster {
        let source = FixtureSource(
            peopleJSON: "[\(people.joined(separator: ","))]",
            starshipsJSON: "[\(starships.joined(separator: ","))]"
        )
        return JoinedRoster(
            people: PeopleByName(source: source),
            starships: StarshipsByURL(source: source)
        )
    }
}

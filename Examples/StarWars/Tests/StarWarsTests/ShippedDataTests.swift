// SPDX-License-Identifier: MIT

import Foundation
import StarWarsKit
import Testing

@Suite struct `The shipped data` {
    private let source = FileSource(folder: ShippedData.folder, decoder: PageDecoder())

    @Test func `has at least forty people and twenty starships`() throws {
        #expect(try source.people().count >= 40)
        #expect(try source.starships().count >= 20)
    }

    @Test func `has counts that match its lists`() throws {
        for name in ["people", "starships"] {
            let file = ShippedData.folder.appending(path: "\(name).json")
            let data = try Data(contentsOf: file)
            let list = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])

            #expect(list["count"] as? Int == (list["results"] as? [Any])?.count)
            #expect(list["next"] is NSNull)
            #expect(list["previous"] is NSNull)
        }
    }

    @Test func `names each resource once`() throws {
        let urls = try source.people().map(\.url) + source.starships().map(\.url)

        #expect(Set(urls).count == urls.count)
    }

    @Test func `says the same from the person's side and from the starship's side`() throws {
        let fromPeople = try source.people().flatMap { person in
            person.starships.map { Flight(person: person.url, starship: $0) }
        }
        let fromStarships = try source.starships().flatMap { starship in
            starship.pilots.map { Flight(person: $0, starship: starship.url) }
        }

        #expect(!fromPeople.isEmpty)
        #expect(Set(fromPeople) == Set(fromStarships))
        #expect(fromPeople.count == fromStarships.count)
    }

    private struct Flight: Hashable {
        let person: URL
        let starship: URL
    }
}

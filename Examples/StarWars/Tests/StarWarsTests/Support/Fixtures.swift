// SPDX-License-Identifier: MIT

import Foundation
import StarWarsKit

/// A source made of text, so that a test shows all its data.
struct FixtureSource: StarWarsSource {
    var peopleJSON = "[]"
    var starshipsJSON = "[]"

    func people() throws -> [Person] {
        try JSONDecoder().decode([Person].self, from: Data(peopleJSON.utf8))
    }

    func starships() throws -> [Starship] {
        try JSONDecoder().decode([Starship].self, from: Data(starshipsJSON.utf8))
    }
}

/// A transport with fixed answers.
struct FixtureTransport: Transport {
    var answers: [String: String]

    func fetch(_ url: URL) throws -> Data {
        guard let answer = answers[url.absoluteString] else {
            throw StarWarsError(.refused, at: url.absoluteString, "not in the fixture")
        }
        return Data(answer.utf8)
    }
}

/// One person as JSON.
func personJSON(
    _ name: String,
    id: Int = 1,
    height: String = "172",
    mass: String = "77",
    starships: [Int] = []
) -> String {
    let links = starships.map { "\"http://swapi/starships/\($0)/\"" }.joined(separator: ",")
    return """
        {"name": "\(name)", "height": "\(height)", "mass": "\(mass)", "hair_color": "none",
         "skin_color": "fair", "eye_color": "blue", "birth_year": "19BBY", "gender": "male",
         "starships": [\(links)], "url": "http://swapi/people/\(id)/"}
        """
}

/// One starship as JSON.
func starshipJSON(_ name: String, id: Int = 1, crew: String = "1") -> String {
    """
    {"name": "\(name)", "model": "M", "manufacturer": "F", "cost_in_credits": "unknown",
     "length": "12.5", "max_atmosphering_speed": "n/a", "crew": "\(crew)", "passengers": "0",
     "cargo_capacity": "110", "consumables": "1 week", "hyperdrive_rating": "1.0",
     "MGLT": "100", "starship_class": "Starfighter", "pilots": [],
     "url": "http://swapi/starships/\(id)/"}
    """
}

/// One page of a list as JSON.
func pageJSON(count: Int, next: String? = nil, results: [String]) -> String {
    let link = next.map { "\"\($0)\"" } ?? "null"
    return """
        {"count": \(count), "next": \(link), "previous": null,
         "results": [\(results.joined(separator: ","))]}
        """
}

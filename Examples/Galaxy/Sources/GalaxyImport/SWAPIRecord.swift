// SPDX-License-Identifier: MIT

import Foundation
import GalaxyDomain

/// A page of the Star Wars API.
struct SWAPIPage<Record: Decodable>: Decodable {
    let results: [Record]
}

struct SWAPIPerson: Decodable {
    let name: String
    let birthYear: String
    let url: URL

    func person() throws -> Person {
        Person(id: try url.number(), name: name, birthYear: birthYear)
    }
}

struct SWAPIStarship: Decodable {
    let name: String
    let model: String
    let manufacturer: String
    let url: URL

    func starship() throws -> Starship {
        Starship(id: try url.number(), name: name, model: model, manufacturer: manufacturer)
    }
}

extension URL {
    /// The number at the end of the path.
    fileprivate func number() throws -> Int {
        guard let number = Int(lastPathComponent) else {
            throw SourceError(description: "\(self) does not end with a number")
        }
        return number
    }
}

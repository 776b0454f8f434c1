// SPDX-License-Identifier: MIT

import Foundation
package import GalaxyDomain

/// The files `people.json` and `starships.json` of a folder, in the format of the Star Wars API.
package struct FolderSource: StarshipSource, Sendable {
    package let name: String
    private let folder: URL

    package init(name: String, path: String) {
        self.init(name: name, folder: URL(filePath: path))
    }

    private init(name: String, folder: URL) {
        self.name = name
        self.folder = folder
    }

    /// The data that comes with the program.
    package static var bundled: FolderSource {
        FolderSource(name: "bundled", folder: Bundle.module.bundleURL.appending(path: "Data"))
    }

    package func everything() async throws -> Batch {
        let people: [SWAPIPerson] = try read("people.json")
        let starships: [SWAPIStarship] = try read("starships.json")
        return Batch(
            people: try people.map { try $0.person() },
            starships: try starships.map { try $0.starship() }
        )
    }

    private func read<Record: Decodable>(_ file: String) throws -> [Record] {
        let url = folder.appending(path: file)
        do {
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            return try decoder.decode(SWAPIPage<Record>.self, from: Data(contentsOf: url)).results
        } catch {
            throw SourceError(description: "\(url.path()) cannot be read: \(error)")
        }
    }
}

// SPDX-License-Identifier: MIT

public import Foundation

/// Reads `people.json` and `starships.json` from a folder.
public struct FileSource: StarWarsSource {
    private let folder: URL
    private let decoder: PageDecoder

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - folder: The folder with the two files.
    ///   - decoder: Reads the files.
    public init(folder: URL, decoder: PageDecoder) {
        self.folder = folder
        self.decoder = decoder
    }

    /// Reads `people.json`.
    ///
    /// - Returns: All people, in the order of the file.
    /// - Throws: ``StarWarsError`` when the file is missing or malformed.
    public func people() throws -> [Person] {
        try list("people.json")
    }

    /// Reads `starships.json`.
    ///
    /// - Returns: All starships, in the order of the file.
    /// - Throws: ``StarWarsError`` when the file is missing or malformed.
    public func starships() throws -> [Starship] {
        try list("starships.json")
    }

    private func list<Element: Decodable & Sendable>(_ name: String) throws -> [Element] {
        let file = folder.appending(path: name)
        guard let data = try? Data(contentsOf: file) else {
            throw StarWarsError(.unreadable, at: file.path(percentEncoded: false), "cannot be read")
        }
        return try decoder.page(from: data, of: file).results
    }
}

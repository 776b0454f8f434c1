// SPDX-License-Identifier: MIT

public import Foundation

/// Reads the lists `people/` and `starships/` of a SWAPI server, page by page.
public struct NetworkSource: StarWarsSource {
    private static let mostPages = 100

    private let server: URL
    private let transport: any Transport
    private let decoder: PageDecoder

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - server: The URL above the lists, such as `https://swapi.dev/api/`.
    ///   - transport: Fetches the pages.
    ///   - decoder: Reads the pages.
    public init(server: URL, transport: any Transport, decoder: PageDecoder) {
        self.server = server
        self.transport = transport
        self.decoder = decoder
    }

    /// Fetches all pages of `people/`.
    ///
    /// - Returns: All people, in the order of the server.
    /// - Throws: ``StarWarsError`` when a page cannot be had, or when one is missing at the end.
    public func people() throws -> [Person] {
        try list("people")
    }

    /// Fetches all pages of `starships/`.
    ///
    /// - Returns: All starships, in the order of the server.
    /// - Throws: ``StarWarsError`` when a page cannot be had, or when one is missing at the end.
    public func starships() throws -> [Starship] {
        try list("starships")
    }

    private func list<Element: Decodable & Sendable>(_ name: String) throws -> [Element] {
        let first = server.appending(path: name, directoryHint: .isDirectory)
        var elements: [Element] = []
        var url = first
        // The bound ends the walk when a server links its pages in a circle.
        for _ in 1...Self.mostPages {
            let page: Page<Element> = try decoder.page(from: transport.fetch(url), of: url)
            elements += page.results
            if let next = page.next {
                url = URL(string: next.relativeString, relativeTo: url)?.absoluteURL ?? next
                continue
            }
            guard elements.count == page.count else {
                let words = "promised \(page.count) elements and gave \(elements.count)"
                throw StarWarsError(.inconsistent, at: first.absoluteString, words)
            }
            return elements
        }
        let words = "goes on after \(Self.mostPages) pages"
        throw StarWarsError(.inconsistent, at: first.absoluteString, words)
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import StarWarsKit
import Testing

@Suite struct `A network source` {
    @Test(arguments: ["http://swapi", "http://swapi/"])
    func `follows the pages, with absolute and with relative links`(server: String) throws {
        let first = "http://swapi/people/"
        let second = "http://swapi/people/?page=2"
        let third = "http://swapi/people/?page=3"
        let source = try source(
            [
                first: pageJSON(count: 3, next: second, results: [personJSON("A")]),
                second: pageJSON(count: 3, next: "/people/?page=3", results: [personJSON("B")]),
                third: pageJSON(count: 3, results: [personJSON("C")]),
            ],
            server: server
        )

        let people = try source.people()

        #expect(people.map(\.name) == ["A", "B", "C"])
    }

    @Test func `keeps the path of the server`() throws {
        let page = pageJSON(count: 1, results: [starshipJSON("X-wing")])
        let source = try source(["http://swapi/api/starships/": page], server: "http://swapi/api")

        #expect(try source.starships().map(\.name) == ["X-wing"])
    }

    @Test func `stops when the pages form a circle`() throws {
        let page = pageJSON(count: 3, next: "http://swapi/people/", results: [])

        try expect("http://swapi/people/: goes on after 100 pages", from: page)
    }

    @Test func `notices when a page is missing`() throws {
        let page = pageJSON(count: 3, results: [personJSON("A")])

        try expect("http://swapi/people/: promised 3 elements and gave 1", from: page)
    }

    @Test(arguments: [
        ("<html>", "this is not JSON"),
        ("", "this is not JSON"),
        ("[]", "the page is not of type Dictionary<String, Any>"),
        ("{}", "count is missing"),
        (#"{"count": 1, "results": [{}]}"#, "results[0].name is missing"),
        (#"{"count": 1, "results": [{"name": null}]}"#, "results[0].name is null"),
        (#"{"count": 1, "results": [{"name": 7}]}"#, "results[0].name is not of type String"),
    ])
    func `reports in one line the error in the JSON`(page: String, words: String) throws {
        try expect("http://swapi/people/: \(words)", from: page)
    }

    private func source(
        _ answers: [String: String],
        server: String
    ) throws -> any StarWarsSource {
        NetworkSource(
            server: try #require(URL(string: server)),
            transport: FixtureTransport(answers: answers),
            decoder: PageDecoder()
        )
    }

    private func expect(
        _ description: String,
        from page: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let source = try source(["http://swapi/people/": page], server: "http://swapi")
        let error = #expect(throws: StarWarsError.self, sourceLocation: sourceLocation) {
            try source.people()
        }
        #expect(error?.description == description, sourceLocation: sourceLocation)
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Mortise
import MortiseGraph
import StarWarsKit
import Testing

@testable import StarWarsCommand

@Suite struct `The composition` {
    private let server = Settings(server: URL(string: "http://swapi"), timeout: .seconds(1))

    @Test func `takes a fixture for the network in one line`() throws {
        let composition = Composition(server)
        composition.container.register { FixtureTransport.onePilot as any Transport }.replacing()

        let text = try composition.report().text()

        #expect(text.contains("Ann"))
        #expect(text.contains("Dart"))
    }

    @Test(arguments: [nil, URL(string: "http://swapi")])
    func `is valid for every source`(server: URL?) {
        let composition = Composition(Settings(server: server, timeout: .seconds(1)))

        let validation = composition.container.validate()

        Attachment.record(composition.container.graph.json(), named: "graph.json")
        #expect(validation.isValid, "\(validation)")
        #expect(validation.warnings.isEmpty, "\(validation)")
    }

    @Test func `uses one source for people and starships`() throws {
        let container = Composition(Settings(server: nil, timeout: .seconds(1))).container

        let first: any StarWarsSource = try container.resolve()
        let again: any StarWarsSource = try container.resolve(tag: Wiring.Origin.files)

        #expect(first is FileSource)
        #expect(again is FileSource)
    }
}

extension FixtureTransport {
    /// A server with one person who flies one starship.
    fileprivate static let onePilot = FixtureTransport(answers: [
        "http://swapi/people/": pageJSON(count: 1, results: [personJSON("Ann", starships: [1])]),
        "http://swapi/starships/": pageJSON(count: 1, results: [starshipJSON("Dart")]),
    ])
}

// SPDX-License-Identifier: MIT

import StarWarsKit
import Testing

@Suite struct `A quantity` {
    @Test(arguments: [
        ("172", 172), ("78.2", 78.2), ("1,358", 1358), ("1,000,000", 1_000_000), ("1000km", 1000),
        ("0", 0),
    ])
    func `reads the number out of the text`(text: String, value: Double) {
        #expect(Quantity(text).value == value)
    }

    @Test(arguments: ["unknown", "n/a", "none", "indefinite", "30-165", "", "-", "1 000", "1.2.3"])
    func `has no value when the text is not one number`(text: String) {
        #expect(Quantity(text).value == nil)
    }

    @Test(arguments: ["1,358", "unknown", "n/a", "30-165"])
    func `keeps the text of the JSON`(text: String) throws {
        let source = FixtureSource(peopleJSON: "[\(personJSON("Jabba", mass: text))]")

        let mass = try #require(try source.people().first).mass

        #expect(mass.text == text)
    }
}

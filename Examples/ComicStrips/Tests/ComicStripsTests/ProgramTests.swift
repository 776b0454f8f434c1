// SPDX-License-Identifier: MIT

import Mortise
import MortiseEasyDi
import MortiseGraph
import Testing

@testable import ComicStripsCommand

/// Without replacements: it reads the strips that ship with it.
@Suite struct `The program` {
    private let program = Program(context: DIContext())

    @Test func `lists the strips`() {
        let lines = ["3  Stub", "2  Circular dependency", "1  Global state"]
        #expect(program.lines(for: []) == lines)
    }

    @Test func `shows each strip with its picture`() throws {
        for number in 1...3 {
            let lines = try #require(program.lines(for: ["\(number)"]))
            #expect(lines.count == 11)
        }
    }

    @Test func `says that there is no such strip`() {
        #expect(program.lines(for: ["4"]) == ["4.json is not there"])
    }

    @Test(arguments: [["newest"], ["1", "2"]])
    func `understands one number at most`(arguments: [String]) {
        #expect(program.lines(for: arguments) == nil)
    }

    @Test func `is wired correctly, as far as it was used`() {
        _ = program.lines(for: [])
        _ = program.lines(for: ["1"])
        let validation = program.context.container.validate()
        Attachment.record(program.context.container.graph.json(), named: "graph.json")
        #expect(validation.errors.isEmpty)
        #expect(validation.warnings.isEmpty)
    }
}

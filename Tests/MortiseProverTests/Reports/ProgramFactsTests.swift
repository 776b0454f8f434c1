// SPDX-License-Identifier: MIT

import Foundation
import MortiseProver
import MortiseTestSupport
import Testing

@Suite("The facts of a program")
struct ProgramFactsTests {
    private func facts(of name: String) throws -> String {
        let (program, text) = try Toolchain.program(try Packages.source(of: name))
        return ProgramFacts(of: program, text, until: .now + .seconds(60)).json()
    }

    @Test(arguments: ["InATask", "LoopOverTheUnknown"])
    func `are JSON, and the same each time`(name: String) throws {
        let text = try facts(of: name)
        try expectGolden(text, "\(name).facts.json", testFile: #filePath)
        #expect(try facts(of: name) == text)
        _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A tag` {
    @Test func `that is a string never equals a number`() {
        #expect(MortiseGraph.DefinitionTag.text("1") != MortiseGraph.DefinitionTag.number(1))
    }

    @Test func `is written as a literal`() {
        let text: MortiseGraph.DefinitionTag = "primary"
        let number: MortiseGraph.DefinitionTag = 3

        #expect(text == .text("primary"))
        #expect(number == .number(3))
    }

    @Test(arguments: [
        (MortiseGraph.DefinitionTag.text("primary"), #""primary""#),
        (MortiseGraph.DefinitionTag.text("a\"b\\c\nd"), #""a\"b\\c\nd""#),
        (MortiseGraph.DefinitionTag.number(-3), "-3"),
    ])
    func `is debugged as a literal`(tag: MortiseGraph.DefinitionTag, text: String) {
        #expect(tag.debugDescription == text)
    }

    @Test func `prints its name without quotes, and is a literal inside a key`() {
        let tag: MortiseGraph.DefinitionTag = "primary"

        #expect("\(tag)" == "primary")
        #expect("the tag \"\(tag)\"" == #"the tag "primary""#)
        #expect("\(Key("App.Database", tag: tag))" == #"Database "primary""#)
    }
}

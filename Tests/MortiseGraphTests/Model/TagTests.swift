// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A tag` {
    @Test func `that is a text never equals a number`() {
        #expect(MortiseGraph.Tag.text("1") != MortiseGraph.Tag.number(1))
    }

    @Test func `is written as a literal`() {
        let text: MortiseGraph.Tag = "primary"
        let number: MortiseGraph.Tag = 3

        #expect(text == .text("primary"))
        #expect(number == .number(3))
    }

    @Test(arguments: [
        (MortiseGraph.Tag.text("primary"), #""primary""#),
        (MortiseGraph.Tag.text("a\"b\\c\nd"), #""a\"b\\c\nd""#),
        (MortiseGraph.Tag.number(-3), "-3"),
    ])
    func `prints as a literal`(tag: MortiseGraph.Tag, text: String) {
        #expect(tag.description == text)
    }
}

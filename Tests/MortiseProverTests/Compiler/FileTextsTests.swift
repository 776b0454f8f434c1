// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import MortiseProver

@Suite("A place in a file")
struct FileTextsTests {
    @Test(
        "has the line and the column in bytes that the compiler counts",
        arguments: [
            ("let a = 1\nlet b = a", 14, 2, 5),
            ("let a = 1\r\nlet b = a\r\n", 15, 2, 5),
            ("let a = 1\rlet b = a", 14, 2, 5),
            ("\tlet a = 1", 5, 1, 6),
            ("let 🎬 = 1; let b = 2", 16, 1, 17),
            ("", 0, 1, 1),
        ]
    )
    func position(text: String, offset: Int, line: Int, column: Int) throws {
        let file = try temporaryFile(text)
        var texts = FileTexts()
        texts.add(file, "App.swift")
        let place = texts.place(Place(file: 0, start: offset, end: offset))
        #expect(place == SourcePlace(path: "App.swift", line: line, column: column))
    }

    @Test("has a line of code without its end")
    func line() throws {
        var texts = FileTexts()
        texts.add(try temporaryFile("first\r\nsecond"), "App.swift")
        #expect(texts.line(1, of: "App.swift") == "first")
        #expect(texts.line(2, of: "App.swift") == "second")
        #expect(texts.line(3, of: "App.swift") == "")
        #expect(texts.line(1, of: "Other.swift") == "")
    }

    private func temporaryFile(_ text: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
        try Data(text.utf8).write(to: file)
        return file.path
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct `Articles about other packages` {
    @Test(arguments: ["AsyncHTTPClient", "GRDB"])
    func `their code is the code that is tested here`(name: String) throws {
        let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let article = try text(
            here.appendingPathComponent(
                "../../../../Sources/Mortise/Mortise.docc/Recipes/\(name).md"
            )
        )
        let code = try text(here.appendingPathComponent("\(name)Recipe.swift"))

        let blocks = article.split(separator: "```").filter { $0.hasPrefix("swift\n") }
            .map { withoutIndentation($0.dropFirst("swift\n".count)) }

        #expect(!blocks.isEmpty)
        for block in blocks {
            #expect(withoutIndentation(code[...]).contains(block), "\(block)")
        }
    }

    private func text(_ file: URL) throws -> String {
        try String(contentsOf: file.standardizedFileURL, encoding: .utf8)
    }

    private func withoutIndentation(_ text: Substring) -> String {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            .joined(separator: "\n")
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseProver
import Testing

@Suite("A page on an error code")
struct ErrorPageTests {
    @Test(arguments: ErrorPage.all)
    func `is text, with the code of its snippets`(page: ErrorPage) {
        #expect(page.text.hasPrefix("# \(page.code)\n\n"))
        #expect(!page.summary.contains("\n"))
        #expect(!page.summary.isEmpty)
        for mark in ["@Snippet", "<doc:", "## Overview\n\n## ", "// snippet."] {
            #expect(!page.text.contains(mark))
        }
    }

    @Test(arguments: [
        DiagnosticCode.missingBinding, .captiveDependency, .cycle, .mayFail, .notProven, .unstubbed,
    ])
    func `is found by its code`(code: DiagnosticCode) {
        #expect(ErrorPage.page(of: code.slug)?.code == code.slug)
    }

    @Test func `is listed once, with what the code means`() {
        let lines = ErrorPage.list.split(separator: "\n")
        #expect(lines.count == Set(ErrorPage.all.map(\.code)).count)
        let line = "missing-binding        No definition provides the requested type."
        #expect(lines.contains { $0 == line })
    }

    @Test func `is suggested where a code is misspelled`() {
        #expect(ErrorPage.codes(like: "mising-binding") == ["missing-binding"])
        #expect(ErrorPage.page(of: "mising-binding") == nil)
        #expect(ErrorPage.codes(like: "planted").isEmpty)
    }
}

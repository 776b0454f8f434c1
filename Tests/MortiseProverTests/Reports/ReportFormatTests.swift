// SPDX-License-Identifier: MIT

import Foundation
import MortiseProver
import MortiseTestSupport
import Testing

@Suite("A report")
struct ReportFormatTests {
    // A mistake with a path and a hint, what may fail, and what is not proven.
    @Test(arguments: ["NearMissWrong", "InATask", "ComputedTag"])
    func `is JSON, SARIF, and text for GitHub`(name: String) throws {
        let report = try Packages.report(on: name)
        try expectGolden(report.json(), "\(name).json", testFile: #filePath)
        let sarif = report.sarif(version: "1.0", in: "Examples/A shop/")
        try expectGolden(sarif, "\(name).sarif", testFile: #filePath)
        let annotations = report.renderedForGitHub(in: "Examples/A shop/")
        try expectGolden(annotations, "\(name).github.txt", testFile: #filePath)
        for text in [report.json(), sarif] {
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        }
    }

    @Test func `counts columns in UTF-16 for programs, and in bytes for people`() throws {
        let report = try Packages.report(on: "CaretAfterEmoji")
        let finding = try #require(report.findings.first)
        let before = finding.line.utf8.prefix(finding.place.column - 1)
        let column = String(decoding: before, as: UTF8.self).utf16.count + 1
        #expect(column != finding.place.column)
        #expect(report.json().contains("\"column\": \(column),"))
        #expect(report.sarif(version: "1.0").contains("\"startColumn\": \(column)}"))
        #expect(report.renderedForGitHub().contains("col=\(column),"))
        #expect(report.rendered().contains(":\(finding.place.column): "))
    }

    @Test func `is painted for a terminal, and says the same`() throws {
        let report = try Packages.report(on: "NearMissWrong")
        let painted = report.rendered(isColored: true)
        #expect(painted.contains("\u{1B}[1;31merror:\u{1B}[0m"))
        let plain = painted.replacing(#/\u{1B}\[[0-9;]*m/#, with: "")
        #expect(plain == report.rendered())
    }

    @Test func `tells GitHub of line ends and commas without ending its command`() {
        var report = Report()
        report.findings = [.sample(path: "a,b:c%.swift", fact: "one\r\ntwo: 100%")]
        let line = report.renderedForGitHub().split(separator: "\n")[0]
        #expect(line.hasPrefix("::error file=a%2Cb%3Ac%25.swift,line=1,col=1,title=cycle::"))
        #expect(line.contains("::one%0D%0Atwo: 100%25%0A"))
    }
}

// SPDX-License-Identifier: MIT

import Foundation
import MortiseGraph
import Testing

@testable import MortiseProver

extension Finding {
    /// Something that was found, in a file of one line.
    static func sample(
        path: String = "main.swift",
        fact: String = "a fact",
        declaration: String = "wire()",
        key: String = "Log"
    ) -> Finding {
        Finding(
            kind: .error,
            place: SourcePlace(path: path, line: 1, column: 1),
            diagnostic: Diagnostic(.cycle, fact: fact),
            line: "",
            isBrief: false,
            identity: Identity(
                code: "cycle",
                module: "App",
                declaration: declaration,
                container: "",
                key: key
            )
        )
    }
}

@Suite("A baseline")
struct BaselineTests {
    private func report(_ findings: Finding...) -> Report {
        var report = Report()
        report.findings = findings
        report.wrong = findings.count
        return report
    }

    private func report(proving source: String) throws -> Report {
        let (program, text) = try Toolchain.program(source)
        return Report(proving: program, text)
    }

    @Test(arguments: ["NearMissWrong", "InATask", "ComputedTag", "LoopOverTheUnknown"])
    func `knows what it was made of, wherever the lines went`(name: String) throws {
        let source = try Packages.source(of: name)
        let before = try report(proving: source)
        let baseline = Baseline(of: before)
        let after = try report(proving: "// one\n// two\n" + source + "\n// three\n")
        let beyond = after.beyond(try Baseline(reading: Data(baseline.text.utf8)))
        #expect(before.status != 0)
        #expect(beyond.status == 0)
        #expect(beyond.outdated.isEmpty)
        #expect(beyond.known == baseline.entries.reduce(0) { $0 + $1.count })
        let known = beyond.known == 1 ? "1 finding is" : "\(beyond.known) findings are"
        #expect(beyond.rendered().contains("; \(known) in the baseline"))
    }

    @Test func `does not know what is new`() throws {
        let source = try Packages.source(of: "InATask")
        let baseline = Baseline(of: try report(proving: source))
        let added = source + "\nfunc another() { _ = try? c.resolve(Int.self) }\nanother()\n"
        let beyond = try report(proving: added).beyond(baseline)
        #expect(beyond.findings.contains { $0.identity.declaration == "another()" })
    }

    // Its identity has neither a key nor a declaration: it stays one more of what is known.
    @Test func `does not know what is new and not proven`() throws {
        let source = try Packages.source(of: "ComputedTag")
        let baseline = Baseline(of: try report(proving: source))
        let added = source + "_ = try c.resolve(Log.self, tag: tag)\n"
        let beyond = try report(proving: added).beyond(baseline)
        #expect(beyond.findings.map(\.kind).contains(.notProven))
        #expect(beyond.status == 2)
    }

    @Test func `counts findings of one identity`() throws {
        let baseline = Baseline(of: report(.sample(fact: "a")))
        let beyond = report(.sample(fact: "a"), .sample(fact: "b")).beyond(baseline)
        #expect(beyond.findings.map(\.diagnostic.fact) == ["b"])
        #expect(beyond.status == 1)
    }

    @Test func `names what does not occur any more, and can forget it`() throws {
        var baseline = Baseline(of: report(.sample(), .sample(), .sample(key: "Clock")))
        var beyond = report(.sample()).beyond(baseline)
        #expect(beyond.outdated.map(\.identity.key) == ["Clock", "Log"])
        #expect(beyond.outdated.map(\.count) == [1, 1])
        #expect(beyond.rendered().contains("[cycle] of Clock in wire(), which does not occur"))
        #expect(beyond.status == 0)

        baseline.prune(beyond)
        #expect(baseline.entries.map(\.identity.key) == ["Log"])
        #expect(baseline.entries.map(\.count) == [1])
        beyond = report(.sample()).beyond(baseline)
        #expect(beyond.outdated.isEmpty)
    }

    @Test func `does not say of a module that was not read that something is gone`() throws {
        let baseline = Baseline(of: report(.sample()))
        #expect(report().beyond(baseline, modules: ["Other"]).outdated.isEmpty)
        #expect(report().beyond(baseline, modules: ["App"]).outdated.count == 1)
        #expect(report().beyond(baseline).outdated.count == 1)
    }

    @Test func `does not say that something is gone if the proof was cut short`() throws {
        var short = report()
        short.isCutShort = true
        #expect(short.beyond(Baseline(of: report(.sample()))).outdated.isEmpty)
    }

    @Test func `tells each format what does not occur any more`() throws {
        let beyond = report().beyond(Baseline(of: report(.sample())))
        let said = "which does not occur any more"
        for text in [
            beyond.rendered(), beyond.renderedForGitHub(), beyond.sarif(version: "1.0"),
        ] { #expect(text.contains(said)) }
        #expect(beyond.json().contains("\"declaration\": \"wire()\""))
        #expect(!report().sarif(version: "1.0").contains("invocations"))
    }

    @Test func `is the same text for the same findings, in any order`() throws {
        let (one, two) = (Finding.sample(declaration: "a()"), Finding.sample(declaration: "b()"))
        #expect(Baseline(of: report(one, two)).text == Baseline(of: report(two, one)).text)
    }

    @Test(arguments: ["", "[]", "{\"version\": 1}", "{\"version\": 2, \"findings\": []}"])
    func `is not read from what is none`(text: String) {
        #expect(throws: ProverError.self) { try Baseline(reading: Data(text.utf8)) }
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `A rendered diagnostic` {
    @Test func `without anything more is the fact`() throws {
        let diagnostic = Diagnostic(.containerGone, fact: "The container is gone")

        try expectGolden(diagnostic.rendered(), "diagnostic-bare")
    }

    @Test func `aligns its path`() throws {
        let diagnostic = Diagnostic(
            .missingBinding,
            fact: "Nothing provides any Clock",
            path: [
                Diagnostic.Step(screen, at: line(20)),
                Diagnostic.Step(presenter, at: line(12), relation: .property),
                Diagnostic.Step(api, at: line(3), relation: .forwards),
                Diagnostic.Step(store, at: line(4), relation: .deferred),
                Diagnostic.Step(clock),
            ],
            hint: "one thing\nor another"
        )

        try expectGolden(diagnostic.rendered(), "diagnostic-path")
    }

    @Test func `indents an error of many lines`() throws {
        let diagnostic = Diagnostic(
            .factoryThrew,
            fact: "The factory of Store threw an error",
            path: [Diagnostic.Step(store, at: line(4))],
            underlying: "disk full\n\nfree some space"
        )

        try expectGolden(diagnostic.rendered(), "diagnostic-underlying")
    }

    @Test func `names a severity other than error`() {
        let warning = Diagnostic(.captiveDependency, severity: .warning, fact: "Beware")
        let note = Diagnostic(.notProven, severity: .note, fact: "By the way")

        #expect(warning.rendered().hasPrefix("[captive-dependency, warning] Beware\n"))
        #expect(note.rendered().hasPrefix("[not-proven, note] By the way\n"))
    }

    @Test func `does not let one long name push the source sites away`() throws {
        let long = Key(TypeName("App.\(String(repeating: "Long", count: 20))"))
        let diagnostic = Diagnostic(
            .missingBinding,
            fact: "Nothing provides any Clock",
            path: [
                Diagnostic.Step(long, at: line(1)), Diagnostic.Step(store, at: line(2)),
                Diagnostic.Step(clock),
            ]
        )

        try expectGolden(diagnostic.rendered(), "diagnostic-long-name")
    }

    @Test func `leaves out the middle of a long path`() throws {
        let steps = (1...10_000).map { number in
            Diagnostic.Step(
                Key(TypeName("App.T\(number == 10_000 ? 1 : number)")),
                at: line(number),
                isRepeated: number == 1 || number == 10_000
            )
        }
        let diagnostic = Diagnostic(.cycle, fact: "T1 needs itself", path: steps)

        try expectGolden(diagnostic.rendered(), "diagnostic-long-path")
    }

    @Test(arguments: [(24, false), (25, true)])
    func `shows up to 24 steps`(count: Int, elides: Bool) {
        let steps = Array(repeating: Diagnostic.Step(store), count: count)
        let text = Diagnostic(.tooDeep, fact: "Too deep", path: steps).rendered()

        #expect(text.contains("…") == elides)
        #expect(text.split(separator: "\n").count == (elides ? 19 : count + 2))
    }

    @Test func `equals its description`() {
        let diagnostic = Diagnostic(.cycle, fact: "Round and round")

        #expect("\(diagnostic)" == diagnostic.rendered())
    }
}

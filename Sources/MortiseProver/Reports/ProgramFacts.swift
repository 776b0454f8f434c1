// SPDX-License-Identifier: MIT

import MortiseGraph

/// What is known of the programs of a package, for other tools.
package struct ProgramFacts: Sendable {
    private let document: JSONValue

    /// Finds out what there is.
    ///
    /// - Parameters:
    ///   - program: The code that was read.
    ///   - texts: The texts of its files.
    ///   - deadline: When it ends.
    package init(
        of program: Program,
        _ texts: some SourceTexts,
        until deadline: ContinuousClock.Instant
    ) {
        let graphs = ProgramGraph.all(of: program, texts, until: deadline)
        let sites = Proof(of: program, texts, until: deadline).sites
        document = .object([
            ("version", .number(1)),
            ("programs", .array(graphs.map(\.json))),
            ("requests", .array(sites.map { $0.json(texts) })),
        ])
    }

    /// The facts as JSON.
    ///
    /// The top level is an object with these members, always in this order:
    ///
    /// - `version`: the number 1. It grows when a reader of the old shape could be misled. New members
    ///   do not change it.
    /// - `programs`: objects with `module`; `gaps`, what is not known of its containers, with the places;
    ///   and `graph`, which is what `mortise graph --format json` prints.
    /// - `requests`: objects with `file`, relative to the package, `line`, `column`, in UTF-16 and from
    ///   1 as the line, `container`, the name of the one that is asked, and `key`, either of which is
    ///   `null` if it is not known, `verdict` (`proven`, `wrong`, `may-fail` or `not-proven`), `code`
    ///   and `reason`, which are empty if there is none, and `isHandled`, whether a failure is handled
    ///   at once.
    ///
    /// - Returns: The text, with a final newline. The same code gives the same text.
    package func json() -> String { document.rendered() + "\n" }
}

extension ProgramGraph {
    fileprivate var json: JSONValue {
        .object([
            ("module", .string(module)),
            ("gaps", .array(gaps.map { .string($0) })),
            ("graph", graph.document),
        ])
    }
}

extension JudgedSite {
    fileprivate func json(_ texts: some SourceTexts) -> JSONValue {
        let spot = texts.place(place)
        let words = verdict.words
        let members: [(name: String, value: JSONValue)] = [
            ("file", .string(spot.path)),
            ("line", .number(spot.line)),
            ("column", .number(spot.columnInUTF16(of: texts.line(spot.line, of: spot.path)))),
            ("container", asked.map { .string($0.container) } ?? .null),
            ("key", asked.map(\.key.json) ?? .null),
            ("verdict", .string(words.name)),
            ("code", .string(words.code)),
            ("reason", .string(words.reason)),
            ("isHandled", .bool(isCaught)),
        ]
        return .object(members)
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// The call sites of a program with their verdicts, one on a line, for programs to read.
package struct SiteList {
    /// The lines: the verdict, `handled` or `-`, the path, the line, the column, the offsets of the
    /// first byte and of the last token, the code of the error and the reason, if there is one; with
    /// tabs between them.
    package let lines: [String]

    /// Judges a program.
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
        lines = Proof(of: program, texts, until: deadline).sites.map { site in
            let place = texts.place(site.place)
            let words = site.verdict.words
            return [
                words.name, site.isCaught ? "handled" : "-", place.path,
                String(place.line), String(place.column), String(site.place.start),
                String(site.place.end), words.code, words.reason,
            ].joined(separator: "\t")
        }
    }
}

extension Verdict {
    /// Its name, the code of the error and the reason; empty if it has none.
    var words: (name: String, code: String, reason: String) {
        switch self {
        case .proven: ("proven", "", "")
        case .wrong(let finding): ("wrong", "\(finding.code)", finding.fact)
        case .mayFail(let finding, _): ("may-fail", "\(finding.code)", finding.fact)
        case .notProven(let reason, _): ("not-proven", "", reason)
        }
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

extension Report {
    /// The findings as text, with a caret under the place of each, and a summary.
    ///
    /// - Parameter isColored: Whether a terminal shows it, which understands the codes for colors.
    /// - Returns: The text, with a final newline.
    package func rendered(isColored: Bool = false) -> String {
        let paint = Paint(isOn: isColored)
        var lines: [String] = []
        for finding in findings {
            let place = finding.place
            let text = finding.diagnostic.rendered().split(
                separator: "\n",
                omittingEmptySubsequences: false
            ).map(String.init)
            let start = paint.bold("\(place.path):\(place.line):\(place.column):")
            let word = paint.severity(finding.kind.severity)
            lines.append("\(start) \(word) \(paint.bold(text[0]))")
            if finding.isBrief { continue }
            lines.append("    " + finding.line)
            let before = String(decoding: finding.line.utf8.prefix(place.column - 1), as: UTF8.self)
            lines.append("    " + before.map(\.asSpace).joined() + paint.caret("^"))
            lines += text.dropFirst()
            lines.append("")
        }
        lines += outdated.map(\.remark)
        lines.append(summary)
        if count == 0 {
            lines.append("Nothing is proven: no code that was read asks a container of Mortise.")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How many call sites there are of each kind, on one line.
    var summary: String {
        let counts = [
            (proven, "proven"), (wrong, "wrong"), (mayFail, "may fail"), (notProven, "not proven"),
            (handled, "handled"), (excused, "excused"),
        ]
        let parts = counts.filter { $0.0 > 0 || ["proven", "wrong", "not proven"].contains($0.1) }
        let sites = count == 1 ? "1 call site: " : "\(count) call sites: "
        let text = sites + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        let findings = known == 1 ? "1 finding is" : "\(known) findings are"
        return known == 0 ? text : text + "; \(findings) in the baseline"
    }
}

extension Baseline.Entry {
    /// What to say if it does not occur any more.
    var remark: String {
        let times = count == 1 ? "" : "\(count) times "
        let name = identity.declaration.isEmpty ? identity.module : identity.declaration
        let key = identity.key.isEmpty ? "" : " of \(identity.key)"
        return "The baseline has \(times)[\(identity.code)]\(key) in \(name), which does not occur"
            + " any more: --prune removes it."
    }
}

/// Colors for a terminal, or none.
private struct Paint {
    let isOn: Bool

    private func painted(_ text: String, _ code: String) -> String {
        isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }

    func bold(_ text: String) -> String { painted(text, "1") }

    func caret(_ text: String) -> String { painted(text, "1;32") }

    func severity(_ severity: Diagnostic.Severity) -> String {
        let code =
            switch severity {
            case .error: "1;31"
            case .warning: "1;35"
            case .note: "1;36"
            }
        return painted(severity.rawValue + ":", code)
    }
}

extension Character {
    /// White space of its width on a terminal, on which emoji and East Asian characters take two
    /// columns.
    fileprivate var asSpace: String {
        if self == "\t" { return "\t" }
        let wide = [
            0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFF01...0xFF60,
        ]
        let isWide = unicodeScalars.contains { scalar in
            scalar.properties.isEmojiPresentation || scalar == "\u{FE0F}"
                || wide.contains { $0.contains(Int(scalar.value)) }
        }
        return isWide ? "  " : " "
    }
}

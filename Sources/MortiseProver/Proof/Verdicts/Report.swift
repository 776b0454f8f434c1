// SPDX-License-Identifier: MIT

package import MortiseGraph

/// What was found out about a package.
package struct Report: Sendable {
    /// A finding at a place.
    package struct Finding: Hashable, Sendable {
        package enum Kind: String, Hashable, Sendable {
            case error, mayFail, notProven, warning, note
        }

        package let kind: Kind
        package let place: SourcePlace
        package let diagnostic: Diagnostic
        /// The line of code, and the column at which the caret stands, from 1.
        package let line: String
        /// Whether another finding says all that there is to say.
        package let isBrief: Bool
    }

    package private(set) var findings: [Finding] = []
    package private(set) var proven = 0
    package private(set) var wrong = 0
    package private(set) var mayFail = 0
    package private(set) var notProven = 0
    /// Failures that are handled where they happen.
    package private(set) var handled = 0
    package private(set) var excused = 0
    /// Why requests are not proven, with their places.
    private var gaps: [Gap: [SourcePlace]] = [:]
    private var known: [SourcePlace: [Finding]] = [:]

    /// The exit status: 0 if all is proven, 1 if something is wrong, 2 if something may fail or is not
    /// proven, or if there is nothing to prove.
    package var status: Int32 {
        if findings.contains(where: { $0.kind == .error }) { return 1 }
        return mayFail + notProven > 0 || count == 0 ? 2 : 0
    }

    private var count: Int { proven + wrong + mayFail + notProven + handled + excused }
}

/// A place as people read it.
package struct SourcePlace: Hashable, Sendable {
    /// The path, relative to the package.
    package let path: String
    /// The line, from 1.
    package let line: Int
    /// The column in bytes, from 1.
    package let column: Int

    package init(path: String, line: Int, column: Int) {
        self.path = path
        self.line = line
        self.column = column
    }
}

/// The texts of the files that were read.
package protocol SourceTexts {
    /// The place of the beginning of something.
    func place(_ place: Place) -> SourcePlace
    /// The text of a line of a file, from 1, or an empty text.
    func line(_ number: Int, of path: String) -> String
}

extension Report {
    /// Proves a program.
    ///
    /// - Parameters:
    ///   - program: The code that was read.
    ///   - texts: The texts of its files.
    ///   - deadline: When it ends; what is not proven then, is not.
    package init(
        proving program: Program,
        _ texts: some SourceTexts,
        until deadline: ContinuousClock.Instant = .now + .seconds(60)
    ) {
        let proof = Proof(of: program, texts, until: deadline)
        var places: [SourceSite: Place] = [:]
        for definition in proof.definitions {
            places[program.site(definition.place, texts)] = definition.place
        }
        for site in proof.sites { add(site, texts) }
        addGaps(texts)
        for (place, call) in proof.calls.sorted(by: { $0.key < $1.key }) {
            add(call: place, call.verdict, to: call.request, texts)
        }
        for finding in proof.findings where !isKnown(finding) {
            let known = finding.path.filter { $0.site.flatMap { places[$0] } != nil }
            // What is kept too long is no mistake, but what keeps it.
            let step = finding.code == .captiveDependency ? known.first : known.last
            guard let place = step?.site.flatMap({ places[$0] }) else { continue }
            let kind: Finding.Kind =
                switch finding.severity {
                case .error: .error
                case .warning: .warning
                case .note: .note
                }
            add(kind, finding, at: texts.place(place), texts)
        }
        for fact in proof.unused {
            let site = program.site(fact.place, texts)
            let diagnostic = Diagnostic(
                .unusedBinding,
                severity: .warning,
                fact: "No request leads to \(fact.key)",
                path: [Diagnostic.Step(fact.key, at: site)],
                hint: "remove it, or mark it as .contributing() if a list takes it"
            )
            add(.warning, diagnostic, at: texts.place(fact.place), texts)
        }
        findings.sort { ($0.place, $0.diagnostic.fact) < ($1.place, $1.diagnostic.fact) }
    }

    private mutating func add(_ site: JudgedSite, _ texts: some SourceTexts) {
        let place = texts.place(site.place)
        switch site.verdict {
        case .proven: proven += 1
        case .wrong(let finding), .mayFail(let finding, _):
            guard !site.isCaught else {
                handled += 1
                return add(.note, finding, at: place, texts)
            }
            guard case .mayFail(_, let condition) = site.verdict else {
                wrong += 1
                return add(.error, finding, at: place, texts)
            }
            mayFail += 1
            add(.mayFail, softened(finding, condition, texts), at: place, texts)
        case .notProven(let reason, let cause):
            if isExcused(place, texts) {
                excused += 1
            } else {
                notProven += 1
                gaps[Gap(reason: reason, place: cause), default: []].append(place)
            }
        }
    }

    /// Names a call because of which a request in it is not proven.
    private mutating func add(
        call: Place,
        _ verdict: Verdict,
        to request: Place,
        _ texts: some SourceTexts
    ) {
        let (place, inner) = (texts.place(call), texts.place(request))
        guard (place.path, place.line) != (inner.path, inner.line), !isExcused(inner, texts),
            !isExcused(place, texts)
        else { return }
        let hint = "see \(inner.path):\(inner.line):\(inner.column)"
        switch verdict {
        case .proven: return
        case .wrong(let finding), .mayFail(let finding, _):
            let fact = "This call leads to a request that may fail: \(finding.fact)"
            add(.mayFail, Diagnostic(.mayFail, fact: fact, hint: hint), at: place, texts)
        case .notProven(let reason, _):
            let fact = "This call leads to a request that is not proven: \(reason)"
            add(.notProven, Diagnostic(.notProven, fact: fact, hint: hint), at: place, texts)
        }
    }

    /// A finding that holds on some ways only.
    private func softened(
        _ finding: Diagnostic,
        _ condition: Place?,
        _ texts: some SourceTexts
    ) -> Diagnostic {
        var softened = finding
        softened.code = .mayFail
        guard let place = condition.map({ texts.place($0) }) else {
            softened.fact = "\(finding.fact), on some ways that lead here"
            return softened
        }
        let line = texts.line(place.line, of: place.path).drop { $0.isWhitespace }
        softened.fact = "\(finding.fact), depending on `\(line)` (\(place.path):\(place.line))"
        return softened
    }

    /// Whether a finding says what one at a call site says already.
    private func isKnown(_ finding: Diagnostic) -> Bool {
        findings.contains {
            $0.diagnostic.code == finding.code && $0.diagnostic.path.last == finding.path.last
        }
    }

    private mutating func add(
        _ kind: Finding.Kind,
        _ diagnostic: Diagnostic,
        at place: SourcePlace,
        _ texts: some SourceTexts,
        isBrief: Bool = false
    ) {
        let finding = Finding(
            kind: kind,
            place: place,
            diagnostic: diagnostic,
            line: texts.line(place.line, of: place.path),
            isBrief: isBrief
        )
        if known[place]?.contains(finding) ?? false { return }
        known[place, default: []].append(finding)
        findings.append(finding)
    }

    /// Notes each gap once, at its cause if it leaves several requests undecided.
    private mutating func addGaps(_ texts: some SourceTexts) {
        for (gap, places) in gaps {
            let cause = texts.place(gap.place)
            guard places.count > 1, !places.contains(cause) else {
                for place in places { add(gap, at: place, cause, texts) }
                continue
            }
            let fact = "Not proven: \(gap.reason), which leaves \(places.count) requests undecided"
            add(.notProven, Diagnostic(.notProven, fact: fact), at: cause, texts)
            for place in places { add(gap, at: place, cause, texts, isBrief: true) }
        }
        gaps = [:]
    }

    private mutating func add(
        _ gap: Gap,
        at place: SourcePlace,
        _ cause: SourcePlace,
        _ texts: some SourceTexts,
        isBrief: Bool = false
    ) {
        let isElsewhere = (cause.path, cause.line) != (place.path, place.line)
        let source = "see \(cause.path):\(cause.line):\(cause.column)"
        let diagnostic = Diagnostic(
            .notProven,
            fact: "Not proven here: " + (isBrief ? source : gap.reason),
            path: [],
            hint: isElsewhere && !isBrief ? source : nil
        )
        add(.notProven, diagnostic, at: place, texts, isBrief: isBrief)
    }

    /// Whether a comment at the line, or on the one before, allows that something is not proven.
    private func isExcused(_ place: SourcePlace, _ texts: some SourceTexts) -> Bool {
        [place.line, place.line - 1].contains { number in
            guard number > 0 else { return false }
            let parts = texts.line(number, of: place.path).split(
                separator: "// mortise:allow not-proven:",
                omittingEmptySubsequences: false
            )
            return parts.count == 2 && parts[1].contains { !$0.isWhitespace }
        }
    }
}

extension Report {
    /// The findings as text, with a caret under the place of each, and a summary.
    package func rendered() -> String {
        var lines: [String] = []
        for finding in findings {
            let word =
                finding.kind == .warning || finding.kind == .note ? finding.kind.rawValue : "error"
            let place = finding.place
            let text = finding.diagnostic.rendered().split(
                separator: "\n",
                omittingEmptySubsequences: false
            ).map(String.init)
            lines.append("\(place.path):\(place.line):\(place.column): \(word): \(text[0])")
            if finding.isBrief { continue }
            lines.append("    " + finding.line)
            let before = String(decoding: finding.line.utf8.prefix(place.column - 1), as: UTF8.self)
            lines.append("    " + before.map(\.asSpace).joined() + "^")
            lines += text.dropFirst()
            lines.append("")
        }
        let counts = [
            (proven, "proven"), (wrong, "wrong"), (mayFail, "may fail"), (notProven, "not proven"),
            (handled, "handled"), (excused, "excused"),
        ]
        let parts = counts.filter { $0.0 > 0 || ["proven", "wrong", "not proven"].contains($0.1) }
        lines.append(
            "\(count) call sites: " + parts.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
        )
        if count == 0 {
            lines.append("Nothing is proven: no code that was read asks a container of Mortise.")
        }
        return lines.joined(separator: "\n") + "\n"
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

extension Proof {
    init(
        of program: Program,
        _ texts: some SourceTexts,
        until deadline: ContinuousClock.Instant
    ) {
        self.init(of: program, until: deadline, site: { program.site($0, texts) }) {
            let place = texts.place($0)
            guard place.line > 1 else { return false }
            let line = texts.line(place.line - 1, of: place.path).drop { $0.isWhitespace }
            return line.hasPrefix("// mortise:entry")
        }
    }
}

extension Program {
    func site(_ place: Place, _ texts: some SourceTexts) -> SourceSite {
        let known = texts.place(place)
        let file = known.path.split(separator: "/").last.map(String.init) ?? known.path
        return SourceSite(file: "\(files[place.file].module)/\(file)", line: known.line)
    }
}

extension SourcePlace: Comparable {
    package static func < (first: SourcePlace, second: SourcePlace) -> Bool {
        (first.path, first.line, first.column) < (second.path, second.line, second.column)
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

extension Report {
    /// Proves a program.
    ///
    /// - Parameters:
    ///   - program: The code that was read.
    ///   - texts: The texts of its files.
    ///   - targets: The modules of which something is said, or `nil` for all.
    ///   - deadline: When it ends; what is not proven then, is not.
    package init(
        proving program: Program,
        _ texts: some SourceTexts,
        targets: Set<String>? = nil,
        until deadline: ContinuousClock.Instant = .now + .seconds(60)
    ) {
        let proof = Proof(of: program, texts, until: deadline)
        var maker = ReportMaker(program: program, texts: texts, targets: targets)
        maker.add(proof)
        self = maker.report
        findings.sort { ($0.place, $0.diagnostic.fact) < ($1.place, $1.diagnostic.fact) }
    }
}

/// Makes a report of a proof.
private struct ReportMaker<Texts: SourceTexts> {
    let program: Program
    let texts: Texts
    let targets: Set<String>?

    private(set) var report = Report()
    private let declarations: Declarations
    /// Why requests are not proven, with those.
    private var gaps: [Gap: [JudgedSite]] = [:]
    private var known: [SourcePlace: [Finding]] = [:]

    init(program: Program, texts: Texts, targets: Set<String>?) {
        self.program = program
        self.texts = texts
        self.targets = targets
        declarations = Declarations(of: program)
    }

    mutating func add(_ proof: Proof) {
        report.isCutShort = proof.isCutShort
        var places: [SourceSite: Place] = [:]
        for definition in proof.definitions {
            places[program.site(definition.place, texts)] = definition.place
        }
        for site in proof.sites where isMeant(site.place) { add(site) }
        addGaps()
        for (place, call) in proof.calls.sorted(by: { $0.key < $1.key }) {
            add(call: place, call.verdict, to: call.request)
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
            add(kind, finding, at: place)
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
            add(.warning, diagnostic, at: fact.place)
        }
    }

    private func isMeant(_ place: Place) -> Bool {
        targets?.contains(program.files[place.file].module) != false
    }

    private mutating func add(_ site: JudgedSite) {
        switch site.verdict {
        case .proven: report.proven += 1
        case .wrong(let finding), .mayFail(let finding, _):
            guard !site.isCaught else {
                report.handled += 1
                return add(.note, finding, at: site.place, site.asked)
            }
            guard case .mayFail(_, let condition) = site.verdict else {
                report.wrong += 1
                return add(.error, finding, at: site.place, site.asked)
            }
            report.mayFail += 1
            add(.mayFail, softened(finding, condition), at: site.place, site.asked)
        case .notProven(let reason, let cause):
            if isExcused(site.place) {
                report.excused += 1
            } else {
                report.notProven += 1
                gaps[Gap(reason: reason, place: cause), default: []].append(site)
            }
        }
    }

    /// Names a call because of which a request in it is not proven.
    private mutating func add(call: Place, _ verdict: Verdict, to request: Place) {
        let (place, inner) = (texts.place(call), texts.place(request))
        guard (place.path, place.line) != (inner.path, inner.line), !isExcused(request),
            !isExcused(call)
        else { return }
        let hint = "see \(inner.path):\(inner.line):\(inner.column)"
        switch verdict {
        case .proven: return
        case .wrong(let finding), .mayFail(let finding, _):
            let fact = "This call leads to a request that may fail: \(finding.fact)"
            add(.mayFail, Diagnostic(.mayFail, fact: fact, hint: hint), at: call)
        case .notProven(let reason, _):
            let fact = "This call leads to a request that is not proven: \(reason)"
            add(.notProven, Diagnostic(.notProven, fact: fact, hint: hint), at: call)
        }
    }

    /// A finding that holds on some ways only.
    private func softened(_ finding: Diagnostic, _ condition: Place?) -> Diagnostic {
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
        report.findings.contains {
            $0.diagnostic.code == finding.code && $0.diagnostic.path.last == finding.path.last
        }
    }

    /// Notes each gap once, at its cause if it leaves several requests undecided.
    private mutating func addGaps() {
        for (gap, sites) in gaps {
            let cause = texts.place(gap.place)
            guard sites.count > 1, !sites.contains(where: { texts.place($0.place) == cause })
            else {
                for site in sites { add(gap, at: site, cause) }
                continue
            }
            let fact = "Not proven: \(gap.reason), which leaves \(sites.count) requests undecided"
            // It counts, wherever it is.
            add(.notProven, Diagnostic(.notProven, fact: fact), at: gap.place, isCause: true)
            for site in sites { add(gap, at: site, cause, isBrief: true) }
        }
    }

    private mutating func add(
        _ gap: Gap,
        at site: JudgedSite,
        _ cause: SourcePlace,
        isBrief: Bool = false
    ) {
        let place = texts.place(site.place)
        let isElsewhere = (cause.path, cause.line) != (place.path, place.line)
        let source = "see \(cause.path):\(cause.line):\(cause.column)"
        let diagnostic = Diagnostic(
            .notProven,
            fact: "Not proven here: " + (isBrief ? source : gap.reason),
            path: [],
            hint: isElsewhere && !isBrief ? source : nil
        )
        add(.notProven, diagnostic, at: site.place, site.asked, isBrief: isBrief)
    }

    private mutating func add(
        _ kind: Finding.Kind,
        _ diagnostic: Diagnostic,
        at place: Place,
        _ asked: JudgedSite.Asked? = nil,
        isBrief: Bool = false,
        isCause: Bool = false
    ) {
        guard isCause || isMeant(place) else { return }
        let key = diagnostic.path.last?.key ?? asked?.key
        let spot = texts.place(place)
        let finding = Finding(
            kind: kind,
            place: spot,
            diagnostic: diagnostic,
            line: texts.line(spot.line, of: spot.path),
            isBrief: isBrief,
            identity: Finding.Identity(
                code: "\(diagnostic.code)",
                module: program.files[place.file].module,
                declaration: declarations.name(around: place),
                container: asked?.container ?? "",
                key: key.map { "\($0)" } ?? ""
            )
        )
        if known[spot]?.contains(finding) ?? false { return }
        known[spot, default: []].append(finding)
        report.findings.append(finding)
    }

    /// Whether a comment at the line, or on the one before, allows that something is not proven.
    private func isExcused(_ place: Place) -> Bool {
        let place = texts.place(place)
        return [place.line, place.line - 1].contains { number in
            guard number > 0 else { return false }
            let parts = texts.line(number, of: place.path).split(
                separator: "// mortise:allow not-proven:",
                omittingEmptySubsequences: false
            )
            return parts.count == 2 && parts[1].contains { !$0.isWhitespace }
        }
    }
}

extension Proof {
    init(
        of program: Program,
        _ texts: some SourceTexts,
        until deadline: ContinuousClock.Instant
    ) {
        self.init(
            of: program,
            until: deadline,
            site: { program.site($0, texts) },
            isFirst: { texts.isFirst($0) }
        )
    }
}

extension SourceTexts {
    /// Whether a comment says that the function at a place runs first and once.
    func isFirst(_ place: Place) -> Bool {
        let known = self.place(place)
        guard known.line > 1 else { return false }
        let line = line(known.line - 1, of: known.path).drop { $0.isWhitespace }
        return line.hasPrefix("// mortise:entry")
    }
}

extension Program {
    func site(_ place: Place, _ texts: some SourceTexts) -> SourceSite {
        let known = texts.place(place)
        let file = known.path.split(separator: "/").last.map(String.init) ?? known.path
        return SourceSite(file: "\(files[place.file].module)/\(file)", line: known.line)
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// What was found out about the programs of a package.
///
/// Each is interpreted by itself. What is said of a place holds in all that come there.
struct Proof {
    /// The call sites, each once, in the order of their places.
    private(set) var sites: [JudgedSite] = []

    /// The calls that lead to requests which are not proven in them.
    private(set) var calls: [Place: (verdict: Verdict, request: Place)] = [:]

    private(set) var definitions: [Definition] = []

    /// Whether a program was given up before all was known: the time was over, or it is too entangled.
    private(set) var isCutShort = false

    /// The definitions that no call site leads to.
    private(set) var unused: [Definition] = []

    /// What is wrong with containers as a whole.
    private(set) var findings: [Diagnostic] = []

    /// - Parameters:
    ///   - package: All that was read.
    ///   - deadline: When it ends; what is not proven then, is not.
    ///   - site: The file and the line of a place.
    ///   - isFirst: Whether a comment says that the function at a place runs first and once.
    init(
        of package: Program,
        until deadline: ContinuousClock.Instant,
        site: @escaping (Place) -> SourceSite,
        isFirst: @escaping (Place) -> Bool
    ) {
        var sites: [Place: JudgedSite] = [:]
        var seen: Set<Place> = []
        var used: Set<Definition> = []
        for program in package.programs where program.asksContainers {
            let judge = Judge(program, until: deadline, site: site, isFirst: isFirst)
            for site in judge.judge() {
                sites[site.place] = sites[site.place].map { $0.joined(site) } ?? site
            }
            isCutShort = isCutShort || judge.limit != nil
            seen.formUnion(judge.seen)
            calls.merge(judge.calls) { first, _ in first }
            definitions += judge.definitions
            // A test may begin with a container that lacks what it brings.
            if !program.isOfTests { findings += judge.findings() }
            let unused = judge.unused()
            used.formUnion(Set(judge.definitions).subtracting(unused))
            self.unused += unused
        }
        for place in package.requests where sites[place] == nil && !seen.contains(place) {
            let verdict = Verdict.notProven("no way to here was read", place)
            sites[place] = JudgedSite(place: place, verdict: verdict, isCaught: false)
        }
        self.sites = sites.values.sorted { $0.place < $1.place }
        (definitions, findings) = (definitions.uniqued, findings.uniqued)
        unused = unused.uniqued.filter { !used.contains($0) }
    }
}

extension JudgedSite {
    /// What is said of a call site that two programs come to.
    fileprivate func joined(_ other: JudgedSite) -> JudgedSite {
        JudgedSite(
            place: place,
            verdict: verdict.joined(other.verdict),
            isCaught: isCaught && other.isCaught,
            asked: asked ?? other.asked
        )
    }
}

// SPDX-License-Identifier: MIT

package import MortiseGraph

/// What the prover says of a call site.
package enum Verdict: Hashable, Sendable {
    /// It resolves, in whatever way the program's decisions turn out.
    case proven

    /// It fails.
    case wrong(Diagnostic)

    /// It cannot be known, and why.
    case notProven(String, Place)
}

/// A call site with its verdict.
package struct JudgedSite: Sendable {
    package let place: Place
    package var verdict: Verdict
}

/// Judges the call sites that an interpreter found.
struct Judge {
    private let interpreter: Interpreter
    private let site: (Place) -> SourceSite
    private let used = Used()

    /// The definitions that some call site may lead to.
    private final class Used {
        var known: Set<ObjectIdentifier> = []
    }

    /// What requests for a type can lead to, by container.
    private final class Slices {
        var known: [Int: [SwiftType: Slice]] = [:]
    }
    private let slices = Slices()

    /// What is wrong with a scope where it is opened; `nil` if it expects nothing.
    private func verdict(of opening: Opening) -> Verdict? {
        let scope = interpreter.containers[opening.container]
        guard case .scope(let name) = scope.role else { return nil }
        let reachable = GraphMaker.order(from: scope.number, in: interpreter.containers) { _ in [] }
        let brought = inputs(of: [scope.number], before: opening.moment) { $0 == .provided }
        for expected in inputs(of: reachable, before: opening.moment, where: { $0 == .required }) {
            let isBrought = brought.contains {
                $0.fact.type == expected.fact.type && $0.fact.tag == expected.fact.tag
            }
            guard expected.fact.lifetime == .scoped(name), !isBrought else { continue }
            if let gap = scope.gaps.first { return .notProven(gap.reason, gap.place) }
            guard opening.guardian.implies(expected.guardian) else {
                return .notProven("\(expected.fact.key) may be expected", opening.place)
            }
            let finding = Diagnostic(
                .missingInput,
                fact: "\(expected.fact.key) comes from outside, and \"\(name)\" has not got it",
                path: [
                    Diagnostic.Step(expected.fact.key, at: site(expected.fact.place))
                ],
                hint:
                    "provide it where the scope is opened: openScope(\"\(name)\") { $0.provide(…) }"
            )
            return .wrong(finding)
        }
        return nil
    }

    private func inputs(
        of containers: [Int],
        before moment: Int,
        where isMeant: (Graph.Node.Input) -> Bool
    ) -> [(fact: DefinitionFact, guardian: Guard)] {
        containers.flatMap { interpreter.containers[$0].changes }.compactMap { change in
            guard change.moment < moment, case .add(let fact) = change.kind,
                let input = fact.input, isMeant(input)
            else { return nil }
            return (fact, change.guardian)
        }
    }

    /// In how many ways decisions may turn out before a site is given up.
    static let limit = 256

    init(_ interpreter: Interpreter, site: @escaping (Place) -> SourceSite) {
        self.interpreter = interpreter
        self.site = site
    }

    /// The call sites, each once, in the order of their places.
    func judge() -> [JudgedSite] {
        var verdicts: [Place: Verdict] = [:]
        for visit in interpreter.visits {
            let verdict = verdict(of: visit)
            verdicts[visit.place] = verdicts[visit.place].map { $0.joined(verdict) } ?? verdict
        }
        for opening in interpreter.openings {
            guard let verdict = verdict(of: opening) else { continue }
            verdicts[opening.place] = verdicts[opening.place].map { $0.joined(verdict) } ?? verdict
        }
        for (place, gap) in interpreter.unread {
            let verdict = Verdict.notProven(gap.reason, gap.place)
            verdicts[place] = verdicts[place].map { $0.joined(verdict) } ?? verdict
        }
        return verdicts.map { JudgedSite(place: $0, verdict: $1) }.sorted { $0.place < $1.place }
    }

    /// The definitions that no call site leads to, if all call sites are known.
    func unused() -> [DefinitionFact] {
        guard
            interpreter.program.files.contains(where: { !$0.topLevel.isEmpty })
                || interpreter.program.types.values.contains(where: \.isMain),
            interpreter.unread.isEmpty,
            interpreter.containers.allSatisfy(\.gaps.isEmpty)
        else { return [] }
        return interpreter.definitions.filter { fact in
            !used.known.contains(ObjectIdentifier(fact)) && fact.isMeantToBeAsked
                && !fact.forwarding.contains { used.known.contains(ObjectIdentifier($0)) }
        }
    }

    /// What is wrong with containers as a whole, whether a call site leads to it or not.
    func findings() -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return interpreter.containers.flatMap { findings(of: $0) }.filter {
            seen.insert($0).inserted
        }
    }

    private func findings(of container: ContainerFact) -> [Diagnostic] {
        let all = Set(interpreter.definitions.map(ObjectIdentifier.init))
        let reachable = GraphMaker.order(from: container.number, in: interpreter.containers) { _ in
            []
        }
        var decisions: Set<Int> = container.birth.decisions
        for visit in interpreter.visits where visit.container == container.number {
            visit.guardian.decisions(into: &decisions)
        }
        for number in reachable {
            guard interpreter.containers[number].gaps.isEmpty else { return [] }
            for change in interpreter.containers[number].changes {
                change.guardian.decisions(into: &decisions)
                if case .add(let fact) = change.kind {
                    if fact.gap != nil { return [] }
                    for need in fact.needs { need.guardian.decisions(into: &decisions) }
                }
            }
        }
        let sorted = decisions.sorted()
        let ways = sorted.reduce(1) { min($0 * interpreter.decisions[$1].ways.count, 4_096) }
        guard ways <= Self.limit else { return [] }
        return (0..<ways).flatMap { way -> [Diagnostic] in
            let outcomes = outcomes(sorted, way)
            guard container.birth.holds(outcomes) else { return [] }
            let maker = GraphMaker(
                interpreter.containers,
                at: .max,
                outcomes,
                of: all,
                site: site
            )
            return findings(in: maker.graph(of: container.number), of: container, outcomes)
        }
    }

    /// The findings of a container's graph, with what its call sites ask for as roots.
    private func findings(
        in graph: Graph,
        of container: ContainerFact,
        _ outcomes: [Int: String]
    ) -> [Diagnostic] {
        let requests = interpreter.visits.filter {
            $0.container == container.number && $0.guardian.holds(outcomes)
        }
        let root = TypeName("(request)")
        let asking = requests.map { visit in
            Graph.Node(
                Key(root),
                dependencies: [visit.need.dependency(inheriting: nil)],
                isContributing: true
            )
        }
        let whole = Graph(
            graph.nodes + asking,
            containers: graph.containers,
            installations: graph.installations
        )
        return whole.findings().compactMap { finding in
            var finding = finding
            finding.path.removeAll { $0.key.type == root }
            return finding.path.count > 1 || finding.code != .missingBinding ? finding : nil
        }
    }

    private func verdict(of visit: Visit) -> Verdict {
        let now = verdict(of: visit, at: visit.moment)
        guard visit.isLater else { return now }
        let later = verdict(of: visit, at: .max)
        switch (now, later) {
        case (.wrong, .proven):
            return .notProven("it may run before what it needs is registered", visit.place)
        default: return now.joined(later)
        }
    }

    private func verdict(of visit: Visit, at moment: Int) -> Verdict {
        let slice = slice(of: visit)
        used.known.formUnion(slice.definitions)
        if let gap = slice.gap { return .notProven(gap.reason, gap.place) }
        var decisions = slice.decisions
        visit.guardian.decisions(into: &decisions)
        let sorted = decisions.sorted()
        var ways = 1
        for decision in sorted {
            ways *= interpreter.decisions[decision].ways.count
            guard ways <= Self.limit else {
                return .notProven(
                    "what it needs depends on more than \(Self.limit) ways to run",
                    visit.place
                )
            }
        }
        var failures: [(outcomes: [Int: String], finding: Diagnostic)] = []
        var count = 0
        for way in 0..<ways {
            let outcomes = outcomes(sorted, way)
            guard visit.guardian.holds(outcomes) else { continue }
            count += 1
            if var finding = finding(of: visit, at: moment, outcomes, slice, []) {
                if finding.code == .needsAsync || finding.code == .needsMainActor {
                    let made = madeBefore(visit, at: moment)
                    guard
                        let left = self.finding(
                            of: visit,
                            at: moment,
                            outcomes,
                            slice,
                            made.certainly
                        )
                    else { continue }
                    finding = left
                    if self.finding(of: visit, at: moment, outcomes, slice, made.possibly) == nil {
                        return .notProven("\(finding.fact), unless it was made before", visit.place)
                    }
                }
                failures.append((outcomes, finding))
            }
        }
        guard let first = failures.first else { return .proven }
        if failures.count == count { return .wrong(first.finding) }
        // Some ways fail. If the site has decisions of its own, these may exclude them.
        guard visit.guardian.decisions.subtracting(slice.decisions).isEmpty || isCalled(visit)
        else {
            return .notProven(
                "\(first.finding.fact), if a condition turns out otherwise",
                visit.place
            )
        }
        return .wrong(first.finding)
    }

    /// Whether all that the site depends on is that its function is called.
    private func isCalled(_ visit: Visit) -> Bool {
        visit.guardian.decisions.allSatisfy {
            interpreter.decisions[$0].outcomes.contains("called")
                || interpreter.decisions[$0].outcomes.contains("runs")
        }
    }

    private func outcomes(_ decisions: [Int], _ way: Int) -> [Int: String] {
        var way = way
        var outcomes: [Int: String] = [:]
        for decision in decisions {
            let all = interpreter.decisions[decision].ways
            outcomes[decision] = all[way % all.count]
            way /= all.count
        }
        return outcomes
    }

    private func finding(
        of visit: Visit,
        at moment: Int,
        _ outcomes: [Int: String],
        _ slice: Slice,
        _ made: Set<ObjectIdentifier>
    ) -> Diagnostic? {
        let maker = GraphMaker(
            interpreter.containers,
            at: moment,
            outcomes,
            of: slice.definitions,
            made: made,
            site: site
        )
        let graph = maker.graph(of: visit.container)
        let request = Graph.Request(
            visit.need.dependency(inheriting: nil),
            lane: visit.need.lane,
            at: site(visit.place)
        )
        let met = EveryRequestIsAnswered([request]).findings(in: graph)[0]
        // What is kept too long fails before its scope is looked for.
        if let met, met.code != .missingScope { return met }
        return graph.findings(rules: Self.rules).first { $0.severity == .error } ?? met
    }

    /// The kept instances that other lanes have made before a request, or may have made.
    private func madeBefore(
        _ visit: Visit,
        at moment: Int
    ) -> (certainly: Set<ObjectIdentifier>, possibly: Set<ObjectIdentifier>) {
        guard visit.need.lane != .asynchronous else { return ([], []) }
        var (certainly, possibly) = (Set<ObjectIdentifier>(), Set<ObjectIdentifier>())
        for start in interpreter.bootstraps {
            possibly.formUnion(start.made)
            let isCertain =
                start.moment < moment && visit.guardian.implies(start.guardian)
                && !interpreter.forgets(between: start.moment, visit.moment)
            if isCertain { certainly.formUnion(start.made) }
        }
        for other in interpreter.visits where other.need.lane != .synchronous {
            let kept = slice(of: other).kept
            possibly.formUnion(kept)
            let isCertain =
                other.moment < moment && !other.isCaught
                && visit.guardian.implies(other.guardian)
                && !interpreter.forgets(between: other.moment, visit.moment)
            if isCertain { certainly.formUnion(kept) }
        }
        return (certainly, possibly)
    }

    /// What makes resolving fail, beside what a request meets.
    private static let rules = GraphRules.all.filter {
        [.cycle, .captiveDependency].contains($0.code)
    }
}

extension Judge {
    /// What can matter to a request, whatever decisions turn out to be.
    private struct Slice {
        var definitions: Set<ObjectIdentifier> = []
        /// Those whose instances are kept.
        var kept: Set<ObjectIdentifier> = []
        var decisions: Set<Int> = []
        var gap: Gap?
    }

    private func slice(of visit: Visit) -> Slice {
        if let known = slices.known[visit.container]?[visit.need.type] { return known }
        let slice = makeSlice(of: visit)
        slices.known[visit.container, default: [:]][visit.need.type] = slice
        return slice
    }

    private func makeSlice(of visit: Visit) -> Slice {
        let containers = interpreter.containers
        var slice = Slice()
        let reachable = GraphMaker.order(from: visit.container, in: containers) { number in
            containers[number].changes.compactMap { change in
                if case .link(let other) = change.kind { other } else { nil }
            }
        }
        for number in reachable {
            if let gap = containers[number].gaps.first {
                slice.gap = gap
                return slice
            }
        }
        var byType: [SwiftType: [(DefinitionFact, Guard)]] = [:]
        for number in reachable {
            for change in containers[number].changes {
                switch change.kind {
                case .add(let fact): byType[fact.type, default: []].append((fact, change.guardian))
                case .remove(let fact):
                    byType[fact.type, default: []].append((fact, change.guardian))
                case .reset, .link, .unlink, .select:
                    change.guardian.decisions(into: &slice.decisions)
                }
            }
        }
        var waiting = [visit.need.type]
        var seen: Set<SwiftType> = []
        while let type = waiting.popLast() {
            guard seen.insert(type).inserted else { continue }
            if let wrapped = type.wrapped { waiting.append(wrapped) }
            if let member = type.collected { waiting.append(member) }
            for (fact, guardian) in byType[type] ?? [] {
                guardian.decisions(into: &slice.decisions)
                fact.replacing?.guard.decisions(into: &slice.decisions)
                fact.contributing?.decisions(into: &slice.decisions)
                fact.anyTag?.decisions(into: &slice.decisions)
                guard slice.definitions.insert(ObjectIdentifier(fact)).inserted else { continue }
                if fact.lifetime.isCaching { slice.kept.insert(ObjectIdentifier(fact)) }
                if let gap = fact.gap { slice.gap = slice.gap ?? gap }
                if let target = fact.forwardsTo { waiting.append(target.type) }
                for need in fact.needs {
                    need.guardian.decisions(into: &slice.decisions)
                    waiting.append(need.type)
                }
            }
        }
        return slice
    }
}

extension DefinitionFact {
    /// Whether it is there to be asked for.
    fileprivate var isMeantToBeAsked: Bool {
        !isDecorator && !isCollection && input == nil && forwardsTo == nil && contributing == nil
            && lifetime != .eagerSingleton
    }
}

extension SwiftType {
    /// What a list or a keyed collection is of.
    fileprivate var collected: SwiftType? {
        if let element { return element }
        guard case .nominal(let path, let arguments) = self, arguments.count == 2,
            path.map(\.name) == ["Swift", "Dictionary"]
        else { return nil }
        return arguments[1]
    }
}

extension Decision {
    /// All ways in which it can turn out.
    var ways: [String] {
        outcomes.count == 2 && Self.opposites.contains(outcomes[1])
            ? outcomes : outcomes + ["otherwise"]
    }

    private static let opposites: Set<String> = [
        "false", "none", "not", "is not", "not called", "does not run", "no more",
    ]
}

extension Verdict {
    /// The verdict on a site that runs in two ways.
    func joined(_ other: Verdict) -> Verdict {
        switch (self, other) {
        case (.wrong, _): self
        case (_, .wrong): other
        case (.notProven, _): self
        default: other
        }
    }
}

extension Place: Comparable {
    package static func < (first: Place, second: Place) -> Bool {
        (first.file, first.start, first.end) < (second.file, second.start, second.end)
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// Judges the call sites of a program.
final class Judge {
    private let program: Program
    let round: Round
    /// Why the program was not interpreted to its end.
    ///
    /// Then nothing is known of any request.
    let limit: String?
    let site: (Place) -> SourceSite

    /// The verdicts, by their places.
    private var verdicts: [Place: Verdict] = [:]
    private var caught: Set<Place> = []
    /// The requests that are proven, each on its own, and those that are not.
    private var proven: [Visit] = []
    private var failed: [Visit] = []
    private var asked: [Place: JudgedSite.Asked] = [:]
    /// The calls that lead to requests which are not proven in them.
    private(set) var calls: [Place: (verdict: Verdict, request: Place)] = [:]
    /// The types that some call site may lead to.
    private var used: Set<SwiftType> = []
    /// The requests that are being judged, to notice cycles through captured containers.
    private var open: [(container: Origin, need: Need, members: [Definition])] = []

    init(
        _ program: Program,
        until deadline: ContinuousClock.Instant,
        site: @escaping (Place) -> SourceSite,
        isFirst: @escaping (Place) -> Bool
    ) {
        self.program = program
        self.site = site
        (round, limit) = Machine.run(program, until: deadline, isFirst: isFirst)
    }

    private(set) lazy var definitions = round.definitions.uniqued

    /// The places of calls that it has come to, or has found that nothing comes to.
    var seen: Set<Place> { round.reached.union(round.dead) }

    /// The call sites, each once, in the order of their places.
    func judge() -> [JudgedSite] {
        if let limit {
            return program.requests.map {
                JudgedSite(place: $0, verdict: .notProven(limit, $0), isCaught: false)
            }
        }
        // What a loop asks for again and finds as it was is judged once.
        var known: [Question: (world: [Origin: ContainerState], verdict: Verdict)] = [:]
        for visit in round.visits {
            let question = Question(visit)
            if let last = known[question], last.world == visit.world {
                note(last.verdict, of: visit)
                continue
            }
            let verdict = verdict(of: visit)
            known[question] = (visit.world, verdict)
            note(verdict, of: visit)
        }
        for opening in round.openings {
            guard let verdict = verdict(of: opening) else { continue }
            note(verdict, at: opening.place, isCaught: opening.isCaught)
        }
        for (place, gap, caller) in round.unread {
            let verdict = Verdict.notProven(gap.reason, gap.place)
            note(verdict, at: place)
            if let caller { note(verdict, ofCall: caller, to: place) }
        }
        for call in round.providerCalls { note(verdict(ofProvider: call), of: call) }
        // What captured containers are asked for by definitions that no request leads to.
        let others = round.makings.values.flatMap(\.requests).filter { verdicts[$0.place] == nil }
        for visit in others.sorted(by: { ($0.place, $0.container) < ($1.place, $1.container) }) {
            note(verdict(of: visit), of: visit)
        }
        noteWhatFailedBefore()
        return verdicts.map { place, verdict in
            JudgedSite(
                place: place,
                verdict: verdict,
                isCaught: caught.contains(place) && !verdict.failsItsTest,
                asked: asked[place]
            )
        }.sorted { $0.place < $1.place }
    }

    /// What a scope or an overlay has failed to make it tries again, whatever has replaced that since.
    private func noteWhatFailedBefore() {
        let layers = failed.reduce(into: [Origin: Place]()) { layers, visit in
            for (origin, container) in visit.world where container.isOpened {
                layers[origin.old] = min(layers[origin.old] ?? visit.place, visit.place)
            }
        }
        for visit in proven {
            let replaced = visit.world.keys.filter { origin in
                layers[origin.old] != nil
                    && GraphMaker.order(from: origin, in: visit.world).dropFirst().contains {
                        visit.world[$0]?.hasReplacedSinceAsked ?? false
                    }
            }
            guard let first = replaced.compactMap({ layers[$0.old] }).min() else { continue }
            note(.notProven("what failed before has been replaced since", first), of: visit)
        }
    }

    /// What a verdict depends on, beside what the containers have.
    private struct Question: Hashable {
        let place: Place
        let container: Origin
        let need: Need
        let facts: Facts

        init(_ visit: Visit) {
            (place, container) = (visit.place, visit.container)
            (need, facts) = (visit.need, visit.facts)
        }
    }

    private func note(_ verdict: Verdict, of visit: Visit) {
        if verdict == .proven { proven.append(visit) } else { failed.append(visit) }
        if asked[visit.place] == nil {
            asked[visit.place] = JudgedSite.Asked(
                container: visit.world[visit.container]?.name ?? "",
                key: visit.need.dependency(inheriting: nil).key
            )
        }
        note(verdict, at: visit.place, isCaught: visit.isCaught)
        if let caller = visit.caller, !visit.isCaught {
            note(verdict, ofCall: caller, to: visit.place)
        }
    }

    private func note(_ verdict: Verdict, ofCall call: Place, to place: Place) {
        if verdict != .proven, calls[call] == nil { calls[call] = (verdict, place) }
    }

    private func note(_ verdict: Verdict, at place: Place, isCaught: Bool) {
        if verdicts[place] == nil, isCaught { caught.insert(place) }
        if !isCaught { caught.remove(place) }
        note(verdict, at: place)
    }

    private func note(_ verdict: Verdict, at place: Place) {
        verdicts[place] = verdicts[place].map { $0.joined(verdict) } ?? verdict
    }

    // MARK: - Requests

    private func verdict(of visit: Visit) -> Verdict {
        var visit = visit
        let all = visit.world
        let order = GraphMaker.order(from: visit.container, in: all)
        visit.world = all.filter { order.contains($0.key) }
        guard let container = visit.world[visit.container] else {
            return .notProven("the container is not known here", visit.place)
        }
        let slice = Slice(visit.need, in: visit.world, round.makings)
        if let verdict = verdictOnEachSelection(of: visit, slice.types, all) { return verdict }
        used.formUnion(slice.types)
        if let gap = slice.gap { return .notProven(gap.reason, gap.place) }
        let isMadeAround = open.flatMap(\.members).contains { member in
            round.members.others(like: member).contains(where: slice.definitions.contains)
        }
        if isMadeAround { return .notProven("its factory asks for itself again", visit.place) }
        let closed = closed(container, visit)
        switch closed {
        case .wrong(let finding)?: return .wrong(finding)
        case .notProven(let reason, let place)?: return .notProven(reason, place)
        default: break
        }
        var verdict = verdict(of: visit, slice)
        if let closed { verdict = verdict.joined(closed) }
        verdict = self.verdict(onCyclesIn: slice, visit, verdict)
        if verdict == .proven { verdict = self.verdict(onArgumentsOf: slice, visit) }
        if verdict == .proven { verdict = self.verdict(onWhatEndsIn: slice, visit) }
        visit.world = all
        let members = slice.definitions.filter(\.isMember)
        for opening in slice.openings {
            verdict = verdict.limited(by: self.verdict(of: opening) ?? .proven)
        }
        return slice.requests.reduce(verdict) {
            $0.limited(by: self.inner($1, in: visit, leadingTo: Array(members)))
        }
    }

    /// The verdict on a request that may lead to any of several implementations; `nil` if none varies.
    private func verdictOnEachSelection(
        of visit: Visit,
        _ types: Set<SwiftType>,
        _ world: [Origin: ContainerState]
    ) -> Verdict? {
        let varying = visit.world.flatMap { origin, container in
            container.varying.intersection(types).map { (origin, $0) }
        }
        guard let (origin, type) = varying.min(by: { "\($0)" < "\($1)" }) else { return nil }
        let implementations = visit.world.values.flatMap { $0.implementations(of: type) }
        let tags = implementations.compactMap(\.definition.tag).uniqued
        guard varying.count <= 2, 1...Value.limit ~= tags.count else {
            return .notProven("which implementation is selected", visit.place)
        }
        var found: Verdict?
        for tag in tags {
            var one = visit
            one.world = world
            _ = one.world[origin]?.select(tag, of: type)
            let verdict = verdict(of: one)
            found = found.map { $0.joined(verdict) } ?? verdict
        }
        return found
    }

    /// The verdict on a call of a provider: of each container that may have given it.
    private func verdict(ofProvider call: Visit) -> Verdict {
        var found: Verdict?
        // Nobody is thought to hold what is closed while what is open may be meant, too, and closing by
        // other code is what comes last.
        var world = atAnyTime
        for origin in world.keys {
            world[origin]?.closed = origin.isOld ? .never : call.world[origin]?.closed ?? .never
        }
        let all = providersMeant(by: call.need)
        let open = all.filter { world[$0.container]?.closed != .always }
        let meant = open.isEmpty ? all : open
        if meant.contains(where: { call.gone.contains($0.container) }) {
            return .notProven("the container may not be there any more", call.place)
        }
        if meant.contains(where: { $0.need.tag == .inherited }) {
            return .notProven("the tag that a provider passes on is not known", call.place)
        }
        for (origin, need) in meant {
            // As it is at the call, and as it ends.
            for world in [call.world[origin].map { _ in call.world }, world].compactMap({ $0 }) {
                let visit = Visit(
                    place: call.place,
                    container: origin,
                    need: need,
                    world: world,
                    isCaught: call.isCaught,
                    caller: call.caller
                )
                let verdict = verdict(of: visit)
                found = found.map { $0.joined(verdict) } ?? verdict
            }
            // It may have been another one at the call.
            if call.world[origin] == nil, case .wrong? = found { found = found?.joined(.proven) }
        }
        return found ?? .notProven("where the provider comes from is not known", call.place)
    }

    /// The containers of which somebody may have a provider, each with what that asks for.
    private func providersMeant(by need: Need) -> [(container: Origin, need: Need)] {
        func asked(by given: Need) -> Need? {
            guard given.type == need.type, given.lane == need.lane,
                need.tag == .none || given.tag == need.tag
            else { return nil }
            var asked = need
            (asked.tag, asked.tagRule) = (given.tag, given.tagRule)
            return asked
        }
        let givers = atAnyTime.mapValues { container in
            container.entries.flatMap { entry in
                needs(of: entry).filter(\.isDeferred).compactMap(asked)
                    .map { (lifetime: entry.definition.lifetime, need: $0) }
            }
        }
        // It asks the container that was asked for what was given it, or keeps that.
        let held = atAnyTime.keys.sorted().flatMap { origin in
            atAnyTime.reached(from: origin).sorted().flatMap { source in
                (givers[source] ?? []).filter { given in
                    switch given.lifetime {
                    case .scoped(let name): atAnyTime[origin]?.role == .scope(name)
                    case .unique, .shared: true
                    case .singleton, .eagerSingleton, .weakSingleton: source == origin
                    }
                }.map { Given(container: origin, need: $0.need) }
            }
        }
        let others = round.providers.compactMap { container, need in
            asked(by: need).map { Given(container: container, need: $0) }
        }
        return (held + others).uniqued.map { ($0.container, $0.need) }
    }

    private struct Given: Hashable {
        let container: Origin
        let need: Need
    }

    /// All that a definition may ask for.
    private func needs(of entry: Entry) -> [Need] {
        entry.definition.parameters
            + GraphMaker.makings(of: entry, round.makings).flatMap { $0.needs.map(\.need) }
    }

    /// The containers as they end, with whatever code that runs at any time may have done.
    private lazy var atAnyTime = round.effects.inOrder.reduce(into: round.containers) {
        all,
        effects in
        for (origin, change) in effects.value.containers { all[origin]?.suffer(change) }
    }

    /// What is made asynchronously ends a factory by an error at first, which must not end the program.
    private func verdict(onWhatEndsIn slice: Slice, _ visit: Visit) -> Verdict {
        guard visit.need.lane == .asynchronous else { return .proven }
        let isThere = slice.needsAtOnce.allSatisfy { need in
            var asked = visit
            asked.need = need
            return need.tag != .inherited && verdict(of: asked) == .proven
        }
        return isThere
            ? .proven : .notProven("what a factory asks for may have to be awaited", visit.place)
    }

    /// What is kept for each argument is told apart by its value.
    private func verdict(onArgumentsOf slice: Slice, _ visit: Visit) -> Verdict {
        let needs = slice.needs.filter { !$0.arguments.isEmpty && !$0.isDeferred }
        for need in needs.sorted(by: { "\($0)" < "\($1)" }) {
            let kept = slice.definitions.filter {
                // Dip compares what it can.
                $0.type == need.type && $0.arguments == need.arguments && $0.lifetime.isReused
                    && !$0.isOfDip
            }
            guard let place = kept.map(\.place).min() else { continue }
            let types =
                need.passesTuple
                ? [.tuple(need.arguments.map { SwiftType.TupleElement($0) })] : need.arguments
            for type in types {
                guard let isHashable = program.isHashable(type) else {
                    return .notProven("whether \(TypeName(type)) is Hashable is not known", place)
                }
                if isHashable { continue }
                let key = need.dependency(inheriting: nil).key
                let finding = Diagnostic(
                    .argumentNotHashable,
                    fact: Fact.argumentNotHashable("\(TypeName(type))"),
                    path: [Diagnostic.Step(key, at: site(place))],
                    hint: Fact.adviceOnHashing
                )
                // An extension in a file that is not read may make it so.
                return .mayFail(finding, nil)
            }
        }
        return .proven
    }

    private func closed(_ container: ContainerState, _ visit: Visit) -> Verdict? {
        let sources = visit.world.values.map(\.closed)
        guard sources.contains(where: { $0 != .never }) else { return nil }
        // What is installed there is not looked for.
        if visit.need.selecting == .own { return .notProven("it may be closed", visit.place) }
        let finding = Diagnostic(
            .scopeClosed,
            fact: "\"\(container.name)\" is closed",
            path: [
                Diagnostic.Step(visit.need.dependency(inheriting: nil).key, at: site(visit.place))
            ]
        )
        // Where nothing is kept, what may be missing is.
        let isNeeded = !visit.need.isOptional && visit.need.type.wrapped == nil
        return isNeeded && container.closed == .always ? .wrong(finding) : .mayFail(finding, nil)
    }

    /// The verdict on what a factory asks a captured container for, when a request leads to it.
    private func inner(
        _ inner: Visit,
        in outer: Visit,
        leadingTo members: [Definition]
    ) -> Verdict {
        let isOpen = open.contains { $0.container == inner.container && $0.need == inner.need }
        guard !isOpen, open.count < 32 else {
            return .notProven("its factory asks for itself again", inner.place)
        }
        open.append((outer.container, outer.need, members))
        defer { open.removeLast() }
        let isAnother = inner.isOfAnyRun && round.foreign[inner.container] != nil
        let isKnown = !isAnother && outer.world[inner.container] != nil
        let now = Visit(
            place: inner.place,
            container: inner.container,
            need: inner.need,
            world: isKnown
                ? outer.world.merging(inner.world) { $0.withMembers(of: $1) } : inner.world,
            isCaught: inner.isCaught,
            caller: nil,
            facts: outer.facts
        )
        let verdict = verdict(of: now)
        note(verdict, of: now)
        return verdict
    }

    private func verdict(of visit: Visit, _ slice: Slice) -> Verdict {
        let open = slice.slots.flatMap { origin, keys in
            keys.map { SlotName(origin: origin, key: $0) }
        }
        .filter { name in
            guard let slot = visit.world[name.origin]?[name.key] else { return false }
            return (!slot.isCertain || slot.options.count != 1) && slice.mayCome(to: slot, name.key)
        }
        let options = open.sorted { $0.order < $1.order }.compactMap { name in
            visit.world[name.origin]?[name.key].map { OpenSlot(name, $0) }
        }
        let all = Choice.all(options, under: visit.facts)
        let (isWhole, choices) = (all != nil, all ?? Choice.some(of: options))
        let failures = choices.compactMap { choice in
            finding(of: visit, slice, choice, isStrict: false)
        }
        guard let first = failures.first else {
            return isWhole ? .proven : .notProven("it depends on too many conditions", visit.place)
        }
        let isAlways =
            isWhole && failures.count == choices.count
            && choices.allSatisfy {
                finding(of: visit, slice, $0, isStrict: true, mayBeMade: true) != nil
            }
        if isAlways, !failures.contains(where: { mayBeKept($0, slice, visit) }) {
            return .wrong(first)
        }
        let cause = options.lazy.compactMap { visit.world[$0.name.origin]?[$0.name.key]?.cause }
            .first
        return .mayFail(first, cause)
    }

    /// Whether an instance may be there that was made when nothing was in its way.
    private func mayBeKept(_ finding: Diagnostic, _ slice: Slice, _ visit: Visit) -> Bool {
        let isOfLane = finding.code == .needsAsync || finding.code == .needsMainActor
        if isOfLane, !madeElsewhere.isDisjoint(with: slice.definitions) { return true }
        // In Dip, an instance that was made with arguments answers a request without any.
        let mayAnswer = slice.definitions.contains { definition in
            definition.isOfDip && !definition.arguments.isEmpty && definition.lifetime.isReused
                && (!round.unread.isEmpty || definition.lifetime.isCaching
                    || slice.definitions.contains {
                        ($0 == definition || $0.forwardsTo == definition)
                            && askedWithArguments.contains($0.type)
                    })
        }
        if mayAnswer { return true }
        // What was made for another tag answers for each.
        let passesOn = slice.inheritors.map(\.definition).contains {
            $0.tag == nil && $0.lifetime.isReused && !$0.isOfDip
        }
        if passesOn { return true }
        guard visit.world.values.contains(where: \.hasChanged) else { return false }
        // It keeps its instances when what they were made of is replaced around it.
        if visit.world.values.contains(where: \.isOpened) { return true }
        // A path from the request names all definitions without which nothing was in the way.
        let path = finding.path
        let isWhole = path.first?.key == visit.need.dependency(inheriting: nil).key
        let sites = Set(path.compactMap(\.site))
        let met = slice.definitions.filter { !isWhole || sites.contains(site($0.place)) }
        // What is wrapped is not on the path, and decides whether its wrapper is kept.
        let wrapped = Set(met.filter { $0.kind == .decorator }.map(\.type))
        return met.contains(where: \.lifetime.isReused)
            || slice.definitions.contains { wrapped.contains($0.type) && $0.lifetime.isReused }
    }

    /// The types that are asked for with arguments.
    private lazy var askedWithArguments: Set<SwiftType> = {
        let makings = round.makings.values
        let needs =
            (round.visits + makings.flatMap(\.requests)).map(\.need)
            + makings.flatMap { $0.needs.map(\.need) }
        return Set(needs.filter { !$0.arguments.isEmpty }.map(\.type))
    }()

    /// The definitions from which other lanes may make instances at some time.
    private lazy var madeElsewhere: Set<Definition> = {
        let all = round.visits + round.makings.values.flatMap { $0.requests + $0.handled }
        var asked = all.map { ($0.need, $0.world) }
        for origin in atAnyTime.keys.sorted() {
            let order = GraphMaker.order(from: origin, in: atAnyTime)
            let world = atAnyTime.filter { order.contains($0.key) }
            // Whoever holds a provider may call it.
            let needs = world.values.flatMap(\.entries).flatMap { self.needs(of: $0) }
            let given = round.providers.filter { $0.container == origin }.map(\.need)
            asked += (needs.filter(\.isDeferred) + given).map { ($0, world) }
        }
        return asked.reduce(into: []) { found, asked in
            guard asked.0.lane != .synchronous else { return }
            let slice = Slice(asked.0, in: asked.1, round.makings)
            found.formUnion(slice.definitions.filter { $0.lane != .synchronous })
        }
    }()

    private func finding(
        of visit: Visit,
        _ slice: Slice,
        _ choice: Choice,
        isStrict: Bool,
        mayBeMade: Bool = false
    ) -> Diagnostic? {
        var maker = GraphMaker(
            first: visit.container,
            world: visit.world,
            makings: round.makings,
            slice: slice,
            choice: choice.entries,
            facts: choice.facts,
            isStrict: isStrict,
            mayBeMade: mayBeMade,
            site: site
        )
        if visit.need.adopted != nil { maker.adopting = visit.need }
        if visit.need.selecting != nil {
            return maker.obstacle(toSelecting: visit.need, at: visit.place)
        }
        let graph = maker.graph()
        let request = Graph.Request(
            visit.need.dependency(inheriting: nil),
            lane: visit.need.lane,
            at: site(visit.place)
        )
        let answer = EveryRequestIsAnswered([request]).answers(in: graph)[0]
        let met = answer.finding
        // What is kept too long fails before its scope is looked for.
        if let met, met.code != .missingScope { return met }
        if let live = live(among: slice, answer.sites, visit) { return live }
        // What makes resolving fail, beside what a request meets.
        let links = Links(graph, keepsRegisteredParameters: true)
        let others =
            (EveryCycleHasAProperty().findings(in: links) + NoCaptives().findings(in: links))
            .filter { $0.severity == .error }
        if met != nil { return others.first ?? met }
        // What the request does not come to does not keep it from an instance.
        let sites = answer.sites
        if let other = otherType(among: slice, sites) { return other }
        // What stands for several definitions has no place of its own.
        return others.first { $0.path.lazy.compactMap(\.site).first.map(sites.contains) ?? true }
    }
}

extension Judge {
    /// What a request comes to that a test should have replaced.
    private func live(
        among slice: Slice,
        _ sites: Set<SourceSite>,
        _ visit: Visit
    ) -> Diagnostic? {
        let order = GraphMaker.order(from: visit.container, in: visit.world, links: false)
        guard let test = order.firstIndex(where: { visit.world[$0]?.requiresStubs == true })
        else { return nil }
        let live = order[test...].dropFirst().flatMap { visit.world[$0]?.entries ?? [] }.filter {
            $0.isUnstubbed && slice.definitions.contains($0.definition)
                && sites.contains(site($0.definition.place))
        }
        guard let first = live.map(\.definition).min(by: { $0.place < $1.place }) else {
            return nil
        }
        return Diagnostic(
            .unstubbed,
            fact: "\(first.key) is live, and this test has not replaced it",
            path: [Diagnostic.Step(first.key, at: site(first.place))],
            hint: "register a stub for it in the overlay of the test"
        )
    }
}

// MARK: - Containers as a whole

extension Judge {
    /// The definitions that no call site leads to, if all call sites are known.
    func unused() -> [Definition] {
        guard limit == nil,
            program.files.contains(where: { !$0.topLevel.isEmpty })
                || program.types.values.contains(where: \.isMain),
            round.unread.isEmpty,
            round.containers.values.allSatisfy({ $0.gap == nil && $0.typeGaps.isEmpty })
        else { return [] }
        let forwarded = definitions.filter { used.contains($0.type) }.compactMap(\.forwardsTo)
        let contributing = round.containers.values.flatMap(\.entries).filter(\.isContributing)
        let spared = Set(forwarded + contributing.map(\.definition))
        return definitions.filter {
            !used.contains($0.type) && $0.kind == .factory && $0.lifetime != .eagerSingleton
                && $0.factory != nil && !spared.contains($0)
        }
    }

    /// What is wrong with containers as a whole, whether a call site leads to it or not.
    func findings() -> [Diagnostic] {
        guard limit == nil else { return [] }
        var seen: Set<Diagnostic> = []
        return order.flatMap { findings(of: $0) }.filter { seen.insert($0).inserted }
    }

    /// What is not known of a container, and of its definitions.
    func gaps(of container: ContainerState) -> [Gap] {
        let entries = container.entries.flatMap { entry in
            [entry.gap] + GraphMaker.makings(of: entry, round.makings).map(\.gap)
        }
        return container.gaps + entries.compactMap { $0 }
    }

    /// What makes the graph of containers as a whole, as they are at the end.
    ///
    /// - Parameters:
    ///   - first: The container that is asked.
    ///   - choice: What slots have whose content is not certain.
    ///   - containers: The containers of the graph, if not all that the first one searches.
    /// - Returns: What makes it.
    func maker(
        from first: Origin,
        choice: [SlotName: Entry] = [:],
        of containers: [Origin]? = nil
    ) -> GraphMaker {
        GraphMaker(
            first: first,
            world: round.containers,
            makings: round.makings,
            slice: nil,
            choice: choice,
            facts: .none,
            isStrict: false,
            mayBeMade: true,
            site: site,
            containers: containers
        )
    }

    private func findings(of origin: Origin) -> [Diagnostic] {
        let containers = GraphMaker.order(from: origin, in: round.containers)
            .compactMap { round.containers[$0] }
        guard containers.allSatisfy({ $0.varying.isEmpty && gaps(of: $0).isEmpty }) else {
            return []
        }
        let slots = containers.flatMap { container in container.order.compactMap { container[$0] } }
        let isCertain = slots.allSatisfy { $0.isCertain && $0.options.count == 1 }
        let root = TypeName("(request)")
        let graph = maker(from: origin).graph()
        let asking = round.visits.filter { $0.container == origin }.map { visit in
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
            // What they give is there as soon as somebody asks for it.
            if finding.path.contains(where: { $0.key.tag?.isMember ?? false }) { return nil }
            guard isCertain || finding.code == .duplicateBinding else { return nil }
            return finding.path.count > 1 || finding.code != .missingBinding ? finding : nil
        }
    }
}

extension SlotName {
    /// What brings slots into an order that is always the same.
    fileprivate var order: String {
        "\(origin.place.file) \(origin.place.start) \(key.type) \(key.tag as Any)"
    }
}

extension Verdict {
    /// The verdict on a request that leads to another one, which may not be made.
    fileprivate func limited(by other: Verdict) -> Verdict {
        switch (self, other) {
        case (.proven, .wrong(let finding)): .mayFail(finding, nil)
        case (.proven, _), (.mayFail, .notProven): other
        default: self
        }
    }
}

extension Program {
    /// The places of all calls that ask a container or a resolver for something.
    var requests: Set<Place> {
        var places: Set<Place> = []
        func see(_ expression: Expression) {
            guard case .call(let callee, _) = expression.kind,
                case .member(_, let reference) = callee.kind, isOfMortise(reference)
            else { return }
            let owner = symbols[reference.usr]?.owner.last
            guard
                owner == "RouterMethods"
                    || isDefining(reference)
                    || owner == "Injector" && ["get", "getSafe"].contains(reference.name)
                    || ["resolve", "resolveAll", "bootstrap", "runServices"].contains(
                        reference.name
                    )
            else { return }
            places.insert(expression.place)
        }
        for function in functions.values where !function.isImplicit {
            for statement in function.body ?? [] { statement.visit(see) }
        }
        for file in files { for statement in file.topLevel { statement.visit(see) } }
        for variable in variables.values { variable.initialValue?.visit(see) }
        return places
    }
}

extension [Origin: ContainerState] {
    /// A container and those in which it looks.
    fileprivate func reached(from origin: Origin) -> Set<Origin> {
        var reached: Set<Origin> = []
        var waiting = [origin]
        while let next = waiting.popLast() {
            guard reached.insert(next).inserted, let container = self[next] else { continue }
            waiting += container.sources + container.links
        }
        return reached
    }
}

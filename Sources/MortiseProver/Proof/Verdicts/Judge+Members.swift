// SPDX-License-Identifier: MIT

import MortiseGraph

// Members of assemblies: what they give may be of another type, and cycles may end.
extension Judge {
    /// What a request comes to that is of another type than its member.
    func otherType(among slice: Slice, _ sites: Set<SourceSite>) -> Diagnostic? {
        let found = slice.definitions.filter {
            round.members[$0]?.isOfOtherType ?? false && sites.contains(site($0.place))
        }
        guard let first = found.min(by: { $0.place < $1.place }), let member = round.members[first]
        else { return nil }
        let type = TypeName(member.object)
        return Diagnostic(
            .typeMismatch,
            fact: "\(first.key) cannot be \(type), which is what it makes",
            path: [Diagnostic.Step(first.key, at: site(first.place))],
            hint: "make \(first.key.type) there, or give the member the type \(type)"
        )
    }

    /// A verdict, unless it depends on whether a cycle ends: an instance may be needed again while it is made,
    /// and others may get it then or another one.
    func verdict(onCyclesIn slice: Slice, _ visit: Visit, _ verdict: Verdict) -> Verdict {
        let others = slice.definitions.filter { $0.isOfAssembly && $0.home != visit.container }
        if let place = others.map(\.place).min() {
            let reason = "a member of an assembly is asked for through another container"
            return .notProven(reason, place)
        }
        if let doubt = doubt(onMembersOf: slice, verdict) { return doubt }
        guard slice.definitions.contains(where: \.isMember) else { return verdict }
        let entries = visit.world.values.flatMap(\.entries).filter {
            $0.definition.isMember && slice.definitions.contains($0.definition)
        }
        guard !entries.isEmpty else { return verdict }
        switch verdict {
        case .proven: break
        case .wrong(let finding) where finding.code == .cycle: break
        case .mayFail(let finding, _) where finding.code == .cycle: break
        default: return verdict
        }
        var all: [DefinitionTag: Set<DefinitionTag>] = [:]
        var hard: [(from: Definition, to: DefinitionTag)] = []
        for entry in entries {
            guard let tag = entry.definition.tag else { continue }
            let isObject = round.members[entry.definition]?.isObject ?? false
            for making in GraphMaker.makings(of: entry, round.makings) {
                for target in making.needs.compactMap(\.need.tag.known) {
                    all[tag, default: []].insert(target)
                    if !making.isStep || !isObject { hard.append((entry.definition, target)) }
                }
            }
        }
        func leads(_ start: DefinitionTag, to end: DefinitionTag?) -> Bool {
            var seen: Set<DefinitionTag> = []
            var waiting = [start]
            while let next = waiting.popLast() {
                if next == end { return true }
                if seen.insert(next).inserted { waiting += all[next] ?? [] }
            }
            return false
        }
        let doubtful = hard.first { leads($0.to, to: $0.from.tag) }
        if case .proven = verdict {
            guard let doubtful else { return verdict }
            return .notProven(Self.cycle, doubtful.from.place)
        }
        let isPlain = entries.allSatisfy { entry in
            guard let tag = entry.definition.tag,
                round.members[entry.definition]?.mayMakeOthers ?? true
            else { return true }
            return !(all[tag] ?? []).contains { leads($0, to: tag) }
        }
        return isPlain ? verdict : .notProven(Self.cycle, doubtful?.from.place ?? visit.place)
    }

    private static let cycle = "whether a cycle of members ends is not known"
}

extension Judge {
    /// Why what stands for a member may change a verdict: an instance that is made without asking for anything
    /// only keeps something from failing.
    func doubt(onMembersOf slice: Slice, _ verdict: Verdict) -> Verdict? {
        let members = slice.definitions.filter(\.isMember).sorted {
            ($0.place, "\($0.key)") < ($1.place, "\($1.key)")
        }
        // Without its scope there is none.
        let last = verdict.finding.flatMap { $0.code == .missingScope ? $0.path.last?.site : nil }
        let asked = Set(slice.needs.compactMap(\.tag.known))
        let isAdopted = round.members.contains { other, member in
            member.role == .standsFor && !slice.definitions.contains(other)
                && other.tag.map(asked.contains) ?? false
                && round.members.values.contains { $0.mayBring(member) }
        }
        for definition in members {
            guard let member = round.members[definition] else { continue }
            let isOfSeveral =
                definition.lifetime.isReused && !round.members.others(like: definition).isEmpty
                && site(definition.place) != last
            // Or it is adopted on the way there.
            let mayBeAdopted = definition.lifetime.isCaching || !slice.requests.isEmpty
            let isKept = isOfSeveral || isAdopted && mayBeAdopted
            if isKept, verdict != .proven {
                return .notProven("what makes it depends on who asks", definition.place)
            }
            let substitutes = round.substitutes.filter { $0.mayBe(for: member) }
            let isKnown = verdict == .proven && substitutes.allSatisfy { isSafe($0, definition) }
            if !substitutes.isEmpty, !isKnown {
                return .notProven("it may be substituted", definition.place)
            }
        }
        return nil
    }

    /// Whether a substitute makes what a member gives, and asks for nothing.
    private func isSafe(_ substitute: MemberSubstitute, _ member: Definition) -> Bool {
        guard let own = substitute.definition, let factory = own.factory, own.type == member.type,
            own.arguments == round.members[member]?.arguments,
            let making = round.makings[.making(own, factory, isStep: false)]
        else { return false }
        return making.needs.isEmpty && making.requests.isEmpty && making.gap == nil
    }
}

extension Verdict {
    /// What fails, if something does.
    fileprivate var finding: Diagnostic? {
        switch self {
        case .wrong(let finding), .mayFail(let finding, _): finding
        default: nil
        }
    }
}

extension ContainerState {
    /// With the members of assemblies that another state of it has: what stands for an object is there for
    /// some requests only.
    func withMembers(of other: ContainerState) -> ContainerState {
        var container = self
        for key in order where key.tag?.isMember ?? false { container[key] = nil }
        for key in other.order where key.tag?.isMember ?? false { container[key] = other[key] }
        return container
    }
}

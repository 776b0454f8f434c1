// SPDX-License-Identifier: MIT

/// When something happens: a condition over decisions that only the running program takes.
indirect enum Guard: Hashable, Sendable {
    /// A decision turns out like this.
    case decided(Int, String)
    case all([Guard])
    case any([Guard])
    case not(Guard)

    static let always = Guard.all([])
    static let never = Guard.any([])

    var isAlways: Bool { self == .always }
    var isNever: Bool { self == .never }

    func and(_ other: Guard) -> Guard {
        if isAlways || other.isNever { return other }
        if other.isAlways || isNever || self == other { return self }
        var parts = conjuncts
        for part in other.conjuncts where !parts.contains(part) {
            if parts.contains(part.negated) { return .never }
            parts.append(part)
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    func or(_ other: Guard) -> Guard {
        if isNever || other.isAlways { return other }
        if other.isNever || isAlways || self == other { return self }
        if self == other.negated { return .always }
        return .any(disjuncts + other.disjuncts)
    }

    var negated: Guard {
        switch self {
        case .not(let guardian): guardian
        case .always: .never
        case .never: .always
        default: .not(self)
        }
    }

    private var conjuncts: [Guard] {
        if case .all(let parts) = self { parts } else { [self] }
    }

    private var disjuncts: [Guard] {
        if case .any(let parts) = self { parts } else { [self] }
    }

    /// Whether it holds when decisions turned out in a way.
    func holds(_ outcomes: [Int: String]) -> Bool {
        switch self {
        case .decided(let decision, let outcome): outcomes[decision] == outcome
        case .all(let parts): parts.allSatisfy { $0.holds(outcomes) }
        case .any(let parts): parts.contains { $0.holds(outcomes) }
        case .not(let part): !part.holds(outcomes)
        }
    }

    /// Whether another one holds whenever this one does, as far as it is easily seen.
    func implies(_ other: Guard) -> Bool {
        other.conjuncts.allSatisfy(conjuncts.contains)
    }

    /// The decisions that it depends on.
    func decisions(into found: inout Set<Int>) {
        switch self {
        case .decided(let decision, _): found.insert(decision)
        case .all(let parts), .any(let parts):
            for part in parts { part.decisions(into: &found) }
        case .not(let part): part.decisions(into: &found)
        }
    }

    var decisions: Set<Int> {
        var found: Set<Int> = []
        decisions(into: &found)
        return found
    }
}

/// A decision that only the running program takes, such as an `if` over a value that is not known.
struct Decision: Sendable {
    /// The ways it can turn out.
    var outcomes: [String]

    /// Where it is taken first.
    let place: Place
}

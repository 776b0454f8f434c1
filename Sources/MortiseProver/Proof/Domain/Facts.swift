// SPDX-License-Identifier: MIT

/// How tests have turned out on the way to a point.
///
/// Only tests that take place once on any way have a label, so that each has one outcome. What a
/// join loses is kept under the facts of its side: the ways are told apart where both matter, and
/// the program is never interpreted for each of them.
struct Facts: Hashable {
    /// A test: where it stands, and the calls that led there.
    typealias Label = Origin

    private(set) var outcomes: [Label: Bool] = [:]

    static let none = Facts()

    var isEmpty: Bool { outcomes.isEmpty }

    subscript(label: Label) -> Bool? {
        get { outcomes[label] }
        set { outcomes[label] = newValue }
    }

    /// Both; `nil` if they cannot hold together.
    func and(_ other: Facts) -> Facts? {
        if other.isEmpty { return self }
        var both = self
        for (label, outcome) in other.outcomes {
            if let known = both.outcomes.updateValue(outcome, forKey: label), known != outcome {
                return nil
            }
        }
        return both
    }

    /// What holds in both.
    func or(_ other: Facts) -> Facts {
        var common = Facts()
        common.outcomes = outcomes.filter { other.outcomes[$0.key] == $0.value }
        return common
    }

    /// What other tests than some say.
    func without(_ tests: Set<Label>) -> Facts {
        var others = self
        others.outcomes = outcomes.filter { !tests.contains($0.key) }
        return others
    }

    /// What tells two ways apart: those of each that do not hold on the other.
    static func apart(_ first: Facts, _ second: Facts) -> (Facts, Facts) {
        func against(_ one: Facts, _ other: Facts) -> Facts {
            var own = Facts()
            own.outcomes = one.outcomes.filter { other.outcomes[$0.key] == !$0.value }
            return own
        }
        return (against(first, second), against(second, first))
    }
}

extension Machine {
    /// Tells two ways apart that a test has led to, if the test takes place once.
    ///
    /// - Parameters:
    ///   - place: The test.
    ///   - otherwise: What is known where it does not hold; where it holds, the machine is.
    ///   - number: Which of the tests at the place it is.
    /// - Returns: That, with the outcome.
    func labelled(_ place: Place?, _ otherwise: State?, number: Int = 0) -> State? {
        guard let place, state != nil, var rest = otherwise,
            let label = label(place, number: number)
        else { return otherwise }
        state?.facts[label] = true
        rest.facts[label] = false
        return rest
    }

    /// Tells the two values apart that a condition may have which is not known, as a test of it
    /// would where it is evaluated: so all tests of what has kept it turn out alike.
    func told(_ value: Value, by expression: Expression) -> Value {
        guard value == .unknown, state != nil, type(of: expression).path == "Swift.Bool",
            let label = label(expression.place, number: Self.evaluation)
        else { return value }
        var (holds, fails) = (Facts(), Facts())
        holds[label] = true
        fails[label] = false
        return .set(Value.Choice([.boolean(true), .boolean(false)], [holds, fails]))
    }

    /// The number of what is no test itself.
    static let evaluation = 1 << 16

    /// The label of a test, if that takes place once.
    private func label(_ place: Place, number: Int) -> Facts.Label? {
        guard loops == 0, !frame.isOfMember else { return nil }
        let path = memory.paths.path(from: frame.path, place, round: -1 - number)
        let label = Origin(place: place, path: path)
        guard !memory.repeated.contains(label) else { return nil }
        guard tested.insert(label).inserted else {
            memory.repeated.insert(label)
            return nil
        }
        return label
    }

    /// A state on one of some ways; `nil` if none of them has led there.
    func narrowed(_ state: State?, to ways: [Facts]) -> State? {
        guard var state else { return nil }
        let possible = ways.compactMap { state.facts.and($0) }
        guard let first = possible.first else { return nil }
        state.facts = possible.dropFirst().reduce(first) { $0.or($1) }
        return state
    }
}

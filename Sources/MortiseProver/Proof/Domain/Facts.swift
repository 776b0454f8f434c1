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

    /// Whether what comes from a place, and is told apart there, is nothing.
    func isWithout(_ place: Place) -> Bool {
        outcomes.contains { $0.key.place == place && !$0.value }
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

    /// Tells apart what a value may be that is not known, as tests of it would where it comes from:
    /// so all tests of what has kept it turn out alike.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - type: Its type.
    ///   - place: Where it comes from.
    ///   - number: Which of the values from there it is.
    /// - Returns: The value, or one of all that there are of its type.
    func told(_ value: Value, _ type: SwiftType, at place: Place, number: Int = 0) -> Value {
        guard state != nil else { return value }
        var next = (Self.evaluation + number) << 8
        return told(value, type, at: place, &next)
    }

    private func told(
        _ value: Value,
        _ type: SwiftType,
        at place: Place,
        _ next: inout Int
    ) -> Value {
        switch value {
        case .structure(let type, var fields):
            for usr in program.type(type)?.stored ?? [] {
                guard let variable = program.variables[usr] else { continue }
                fields[usr] = fields[usr].map { told($0, variable.type, at: place, &next) }
            }
            return .structure(type, fields)
        case .unknown:
            if let structure = anyStructure(type) { return told(structure, type, at: place, &next) }
            let all = program.values(of: type)
            return one(of: Value.Choice(all), at: place, &next) ?? value
        case .set(let choice) where !value.isReference && !choice.values.contains(.unset):
            return choice.isToldApart ? value : one(of: choice, at: place, &next) ?? value
        default: return value
        }
    }

    /// One of several values, each with a test that says whether it is that one; `nil` if there are
    /// too many of them, or the tests take place several times.
    private func one(of choice: Value.Choice, at place: Place, _ next: inout Int) -> Value? {
        let count = choice.values.count
        guard 2...Value.limit ~= count else { return nil }
        // One test says which one of two it is.
        let numbers = next..<next + (count == 2 ? 1 : count)
        next = numbers.upperBound
        let labels = numbers.compactMap { label(place, number: $0) }
        guard labels.count == numbers.count else { return nil }
        let ways = choice.facts.enumerated().map { number, known in
            var way = known
            for (index, label) in labels.enumerated() { way[label] = index == number }
            return way
        }
        return .set(Value.Choice(choice.values, ways))
    }

    /// A structure of which it is known what its properties hold in any instance, if they are data.
    private func anyStructure(_ type: SwiftType) -> Value? {
        guard case .nominal(_, let arguments) = type, arguments.isEmpty,
            let nominal = program.type(type), nominal.kind == .structure
        else { return nil }
        var fields: [String: Value] = [:]
        for usr in nominal.stored {
            guard let variable = program.variables[usr], variable.getter == nil,
                variable.attributes.isEmpty, !variable.isWeak, !variable.isLazy
            else { return nil }
            let value = program.isDecoded(variable) ? .unknown : anyValue(of: usr)
            if value.isReference { return nil }
            fields[usr] = value
        }
        return .structure(type, fields)
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

extension Value.Choice {
    /// Whether no two of its values may be meant on one way.
    fileprivate var isToldApart: Bool {
        facts.indices.allSatisfy { one in facts[..<one].allSatisfy { $0.and(facts[one]) == nil } }
    }
}

extension Program {
    /// All values of a type, if there are few: what more there is in them is not told.
    fileprivate func values(of type: SwiftType) -> [Value] {
        if type.path == "Swift.Bool" { return [.boolean(true), .boolean(false)] }
        if let wrapped = type.wrapped { return wrapped.wrapped == nil ? [.present, .none] : [] }
        guard let cases = self.type(type)?.cases, Set(cases.map(\.name)).count == cases.count
        else { return [] }
        return cases.map { known in
            .enumCase(known.name, type, Array(repeating: .unknown, count: known.count))
        }
    }
}

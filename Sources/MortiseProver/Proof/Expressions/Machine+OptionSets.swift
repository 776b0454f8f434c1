// SPDX-License-Identifier: MIT

// Sets of options, each of which is a number.
extension Machine {
    /// The set of some options; `nil` if it is not known which number that is.
    func optionSet(of options: [Value], _ type: SwiftType) -> Value? {
        guard let property = program.rawValue(ofOptions: type) else { return nil }
        let empty = Value.structure(type, [property: .integer(0)])
        return options.reduce(empty) { set, option in
            set.flatMap { changed($0, option, type, by: |) }
        }
    }

    /// What an operation of a set of options gives; `nil` if it is not known.
    func optionSet(
        _ operation: String,
        _ set: Value,
        _ other: Value,
        _ base: Expression?
    ) -> Value? {
        if let test = Self.tests[operation] {
            return each(set, other) { .boolean(test($0, $1)) }
        }
        guard case .structure(let type, _) = set, let change = Self.changes[operation],
            let changed = changed(set, other, type, by: change)
        else { return nil }
        guard case .inOut(let target)? = base?.kind else { return changed }
        assign(changed, to: target)
        return .unknown
    }

    private static let tests: [String: @Sendable (Int, Int) -> Bool] = [
        "contains(_:)": { $0 & $1 == $1 }, "isSuperset(of:)": { $0 & $1 == $1 },
        "isSubset(of:)": { $0 & $1 == $0 }, "isDisjoint(with:)": { $0 & $1 == 0 },
    ]

    private static let changes: [String: @Sendable (Int, Int) -> Int] = [
        "insert(_:)": (|), "formUnion(_:)": (|), "union(_:)": (|),
        "formIntersection(_:)": (&), "intersection(_:)": (&),
        "remove(_:)": { $0 & ~$1 }, "subtract(_:)": { $0 & ~$1 }, "subtracting(_:)": { $0 & ~$1 },
    ]

    private func changed(
        _ set: Value,
        _ other: Value,
        _ type: SwiftType,
        by change: (Int, Int) -> Int
    ) -> Value? {
        guard let property = program.rawValue(ofOptions: type) else { return nil }
        return each(set, other) { .structure(type, [property: .integer(change($0, $1))]) }
    }

    /// What something makes of the numbers of two sets, whichever these are.
    private func each(_ set: Value, _ other: Value, _ make: (Int, Int) -> Value) -> Value? {
        var made: [(value: Value, facts: Facts)] = []
        for (one, other, facts) in Value.pairs(set, other) {
            guard let one = number(of: one), let other = number(of: other) else { return nil }
            made.append((make(one, other), facts))
        }
        return made.isEmpty ? nil : Value.one(of: made) { _ in }
    }

    private func number(of set: Value) -> Int? {
        guard case .structure(let type, let fields) = set,
            let property = program.rawValue(ofOptions: type),
            case .integer(let number)? = fields[property]
        else { return nil }
        return number
    }
}

extension Program {
    /// The property with the number of a set of options, unless the program says itself what such sets do.
    fileprivate func rawValue(ofOptions type: SwiftType) -> String? {
        guard let nominal = self.type(type), nominal.kind == .structure, nominal.stored.count == 1,
            let number = variables[nominal.stored[0]], number.name == "rawValue",
            number.initialValue == nil
        else { return nil }
        let protocols = protocols(of: type)
        guard protocols.contains("s:s9OptionSetP"), protocols.allSatisfy({ types[$0] == nil }),
            methods.keys.allSatisfy({ !isExtended($0) }),
            (allMethods(of: type) + operators).allSatisfy({ leavesAlone($0, type) })
        else { return nil }
        return number.usr
    }

    /// Whether the methods of a type are those of a protocol that says what sets of options do.
    private func isExtended(_ owner: SwiftType) -> Bool {
        guard case .existential(let protocols, _, _) = owner else { return false }
        return protocols.contains { path in
            path.map(\.name) == ["Swift", path.last?.name] && Self.saying.contains(path[1].name)
        }
    }

    private static let saying: Set = [
        "OptionSet", "SetAlgebra", "Equatable", "RawRepresentable", "ExpressibleByArrayLiteral",
    ]

    /// Whether a function changes nothing of what the standard library does with sets of options.
    private func leavesAlone(_ function: Function, _ type: SwiftType) -> Bool {
        if function.isImplicit { return true }
        if function.isOperator {
            return function.parameters.allSatisfy { $0.type != type && $0.type.isConcrete }
        }
        guard function.name == "init" else { return function.isStatic }
        let body = function.body ?? []
        let ends = body.dropFirst().allSatisfy { if case .leave(nil) = $0 { true } else { false } }
        guard ends, case .expression(let expression)? = body.first,
            case .assign(let value, _) = expression.kind, case .local = value.inside.kind
        else { return false }
        return true
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

// Arrays of which it is not known which elements they have.
extension Value {
    /// How many elements an array has of which some may not be there.
    static let arrayLimit = 64

    /// The elements of an array in their order, each with whether it is there; `nil` if that is
    /// not known.
    var ordered: [Element]? {
        switch self {
        case .list(let values): values.map { Element(value: $0) }
        case .partial(let elements): elements
        case .set(let choice): Self.merged(choice.values)
        default: nil
        }
    }

    /// What a collection may have in it.
    var elements: [Value]? {
        switch self {
        case .list(let values), .bag(let values): values
        case .partial(let elements): elements.map(\.value)
        default: nil
        }
    }

    /// What a dictionary may have in it, each as a tuple; `nil` if it may be something else.
    var pairs: [Value]? {
        var all: [Value] = []
        for option in options {
            switch option {
            case .bag(let pairs): all += pairs
            case .dictionary(let pairs): all += pairs.map(\.tuple)
            default: return nil
            }
        }
        return all
    }

    /// The array of some elements.
    static func array(of elements: [Element]) -> Value {
        elements.allSatisfy(\.isCertain) ? .list(elements.map(\.value)) : .partial(elements)
    }

    /// Some values, of which too many arrays have become one, of what may be in it.
    static func withoutManyArrays(
        _ all: [(value: Value, facts: Facts)]
    ) -> [(value: Value, facts: Facts)] {
        let arrays = all.filter { $0.value.elements != nil }
        let isMany =
            all.count > limit
            || arrays.contains { if case .list = $0.value { false } else { true } }
        guard isMany, arrays.count > 1, let array = array(oneOf: arrays.map(\.value)) else {
            return all
        }
        let facts = arrays.dropFirst().reduce(arrays[0].facts) { $0.or($1.facts) }
        return all.filter { $0.value.elements == nil } + [(array, facts)]
    }

    /// An array that stands for some others: in their order, if they are not too different.
    private static func array(oneOf arrays: [Value]) -> Value? {
        if let elements = merged(arrays) { return .array(of: elements) }
        let elements = arrays.flatMap { $0.elements ?? [] }.uniqued
        return elements.count > arrayLimit ? nil : .bag(elements)
    }

    /// The elements of some arrays in an order that is that of each of them.
    private static func merged(_ arrays: [Value]) -> [Element]? {
        let all = arrays.compactMap(\.ordered)
        guard all.count == arrays.count else { return nil }
        // The longest ones have in them what the others have.
        let sorted = all.sorted { $0.count > $1.count }
        let merged = sorted.dropFirst().reduce(sorted.first ?? []) { Self.merged($0, $1) }
        // What a loop appends has no end.
        let isSmall =
            merged.count <= arrayLimit
            && merged.allSatisfy { one in merged.count { $0.value == one.value } < 3 }
        return isSmall ? merged : nil
    }

    /// The elements of one of two arrays, in an order that is that of both.
    ///
    /// Certain are those that both have for certain. Where each has as many in place of the
    /// other's, each of these is one of two.
    private static func merged(_ first: [Element], _ second: [Element]) -> [Element] {
        // How many elements what begins at two positions has in common.
        var common = Array(
            repeating: Array(repeating: 0, count: second.count + 1),
            count: first.count + 1
        )
        var both = Array(
            repeating: [Value?](repeating: nil, count: second.count),
            count: first.count
        )
        for one in first.indices.reversed() {
            for other in second.indices.reversed() {
                both[one][other] = first[one].value.covering(second[other].value)
                common[one][other] = max(common[one + 1][other], common[one][other + 1])
                if both[one][other] != nil {
                    common[one][other] = max(common[one][other], common[one + 1][other + 1] + 1)
                }
            }
        }
        var (merged, one, other) = ([Element](), 0, 0)
        var (ownFirst, ownSecond) = ([Element](), [Element]())
        func closeGap() {
            merged += instead(ownFirst, ownSecond)
            (ownFirst, ownSecond) = ([], [])
        }
        while one < first.count || other < second.count {
            if one < first.count, other < second.count, let value = both[one][other],
                common[one][other] == common[one + 1][other + 1] + 1
            {
                closeGap()
                let isCertain = first[one].isCertain && second[other].isCertain
                merged.append(Element(value: value, isCertain: isCertain))
                (one, other) = (one + 1, other + 1)
            } else if other == second.count
                || one < first.count && common[one + 1][other] >= common[one][other + 1]
            {
                ownFirst.append(first[one])
                one += 1
            } else {
                ownSecond.append(second[other])
                other += 1
            }
        }
        closeGap()
        return merged
    }

    /// What stands in one array where other elements stand in another one.
    private static func instead(_ first: [Element], _ second: [Element]) -> [Element] {
        var all: [Element] = []
        for (one, other) in zip(first, second) {
            let options = (one.value.options + other.value.options).uniqued
            guard one.isCertain, other.isCertain, options.count <= limit,
                !options.contains(.unknown)
            else { break }
            all.append(Element(value: .set(Choice(options))))
        }
        guard first.count == second.count, all.count == first.count else {
            return (first + second).map { Element(value: $0.value, isCertain: false) }
        }
        return all
    }

    /// One of two values, if the other one is among what it may be.
    private func covering(_ other: Value) -> Value? {
        if self == other { return self }
        // Nothing is known then of the tests on the way to each.
        let (own, others) = (options, other.options)
        if others.allSatisfy(own.contains) { return withoutFacts }
        return own.allSatisfy(others.contains) ? other.withoutFacts : nil
    }
}

extension [Value.Element] {
    /// Which element is at a position, if that is known.
    func index(_ value: Value) -> Int? {
        guard case .integer(let index) = value, indices.contains(index),
            self[...index].allSatisfy(\.isCertain)
        else { return nil }
        return index
    }

    /// The elements, of which any may be missing.
    var uncertain: Self { map { Element(value: $0.value, isCertain: false) } }

    /// What may come first, and whether there is any for certain.
    var front: (values: [Value], isThere: Bool) {
        let end = firstIndex(where: \.isCertain)
        return (prefix(end.map { $0 + 1 } ?? count).map(\.value), end != nil)
    }

    /// The elements without the first one.
    func droppingFirst() -> Self {
        guard let index = firstIndex(where: \.isCertain) else { return self }
        var rest = self
        if index == 0 { rest.removeFirst() } else { rest[index].isCertain = false }
        return rest
    }
}

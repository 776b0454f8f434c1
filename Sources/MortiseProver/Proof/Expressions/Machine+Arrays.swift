// SPDX-License-Identifier: MIT

import MortiseGraph

// What functions of arrays and of other collections mean, as far as it is known.
extension Machine {
    // MARK: - With closures

    /// What a function gives that gives each element of an array to a closure.
    func transformed(
        _ name: String,
        _ elements: [Value.Element],
        _ closure: ClosureValue,
        _ base: Expression?,
        _ expression: Expression
    ) -> Value? {
        let place = expression.place
        switch name {
        case "sorted(by:)":
            if elements.count < 2 { return .array(of: elements) }
            return elements.count > 16 ? nil : sorted(elements, by: closure, at: place)
        case "sort(by:)":
            guard elements.count <= 16, let base, case .inOut(let target) = base.kind,
                type(of: target).element != nil
            else { return nil }
            assign(sorted(elements, by: closure, at: place), to: target)
            return .tuple([])
        case "removeAll(where:)":
            guard let base, case .inOut(let target) = base.kind, type(of: target).element != nil
            else { return nil }
            let isRemoved = given(elements, to: closure, at: place)
            assign(chosen(elements, isRemoved, if: false), to: target)
            return .tuple([])
        case "filter(_:)":
            // What else is filtered need not be an array then.
            guard type(of: expression).element != nil else { return nil }
            return chosen(elements, given(elements, to: closure, at: place), if: true)
        case "forEach(_:)":
            _ = given(elements, to: closure, at: place)
            return .tuple([])
        case "map(_:)", "flatMap(_:)", "compactMap(_:)":
            let values = given(elements, to: closure, at: place)
            let made = zip(elements, values).map {
                Value.Element(value: $1, isCertain: $0.isCertain)
            }
            if name == "map(_:)" { return .array(of: made) }
            return name == "flatMap(_:)" ? joined(made, at: place) : withoutNone(made)
        default: return nil
        }
    }

    /// What a closure gives for each of some elements, one after the other.
    private func given(
        _ elements: [Value.Element],
        to closure: ClosureValue,
        at place: Place
    ) -> [Value] {
        var values: [Value] = []
        rounds(elements, at: place) { values.append(run(closure, [$0], at: place)) }
        return values
    }

    /// The elements for which a closure has given a value.
    private func chosen(_ elements: [Value.Element], _ given: [Value], if wanted: Bool) -> Value {
        .array(
            of: zip(elements, given).compactMap { element, value in
                if value == .boolean(!wanted) { return nil }
                let isChosen = element.isCertain && value == .boolean(wanted)
                return Value.Element(value: element.value, isCertain: isChosen)
            }
        )
    }

    /// What is there of some optional values.
    private func withoutNone(_ elements: [Value.Element]) -> Value {
        .array(
            of: elements.compactMap { element in
                if element.value == .none { return nil }
                let isThere = element.value.options.allSatisfy {
                    ![.none, .unknown, .unset].contains($0)
                }
                return Value.Element(
                    value: element.value.withoutNone,
                    isCertain: element.isCertain && isThere
                )
            }
        )
    }

    /// The elements of some collections, one collection after the other.
    private func joined(_ collections: [Value.Element], at place: Place) -> Value {
        var all: [Value.Element] = []
        var isOrdered = true
        for collection in collections {
            let ways = collection.value.options.compactMap(\.elements)
            guard ways.count == collection.value.options.count else {
                escape(
                    .list(collections.map(\.value)),
                    "it is in a list that is not known",
                    at: place
                )
                return .bag([.unknown])
            }
            if let elements = collection.value.ordered {
                all += collection.isCertain ? elements : elements.uncertain
            } else {
                isOrdered = false
                all += ways.joined().map { Value.Element(value: $0, isCertain: false) }
            }
        }
        return isOrdered ? .array(of: all) : .bag(all.map(\.value).uniqued)
    }

    // MARK: - Order

    /// The elements in the order that a closure says, if that is known.
    private func sorted(
        _ elements: [Value.Element],
        by closure: ClosureValue,
        at place: Place
    ) -> Value {
        // On which pairs the closure runs is not known.
        fixedPoint(at: place) {
            for one in elements {
                for other in elements {
                    _ = either({ _ = run(closure, [one.value, other.value], at: place) }, {})
                }
            }
        } leaving: {
            state
        }
        let after = state
        let isBefore = elements.map { one in
            elements.map { other in
                state = after
                return run(closure, [one.value, other.value], at: place)
            }
        }
        state = after
        // A sort is stable.
        let ranks = elements.indices.map { one in
            elements.indices.count { isBefore[$0][one] == .boolean(true) }
        }
        let isOrder = elements.indices.allSatisfy { one in
            elements.indices.allSatisfy { isBefore[one][$0] == .boolean(ranks[one] < ranks[$0]) }
        }
        guard isOrder else { return shuffled(.array(of: elements)) }
        return .array(
            of: elements.indices.sorted { (ranks[$0], $0) < (ranks[$1], $1) }.map { elements[$0] }
        )
    }

    /// The elements in their order, if that is known.
    private func sorted(_ collection: Value) -> Value {
        guard let elements = collection.ordered else { return collection }
        let numbers = elements.compactMap {
            if case .integer(let number) = $0.value { number } else { nil }
        }
        let texts = elements.compactMap {
            if case .string(let text) = $0.value { text } else { nil }
        }
        let order =
            numbers.count == elements.count
            ? elements.indices.sorted { (numbers[$0], $0) < (numbers[$1], $1) }
            : texts.count == elements.count
                ? elements.indices.sorted { (texts[$0], $0) < (texts[$1], $1) } : nil
        guard let order else { return .bag(elements.map(\.value).uniqued) }
        return .array(of: order.map { elements[$0] })
    }

    /// The elements in an order that is not known.
    private func shuffled(_ collection: Value) -> Value {
        if case .list(let values) = collection { return inAnyOrder(values) }
        return .bag((collection.elements ?? []).uniqued)
    }

    /// A list of some values in an order that is not known.
    func inAnyOrder(_ values: [Value]) -> Value {
        func orders(_ values: [Value]) -> [[Value]] {
            guard values.count > 1 else { return [values] }
            return values.indices.flatMap { index in
                var rest = values
                let first = rest.remove(at: index)
                return orders(rest).map { [first] + $0 }
            }
        }
        return values.count > 3 ? .bag(values.uniqued) : any(of: orders(values).map { .list($0) })
    }

    // MARK: - Parts

    /// What has the elements of a collection, or some of them.
    func arranged(_ name: String, _ collection: Value, _ values: [Value]) -> Value? {
        if name == "sorted()" { return sorted(collection) }
        if name == "shuffled()" { return shuffled(collection) }
        guard let elements = collection.ordered else { return nil }
        switch name {
        case "reversed()": return .array(of: elements.reversed())
        case "enumerated()":
            let isKnown = elements.indices.map { elements[...$0].allSatisfy(\.isCertain) }
            return .array(
                of: elements.enumerated().map { index, element in
                    let number = isKnown[index] ? Value.integer(index) : .unknown
                    return Value.Element(
                        value: .tuple([number, element.value]),
                        isCertain: element.isCertain
                    )
                }
            )
        case "dropFirst(_:)", "dropLast(_:)", "prefix(_:)", "suffix(_:)":
            guard case .list(let all) = collection, case .integer(let count)? = values.first,
                count >= 0
            else { return .array(of: elements.uncertain) }
            switch name {
            case "dropFirst(_:)": return .list(Array(all.dropFirst(count)))
            case "dropLast(_:)": return .list(Array(all.dropLast(count)))
            case "prefix(_:)": return .list(Array(all.prefix(count)))
            default: return .list(Array(all.suffix(count)))
            }
        default: return nil
        }
    }

    /// The elements of two collections, one after the other.
    func concatenated(_ first: Value, _ second: Value) -> Value? {
        var all: [(value: Value, facts: Facts)] = []
        for (one, other, facts) in Value.pairs(first, second) {
            guard let values = one.elements, let more = other.elements else { return nil }
            if let elements = one.ordered, let last = other.ordered {
                all.append((.array(of: elements + last), facts))
            } else {
                all.append((.bag((values + more).uniqued), facts))
            }
        }
        if all.isEmpty { return nil }
        return Value.one(of: all) { escape($0, Self.tooMany, at: frame.place) }
    }

    /// One of what may be at an end of an array.
    func any(of end: (values: [Value], isThere: Bool)?, orNone: Bool) -> Value {
        guard let end else { return .unknown }
        return any(of: end.values + (orNone && !end.isThere ? [Value.none] : []))
    }

    // MARK: - Changes

    /// What a function makes of a collection, and what it gives.
    ///
    /// The indices of what is no array need not begin at 0.
    func changed(
        _ name: String,
        _ collection: Value,
        _ values: [Value],
        isArray: Bool
    ) -> (changed: Value, result: Value)? {
        func simply(_ changed: Value?) -> (Value, Value)? { changed.map { ($0, .tuple([])) } }
        guard let all = collection.elements else { return nil }
        switch name {
        case "append(_:)": return simply(concatenated(collection, .list(values)))
        case "append(contentsOf:)": return simply(concatenated(collection, values[0]))
        case "removeAll(keepingCapacity:)": return (.list([]), .tuple([]))
        default: break
        }
        guard var elements = collection.ordered else { return nil }
        switch name {
        case "insert(_:at:)" where isArray:
            let end = Value.Element(value: .none)
            guard let index = (elements + [end]).index(values[1]) else {
                return (.bag((all + [values[0]]).uniqued), .tuple([]))
            }
            elements.insert(Value.Element(value: values[0]), at: index)
            return (.array(of: elements), .tuple([]))
        case "remove(at:)" where isArray:
            guard let index = elements.index(values[0]) else {
                return all.isEmpty ? nil : (.array(of: elements.uncertain), any(of: all))
            }
            let removed = elements.remove(at: index).value
            return (.array(of: elements), removed)
        case "removeFirst()" where !all.isEmpty:
            return (.array(of: elements.droppingFirst()), any(of: elements.front, orNone: false))
        case "removeLast()" where !all.isEmpty, "popLast()":
            elements.reverse()
            let rest = Value.array(of: elements.droppingFirst().reversed())
            return (rest, any(of: elements.front, orNone: name == "popLast()"))
        case "reverse()": return (.array(of: elements.reversed()), .tuple([]))
        case "sort()": return (sorted(collection), .tuple([]))
        case "shuffle()": return (shuffled(collection), .tuple([]))
        default: return nil
        }
    }
}

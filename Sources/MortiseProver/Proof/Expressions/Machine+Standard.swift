// SPDX-License-Identifier: MIT

import MortiseGraph

// What functions and properties of the standard libraries mean, as far as it is known.
extension Machine {
    /// What a call gives; `nil` if it is not known.
    func standard(
        _ reference: Reference,
        _ receiver: Value?,
        _ base: Expression?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value? {
        guard let symbol = standardSymbol(reference) else { return nil }
        let values = arguments.values.map { $0 ?? .unknown }
        if let value = operation(reference.name, values, expression) { return value }
        if reference.name == "init", receiver == .type(SwiftType("Swift.String")) {
            return text(arguments)
        }
        let isOnce =
            Self.once.contains(reference.name)
            || reference.name == "run" && symbol.owner.contains("MainActor")
        if isOnce, let value = once(reference, arguments, expression) { return value }
        if symbol.owner.last == "Optional", ["map(_:)", "flatMap(_:)"].contains(symbol.call),
            let receiver, values[0].isCode
        {
            let made = mapped(receiver, values[0], at: expression.place)
            guard reference.name == "map", made.options.contains(.none) else { return made }
            if receiver != .none { escape(made, "it is optional twice", at: expression.place) }
            return receiver == .none ? made : .unknown
        }
        if case .list(let elements)? = receiver, elements.count <= 64, values.count == 1,
            case .closure(let closure) = values[0],
            let value = transformed(symbol.call, elements, closure, at: expression.place)
        {
            return value
        }
        if let base, case .inOut(let target) = base.kind, let receiver {
            if let value = mutation(symbol.call, receiver, values, target) { return value }
            if reference.name != "subscript" { return nil }
        }
        // These run no code that they are given.
        guard !expression.canThrow, !values.contains(where: \.isCode) else { return nil }
        if reference.name == "subscript" { return element(symbol, receiver, values, expression) }
        return query(symbol.call, receiver, values)
    }

    /// What `String.init` makes of a number.
    private func text(_ arguments: Arguments) -> Value? {
        guard case .integer(let number)?? = arguments.values.first,
            arguments.values.dropFirst().allSatisfy({ $0 == nil }),
            arguments.written.first?.label == nil
        else { return nil }
        return .string(String(number))
    }

    /// The name of a declaration of the standard libraries.
    func standardSymbol(_ reference: Reference) -> Symbol? {
        guard let symbol = program.symbols[reference.usr] else { return nil }
        let module = symbol.extensionModule ?? symbol.owner.first ?? ""
        return Self.modules.contains(module) ? symbol : nil
    }

    private static let modules: Set<String> = [
        "Swift", "Foundation", "FoundationEssentials", "_Concurrency", "Synchronization",
        "Dispatch", "Observation",
    ]

    /// Functions that run a closure exactly once before they end.
    private static let once: Set<String> = [
        "withLock", "sync", "withCheckedContinuation", "withCheckedThrowingContinuation",
        "withUnsafeContinuation", "withUnsafeThrowingContinuation", "autoreleasepool",
        "withExtendedLifetime", "assumeIsolated", "withTaskGroup", "withThrowingTaskGroup",
        "withDiscardingTaskGroup", "withThrowingDiscardingTaskGroup", "withMutation",
    ]

    private func once(
        _ reference: Reference,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value? {
        let closures = arguments.values.compactMap { value -> ClosureValue? in
            if case .closure(let closure)? = value, !closure.closure.isImplicit {
                closure
            } else {
                nil
            }
        }
        guard closures.count == 1, let closure = closures.first else { return nil }
        var given: [Value] = []
        for value in arguments.values {
            guard let value, value != .closure(closure) else { continue }
            if reference.name == "withExtendedLifetime" {
                given.append(value)
            } else if reference.name != "withMutation" {
                escape(value, "it is given to a function that is not read", at: expression.place)
            }
        }
        given = Array(given.prefix(closure.closure.parameters.count))
        let value = runUnread(closure, given, at: expression.place)
        if expression.canThrow { fail() }
        // What it gives is what somebody resumes it with.
        return reference.name.hasSuffix("Continuation") ? .unknown : value
    }

    /// Operators and functions of values.
    private func operation(
        _ name: String,
        _ values: [Value],
        _ expression: Expression
    ) -> Value? {
        if name == "??", values.count == 2 { return coalesced(values[0], values[1], expression) }
        guard values.count == 2 else { return nil }
        switch (name, values[0], values[1]) {
        case ("==", _, _), ("~=", _, _): return boolean(equality(values[0], values[1]))
        case ("!=", _, _):
            guard case .boolean(let isEqual) = boolean(equality(values[0], values[1])) else {
                return .unknown
            }
            return .boolean(!isEqual)
        case ("===", _, _): return boolean(identity(values[0], values[1]))
        case ("!==", _, _):
            let isSame = boolean(identity(values[0], values[1]))
            return isSame == .unknown ? .unknown : .boolean(isSame == .boolean(false))
        case ("<", .integer(let one), .integer(let two)): return .boolean(one < two)
        case (">", .integer(let one), .integer(let two)): return .boolean(one > two)
        case ("<=", .integer(let one), .integer(let two)): return .boolean(one <= two)
        case (">=", .integer(let one), .integer(let two)): return .boolean(one >= two)
        case ("+", .integer(let one), .integer(let two)):
            let (sum, isTooLarge) = one.addingReportingOverflow(two)
            return isTooLarge ? nil : .integer(sum)
        case ("-", .integer(let one), .integer(let two)):
            let (difference, isTooLarge) = one.subtractingReportingOverflow(two)
            return isTooLarge ? nil : .integer(difference)
        case ("+", .string(let one), .string(let two)): return .string(one + two)
        case ("+", .list(let one), .list(let two)): return .list(one + two)
        case ("+", _, _):
            guard let one = values[0].elements, let two = values[1].elements else { return nil }
            return .bag((one + two).uniqued)
        case ("..<", .integer(let one), .integer(let two))
        where two >= one && 0...64 ~= two &- one:
            return .list((one..<two).map { .integer($0) })
        case ("...", .integer(let one), .integer(let two))
        where two >= one && 0..<64 ~= two &- one:
            return .list((one...two).map { .integer($0) })
        case ("+=", _, _), ("-=", _, _):
            guard case .call(_, let written) = expression.kind,
                case .inOut(let target)? = written.first?.value.kind
            else { return nil }
            let changed = operation(String(name.dropLast()), values, expression)
            if changed == nil { return nil }
            assign(changed ?? .unknown, to: target)
            return .tuple([])
        default: return nil
        }
    }

    /// Whether two references are to one object.
    private func identity(_ first: Value, _ second: Value) -> ContainerState.Certainty {
        func isOne(_ origin: Origin, exists: Bool) -> ContainerState.Certainty {
            // Code that runs at any time may have made several there.
            exists && !isSummary(origin) ? .always : .maybe
        }
        switch (first, second) {
        case (.object(let one, _), .object(let other, _)):
            if one != other { return .never }
            return isOne(one, exists: state?.objects.contains(one) ?? false)
        case (.container(let one, _), .container(let other, _)):
            if one != other { return .never }
            return isOne(one, exists: state?[one] != nil)
        case (.none, .none): return .always
        case (.none, .object), (.object, .none), (.none, .container), (.container, .none):
            return .never
        default: return .maybe
        }
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

    private func boolean(_ certainty: ContainerState.Certainty) -> Value {
        certainty == .maybe ? .unknown : .boolean(certainty == .always)
    }

    private func coalesced(_ first: Value, _ second: Value, _ expression: Expression) -> Value {
        func other() -> Value {
            guard case .closure(let closure) = second, closure.closure.isImplicit else {
                return second
            }
            return run(closure, [], at: expression.place)
        }
        switch first {
        case .none: return other()
        case .unknown, .unset: break
        case .set where first.options.contains(.none) || first.options.contains(.unknown): break
        default: return first
        }
        let (one, two) = either({ first.withoutNone }, other)
        return joined(one, two)
    }

    /// What a function makes of the value in an optional, if there is one.
    private func mapped(_ optional: Value, _ function: Value, at place: Place) -> Value {
        if optional == .none { return .none }
        let isThere = optional != .unknown && optional != .unset
        if isThere { return invoke(function, [optional], at: place) }
        let (one, other) = either({ invoke(function, [.unknown], at: place) }, { Value.none })
        return joined(one, other)
    }

    /// Functions that give each element of a list to a closure.
    private func transformed(
        _ name: String,
        _ elements: [Value],
        _ closure: ClosureValue,
        at place: Place
    ) -> Value? {
        guard ["forEach(_:)", "map(_:)", "flatMap(_:)", "compactMap(_:)"].contains(name) else {
            return nil
        }
        var values: [Value] = []
        rounds(elements, at: place) { values.append(run(closure, [$0], at: place)) }
        switch name {
        case "map(_:)": return .list(values)
        case "forEach(_:)": return .tuple([])
        case "compactMap(_:)":
            guard values.allSatisfy({ !$0.options.contains(.none) && $0 != .unknown }) else {
                return .bag(values.map(\.withoutNone).uniqued)
            }
            return .list(values)
        default:
            var all: [Value] = []
            var isOrdered = true
            for value in values {
                let ways = value.options.compactMap(\.elements)
                guard ways.count == value.options.count else {
                    escape(.list(values), "it is in a list that is not known", at: place)
                    return .bag([.unknown])
                }
                if case .list = value {} else { isOrdered = false }
                all += ways.joined()
            }
            return isOrdered ? .list(all) : .bag(all.uniqued)
        }
    }

    /// Functions that change a variable.
    private func mutation(
        _ name: String,
        _ receiver: Value,
        _ values: [Value],
        _ target: Expression
    ) -> Value? {
        var changed: Value?
        var result = Value.tuple([])
        let isArray = type(of: target).element != nil
        switch (name, receiver) {
        case ("toggle()", .boolean(let isTrue)): changed = .boolean(!isTrue)
        case ("append(_:)", .list(let elements)): changed = .list(elements + values)
        case ("append(_:)", .bag(let elements)): changed = .bag((elements + values).uniqued)
        case ("append(contentsOf:)", _):
            guard let elements = receiver.elements, let more = values[0].elements else {
                return nil
            }
            if case (.list, .list) = (receiver, values[0]) {
                changed = .list(elements + more)
            } else {
                changed = .bag((elements + more).uniqued)
            }
        // The indices of any other collection need not begin at 0.
        case ("insert(_:at:)", .list(var elements)) where isArray:
            if let index = values[1].index(in: elements + [.none]) {
                elements.insert(values[0], at: index)
                changed = .list(elements)
            } else {
                changed = .bag((elements + [values[0]]).uniqued)
            }
        case ("remove(at:)", .list(var elements)) where isArray:
            guard let index = values[0].index(in: elements) else { return nil }
            result = elements.remove(at: index)
            changed = .list(elements)
        case ("sort()", .list(let elements)): changed = sorted(elements)
        case ("removeLast()", .list(let elements)) where !elements.isEmpty:
            changed = .list(Array(elements.dropLast()))
            result = elements.last ?? .unknown
        case ("removeFirst()", .list(let elements)) where !elements.isEmpty:
            changed = .list(Array(elements.dropFirst()))
            result = elements.first ?? .unknown
        case ("removeAll(keepingCapacity:)", .list): changed = .list([])
        default: return nil
        }
        if let changed { assign(changed, to: target) }
        return result
    }

    /// Functions that look at a value.
    private func query(_ name: String, _ receiver: Value?, _ values: [Value]) -> Value? {
        switch (name, receiver) {
        case ("hasPrefix(_:)", .string(let text)?):
            if case .string(let part) = values[0] { return .boolean(text.hasPrefix(part)) }
        case ("hasSuffix(_:)", .string(let text)?):
            if case .string(let part) = values[0] { return .boolean(text.hasSuffix(part)) }
        case ("contains(_:)", .list(let elements)?), ("contains(_:)", .bag(let elements)?):
            let all = elements.map { equality($0, values[0]) }
            // What a bag may have is not there for certain.
            let isList = if case .list? = receiver { true } else { false }
            if isList, all.contains(.always) { return .boolean(true) }
            return all.allSatisfy { $0 == .never } ? .boolean(false) : .unknown
        case ("init(repeating:count:)", .type(let type)?) where type.path == "Swift.Array":
            guard case .integer(let count) = values[1], 0...64 ~= count else {
                return .bag([values[0]])
            }
            return .list(Array(repeating: values[0], count: count))
        case ("init(_:)", .type(let type)?) where type.path == "Swift.Array":
            return values[0].elements == nil ? nil : values[0]
        case ("sorted()", .list(let elements)?): return sorted(elements)
        case ("sorted()", .bag?): return receiver
        case ("reversed()", .list(let elements)?): return .list(elements.reversed())
        case ("enumerated()", .list(let elements)?):
            return .list(elements.enumerated().map { .tuple([.integer($0), $1]) })
        default: break
        }
        return nil
    }

    /// The elements in their order, if that is known.
    private func sorted(_ elements: [Value]) -> Value {
        let numbers = elements.compactMap {
            if case .integer(let number) = $0 { number } else { nil }
        }
        if numbers.count == elements.count { return .list(numbers.sorted().map { .integer($0) }) }
        let texts = elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
        if texts.count == elements.count { return .list(texts.sorted().map { .string($0) }) }
        return .bag(elements.uniqued)
    }

    /// An element of an array, part of one, or a value of a dictionary.
    ///
    /// The indices of any other collection need not begin at 0.
    private func element(
        _ symbol: Symbol,
        _ receiver: Value?,
        _ values: [Value],
        _ expression: Expression
    ) -> Value? {
        let type = type(of: expression)
        guard symbol.call == "subscript(_:)", let receiver else { return nil }
        switch (symbol.owner.last, receiver) {
        case ("Array", .list(let elements)) where type.path == "Swift.ArraySlice":
            guard case .list(let indices) = values[0],
                indices.allSatisfy({ $0.index(in: elements) != nil })
            else { return nil }
            return .list(indices.compactMap { $0.index(in: elements).map { elements[$0] } })
        case ("Array", .list(let elements)):
            return values[0].index(in: elements).map { elements[$0] } ?? element(of: receiver)
        case ("Array", .bag) where type.path != "Swift.ArraySlice": return element(of: receiver)
        case ("Dictionary", .bag) where type.wrapped != nil:
            return each(element(of: receiver)) { one in
                guard case .tuple(let pair) = one, pair.count == 2 else { return .unknown }
                return joined(pair[1], .none)
            }
        case ("Dictionary", .dictionary(let pairs)) where type.wrapped != nil:
            if let pair = pairs.first(where: { equality($0.key, values[0]) == .always }) {
                return pair.value
            }
            let possible = pairs.filter { equality($0.key, values[0]) != .never }
            return any(of: possible.map(\.value) + [.none])
        default: return nil
        }
    }

    /// What a property of a value of the standard library is.
    func standardProperty(_ reference: Reference, of base: Value) -> Value? {
        guard let symbol = standardSymbol(reference) else { return nil }
        switch (reference.name, base) {
        case ("isEmpty", .string(let text)): return .boolean(text.isEmpty)
        case ("isEmpty", .list(let elements)): return .boolean(elements.isEmpty)
        case ("isEmpty", .dictionary(let pairs)): return .boolean(pairs.isEmpty)
        case ("count", .list(let elements)): return .integer(elements.count)
        case ("count", .dictionary(let pairs)): return .integer(pairs.count)
        case ("first", .list(let elements)): return elements.first ?? Value.none
        case ("last", .list(let elements)): return elements.last ?? Value.none
        case ("indices", .list(let elements)) where symbol.owner.last == "Array":
            return .list(elements.indices.map { .integer($0) })
        case ("values", .dictionary(let pairs)): return inAnyOrder(pairs.map(\.value))
        case ("keys", .dictionary(let pairs)): return inAnyOrder(pairs.map(\.key))
        case ("count", _), ("isEmpty", _), ("description", _), ("hashValue", _): return .unknown
        default: return nil
        }
    }
}

extension Symbol {
    /// The name with the labels, such as `append(contentsOf:)`.
    fileprivate var call: String { name + "(\((labels ?? []).map { "\($0):" }.joined()))" }
}

extension Value {
    /// Whether it may be called.
    var isCode: Bool {
        options.contains {
            switch $0 {
            case .closure, .function, .localFunction, .provider: true
            default: false
            }
        }
    }

    /// The position in an array that it is.
    func index(in elements: [Value]) -> Int? {
        guard case .integer(let index) = self, elements.indices.contains(index) else { return nil }
        return index
    }

    /// What a collection may have in it.
    var elements: [Value]? {
        switch self {
        case .list(let values), .bag(let values): values
        default: nil
        }
    }
}

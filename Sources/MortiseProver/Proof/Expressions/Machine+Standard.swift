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
        let values = arguments.values.map { $0 ?? .unknown }
        guard let symbol = standardSymbol(reference) else {
            // What the compiler writes for an enumeration of the program.
            let areCases = values.allSatisfy { $0.options.allSatisfy(\.isCase) }
            guard ["==", "!="].contains(reference.name), areCases else { return nil }
            return operation(reference.name, values, expression)
        }
        if let value = operation(reference.name, values, expression) { return value }
        if let value = task(symbol, receiver, values, at: expression.place) {
            if expression.canThrow { fail() }
            return value
        }
        if reference.name == "init", receiver == .type(SwiftType("Swift.String")) {
            return text(arguments)
        }
        let isOnce =
            Self.once.contains(reference.name) || Self.groups.contains(reference.name)
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
        if let elements = receiver?.ordered, elements.count <= 64, values.count == 1,
            case .closure(let closure) = values[0],
            let value = transformed(symbol.call, elements, closure, base, expression)
        {
            return value
        }
        if let receiver, values.count == 1,
            let value = optionSet(symbol.call, receiver, values[0], base)
        {
            return value
        }
        if let base, case .inOut(let target) = base.kind, let receiver {
            if let value = mutation(symbol.call, receiver, values, target) { return value }
            if reference.name != "subscript" { return nil }
        }
        if symbol.call == "subscript(_:default:)", symbol.owner.last == "Dictionary",
            let receiver, type(of: expression).wrapped == nil,
            let known = value(of: values[0], in: receiver)
        {
            return coalesced(known, values[1], expression)
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
        "withExtendedLifetime", "assumeIsolated", "withMutation",
    ]
    private static let groups: Set<String> = [
        "withTaskGroup", "withThrowingTaskGroup", "withDiscardingTaskGroup",
        "withThrowingDiscardingTaskGroup",
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
        let value =
            Self.groups.contains(reference.name)
            ? runGroup(closure, called: reference.name, at: expression.place)
            : runUnread(closure, given, at: expression.place)
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
        case ("==", _, _), ("~=", _, _): return comparison(values[0], values[1], if: .always)
        case ("!=", _, _): return comparison(values[0], values[1], if: .never)
        case ("===", _, _): return boolean(identity(values[0], values[1]))
        case ("!==", _, _): return boolean(identity(values[0], values[1]), if: .never)
        case ("<", .integer(let one), .integer(let two)): return .boolean(one < two)
        case (">", .integer(let one), .integer(let two)): return .boolean(one > two)
        case ("<=", .integer(let one), .integer(let two)): return .boolean(one <= two)
        case (">=", .integer(let one), .integer(let two)): return .boolean(one >= two)
        case ("<", .string(let one), .string(let two)): return .boolean(one < two)
        case (">", .string(let one), .string(let two)): return .boolean(one > two)
        case ("+", .integer(let one), .integer(let two)):
            let (sum, isTooLarge) = one.addingReportingOverflow(two)
            return isTooLarge ? nil : .integer(sum)
        case ("-", .integer(let one), .integer(let two)):
            let (difference, isTooLarge) = one.subtractingReportingOverflow(two)
            return isTooLarge ? nil : .integer(difference)
        case ("<<", .integer(let one), .integer(let two))
        where type(of: expression).path == "Swift.Int" && 0..<32 ~= one && 0..<31 ~= two:
            return .integer(one << two)
        case ("+", .string(let one), .string(let two)): return .string(one + two)
        case ("+", _, _): return concatenated(values[0], values[1])
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

    /// Whether each of two values is the other one, or is not.
    private func comparison(
        _ first: Value,
        _ second: Value,
        if wanted: ContainerState.Certainty
    ) -> Value {
        let all = Value.pairs(first, second).map { one, other, facts in
            (value: boolean(equality(one, other), if: wanted), facts: facts)
        }
        return all.isEmpty ? .unknown : Value.one(of: all) { _ in }
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

    private func boolean(
        _ certainty: ContainerState.Certainty,
        if wanted: ContainerState.Certainty = .always
    ) -> Value {
        certainty == .maybe ? .unknown : .boolean(certainty == wanted)
    }

    private func coalesced(_ first: Value, _ second: Value, _ expression: Expression) -> Value {
        func other() -> Value {
            guard case .closure(let closure) = second, closure.closure.isImplicit else {
                return second
            }
            return run(closure, [], at: expression.place)
        }
        let otherwise = test(.some(.any), first, at: expression.place)
        let isThere = state
        state = otherwise
        let second = otherwise == nil ? .unset : other()
        let value = joined(isThere == nil ? .unset : first.withoutNone, isThere, second, state)
        state = joined(isThere, state)
        return value
    }

    /// What a function makes of the value in an optional, if there is one.
    private func mapped(_ optional: Value, _ function: Value, at place: Place) -> Value {
        if optional == .none { return .none }
        let isThere = optional != .unknown && optional != .unset
        if isThere { return invoke(function, [optional.withoutNone], at: place) }
        let (one, other) = either({ invoke(function, [.unknown], at: place) }, { Value.none })
        return joined(one, other)
    }

    /// Functions that change a variable.
    private func mutation(
        _ name: String,
        _ receiver: Value,
        _ values: [Value],
        _ target: Expression
    ) -> Value? {
        if case .boolean(let isTrue) = receiver, name == "toggle()" {
            assign(.boolean(!isTrue), to: target)
            return .tuple([])
        }
        let type = type(of: target)
        guard let (changed, result) = changed(name, receiver, values, isArray: type.element != nil)
        else { return nil }
        assign(changed, to: target)
        return result
    }

    /// Functions that look at a value.
    private func query(_ name: String, _ receiver: Value?, _ values: [Value]) -> Value? {
        switch (name, receiver) {
        case ("hasPrefix(_:)", .string(let text)?):
            if case .string(let part) = values[0] { return .boolean(text.hasPrefix(part)) }
        case ("hasSuffix(_:)", .string(let text)?):
            if case .string(let part) = values[0] { return .boolean(text.hasSuffix(part)) }
        case ("contains(_:)", let collection?):
            guard let elements = collection.elements else { return nil }
            // What a bag may have is not there for certain.
            let certain = (collection.ordered ?? []).filter(\.isCertain)
            if certain.contains(where: { equality($0.value, values[0]) == .always }) {
                return .boolean(true)
            }
            let isNone = elements.allSatisfy { equality($0, values[0]) == .never }
            return isNone ? .boolean(false) : .unknown
        case ("init(repeating:count:)", .type(let type)?) where type.path == "Swift.Array":
            guard case .integer(let count) = values[1], 0...64 ~= count else {
                return .bag([values[0]])
            }
            return .list(Array(repeating: values[0], count: count))
        case ("init(_:)", .type(let type)?) where type.path == "Swift.Array":
            return values[0].elements == nil ? nil : values[0]
        case (_, let collection?) where collection.elements != nil:
            return arranged(name, collection, values)
        default: break
        }
        return nil
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
        case ("Array", _) where receiver.elements != nil && type.path != "Swift.ArraySlice":
            let elements = receiver.ordered ?? []
            return elements.index(values[0]).map { elements[$0].value } ?? element(of: receiver)
        case ("Dictionary", _) where type.wrapped != nil:
            return value(of: values[0], in: receiver)
        default: return nil
        }
    }

    /// What a dictionary has for a key, or `.none`; `nil` if it is not known what it has.
    private func value(of key: Value, in dictionary: Value) -> Value? {
        switch dictionary {
        case .bag:
            return each(element(of: dictionary)) { one in
                guard case .tuple(let pair) = one, pair.count == 2 else { return .unknown }
                return joined(pair[1], .none)
            }
        case .dictionary(let pairs):
            if let pair = pairs.first(where: { equality($0.key, key) == .always }) {
                return pair.value
            }
            let possible = pairs.filter { equality($0.key, key) != .never }
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
        case ("isEmpty", .partial(let elements)) where elements.contains(where: \.isCertain):
            return .boolean(false)
        case ("isEmpty", .dictionary(let pairs)): return .boolean(pairs.isEmpty)
        case ("count", .list(let elements)): return .integer(elements.count)
        case ("count", .dictionary(let pairs)): return .integer(pairs.count)
        case ("first", .list), ("first", .partial):
            return any(of: base.ordered?.front, orNone: true)
        case ("last", .list), ("last", .partial):
            return any(of: (base.ordered?.reversed()).map { Array($0).front }, orNone: true)
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

    fileprivate var isCase: Bool { if case .enumCase = self { true } else { false } }

    /// The position in an array that it is.
    func index(in elements: [Value]) -> Int? {
        guard case .integer(let index) = self, elements.indices.contains(index) else { return nil }
        return index
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// What is known of a value: one thing, one of a few, or nothing.
///
/// A value does not change: what a variable or a property holds at a moment is in ``State``.
indirect enum Value: Hashable {
    /// Anything. A container that hides in it has escaped before.
    case unknown

    /// What a variable holds before its first assignment.
    case unset

    /// A container, or its view of a lane.
    case container(Origin, Lane)

    /// The resolver that a factory or a step is given, with the lane of what runs.
    case resolver(Lane)

    /// What registering or decorating returned.
    case definition(Definition)

    /// A definition or a declaration that a module stores until it is installed.
    case stored(StoredStatement)

    /// What asks a container for something when it is called.
    case provider(Origin, Need)

    case closure(ClosureValue)

    /// A function, or a method with what it is called on, that is not applied yet.
    case function(Reference, of: Value?)

    /// A function inside another one, with the variables that it sees.
    case localFunction(Function, Environment)

    /// A key path, by the USRs of the properties that it leads through.
    case keyPath([String])

    case type(SwiftType)
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case none

    /// What is in an optional that is not `nil`, of which no more is known.
    case present

    /// A case of an enumeration, with its payload.
    case enumCase(String, SwiftType, [Value])

    /// A structure by the USRs of its stored properties.
    case structure(SwiftType, [String: Value])

    /// An instance of a class, whose properties are in ``State``.
    case object(Origin, SwiftType)

    /// An array, a set or a range whose elements are known, in order.
    case list([Value])

    /// An array of some of these, in order: of all that are certain, and of any of the others.
    case partial([Element])

    /// A collection of an unknown number of these, in any order.
    case bag([Value])

    /// A literal dictionary whose keys are known.
    case dictionary([Pair])

    case tuple([Value])

    /// A lifetime.
    case lifetime(Graph.Lifetime)

    case scopeName(String)
    case tag(DefinitionTag)

    /// `.inherited`.
    case inheritedTag

    /// One of several, in any order.
    case set(Choice)

    /// Several values that one may be.
    struct Choice: Hashable, ExpressibleByArrayLiteral {
        let values: [Value]
        /// The facts without which it is none of them, by their positions.
        let facts: [Facts]

        init(_ values: [Value], _ facts: [Facts] = []) {
            self.values = values
            self.facts = facts.isEmpty ? values.map { _ in .none } : facts
        }

        init(arrayLiteral elements: Value...) { self.init(elements) }

        static func == (first: Choice, second: Choice) -> Bool {
            first.values.count == second.values.count
                && zip(first.values, first.facts).allSatisfy { value, facts in
                    second.values.firstIndex(of: value).map { second.facts[$0] == facts } ?? false
                }
        }

        func hash(into hasher: inout Hasher) { hasher.combine(values.count) }
    }

    /// An element of an array, and whether it is there for certain.
    struct Element: Hashable {
        var value: Value
        var isCertain = true
    }

    /// A key and a value of a dictionary.
    struct Pair: Hashable {
        let key: Value
        let value: Value

        /// What a loop over the dictionary gives.
        var tuple: Value { .tuple([key, value]) }
    }
}

/// Where factories run.
typealias Lane = Graph.Lane

/// A closure, and the variables that it sees.
struct ClosureValue: Hashable {
    let closure: Expression.Closure
    let type: SwiftType
    let environment: Environment
    let substitutions: Substitutions
    let place: Place

    /// Whether several threads may run it.
    var isSendable: Bool { if case .function(let type) = type { type.isSendable } else { false } }

    static func == (first: ClosureValue, second: ClosureValue) -> Bool {
        first.closure === second.closure && first.environment == second.environment
            && first.substitutions == second.substitutions
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(closure))
        hasher.combine(environment)
    }
}

extension Function: Hashable {
    package static func == (first: Function, second: Function) -> Bool { first === second }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

// MARK: - Joins

extension Value {
    /// How many values are told apart.
    static let limit = 8

    /// The values that it may be.
    var options: [Value] {
        guard case .set(let choice) = self else { return [self] }
        return choice.values
    }

    /// The values that it may be, each with the facts without which it is not.
    var alternatives: [(value: Value, facts: Facts)] {
        guard case .set(let choice) = self else { return [(self, .none)] }
        return Array(zip(choice.values, choice.facts)).map { ($0, $1) }
    }

    /// What two values may be together, each with the facts without which they are not.
    static func pairs(
        _ first: Value,
        _ second: Value
    ) -> [(one: Value, other: Value, facts: Facts)] {
        first.alternatives.flatMap { one, facts in
            second.alternatives.compactMap { other, others in
                facts.and(others).map { (one, other, $0) }
            }
        }
    }

    /// The value on a way with some facts.
    fileprivate func under(_ facts: Facts) -> [(value: Value, facts: Facts)] {
        // What another way has led to is not what it is.
        let all = alternatives.compactMap { value, own in own.and(facts).map { (value, $0) } }
        return all.isEmpty ? alternatives : all
    }

    /// The value, whatever tests have turned out as.
    var withoutFacts: Value { renamed { $0 } }

    /// One of two values.
    ///
    /// More than ``limit`` are not told apart; what is lost then has to escape, see
    /// ``joined(_:lost:)``.
    func joined(
        _ other: Value,
        under facts: (Facts, Facts) = (.none, .none),
        lost: (Value) -> Void
    ) -> Value {
        if self == other { return self }
        return Self.one(of: under(facts.0) + other.under(facts.1), lost: lost)
    }

    /// One of some values, each with the facts without which it is not.
    static func one(of ways: [(value: Value, facts: Facts)], lost: (Value) -> Void) -> Value {
        var all: [(value: Value, facts: Facts)] = []
        for (value, facts) in ways {
            if let index = all.firstIndex(where: { $0.value == value }) {
                all[index].facts = all[index].facts.or(facts)
            } else {
                all.append((value, facts))
            }
        }
        all = withoutManyArrays(all)
        let values = all.map(\.value)
        let isNothingKnown =
            values.contains(.unknown)
            || values.contains(.present) && values.contains(where: \.isReference)
        if isNothingKnown || all.count > limit {
            for value in values where value.isReference { lost(value) }
            // What was never set is told apart, however much else is not.
            return values.contains(.unset) ? .set([.unset, .unknown]) : .unknown
        }
        return all.count == 1 ? values[0] : .set(Choice(values, all.map(\.facts)))
    }

    /// The values of a list, joined.
    static func any(of values: [Value], lost: (Value) -> Void) -> Value {
        guard let first = values.first else { return .unset }
        return values.dropFirst().reduce(first) { $0.joined($1, lost: lost) }
    }

    /// The value once something has been assigned for certain.
    var assigned: Value {
        guard case .set(let choice) = self else { return self == .unset ? .unknown : self }
        guard choice.values.contains(.unset) else { return self }
        let known = choice.values.filter { $0 != .unset }
        return known.count == 1 ? known[0] : .set(Choice(known))
    }

    /// Whether a mistake about it can be one about a container.
    var isReference: Bool {
        switch self {
        case .unknown, .unset, .type, .string, .integer, .boolean, .none, .present, .lifetime,
            .scopeName, .tag, .inheritedTag, .function(_, of: nil):
            false
        case .container, .resolver, .definition, .stored, .provider, .closure, .localFunction,
            .keyPath, .object:
            true
        case .function(_, of: let receiver?): receiver.isReference
        case .enumCase(_, _, let values), .list(let values), .bag(let values), .tuple(let values):
            values.contains(where: \.isReference)
        case .partial(let elements): elements.contains(where: \.value.isReference)
        case .set(let choice): choice.values.contains(where: \.isReference)
        case .structure(_, let fields): fields.values.contains(where: \.isReference)
        case .dictionary(let pairs): pairs.contains { $0.value.isReference || $0.key.isReference }
        }
    }

    /// Whether it keeps a container or an object alive; a provider does not.
    func holds(_ container: Origin) -> Bool {
        switch self {
        case .container(let origin, _), .object(let origin, _): origin == container
        default: parts.contains { $0.holds(container) }
        }
    }

    /// The definitions that it names.
    var definitions: [Definition] {
        if case .definition(let definition) = self {
            [definition]
        } else {
            parts.flatMap(\.definitions)
        }
    }

    /// The values that it consists of, or is one of.
    private var parts: [Value] {
        switch self {
        case .enumCase(_, _, let values), .list(let values), .bag(let values), .tuple(let values):
            values
        case .partial(let elements): elements.map(\.value)
        case .set(let choice): choice.values
        case .structure(_, let fields): Array(fields.values)
        case .dictionary(let pairs): pairs.map(\.value)
        case .function(_, of: let receiver?): [receiver]
        default: []
        }
    }

    /// Whether it is the resolver of a factory, which nobody else can keep.
    var isResolver: Bool { if case .resolver = self { true } else { false } }

    /// Whether it is one constant that comparisons can decide on.
    var isConstant: Bool {
        switch self {
        case .string, .integer, .boolean, .none, .tag, .type: true
        case .enumCase(_, _, let values), .tuple(let values), .list(let values):
            values.allSatisfy(\.isConstant)
        default: false
        }
    }

    /// Whether no part of it is anything else, as far as values of structures go.
    var isKnownThroughout: Bool {
        switch self {
        case .unknown, .unset, .present, .set: false
        case .structure(_, let fields): fields.values.allSatisfy(\.isKnownThroughout)
        case .enumCase(_, _, let values), .tuple(let values), .list(let values):
            values.allSatisfy(\.isKnownThroughout)
        case .bag, .partial, .dictionary: false
        default: true
        }
    }

    /// The type of an instance of the program, or the type that it is.
    var ownType: SwiftType? { if case .type(let type) = self { type } else { instanceType } }

    /// The type of an instance of the program.
    var instanceType: SwiftType? {
        switch self {
        case .structure(let type, _), .object(_, let type), .enumCase(_, let type, _): type
        default: nil
        }
    }

    /// The value with each container, object and variable that it mentions renamed.
    ///
    /// - Parameters:
    ///   - rename: Gives the new name.
    ///   - replace: Gives what stands for a closure or a local function.
    /// - Returns: The value.
    func renamed(
        _ rename: (Origin) -> Origin,
        replacing replace: (Value) -> Value = { $0 }
    ) -> Value {
        func one(_ value: Value) -> Value { value.renamed(rename, replacing: replace) }
        func all(_ values: [Value]) -> [Value] { values.map(one) }
        switch self {
        case .container(let origin, let lane): return .container(rename(origin), lane)
        case .provider(let origin, let need): return .provider(rename(origin), need)
        case .object(let origin, let type): return .object(rename(origin), type)
        case .function(let reference, let receiver):
            return .function(reference, of: receiver.map(one))
        case .enumCase(let name, let type, let values): return .enumCase(name, type, all(values))
        case .structure(let type, let fields):
            return .structure(type, fields.mapValues(one))
        case .list(let values): return .list(all(values))
        case .bag(let values): return .bag(all(values))
        case .partial(let elements):
            return .partial(
                elements.map { Element(value: one($0.value), isCertain: $0.isCertain) }
            )
        case .tuple(let values): return .tuple(all(values))
        case .set(let choice): return .set(Choice(all(choice.values).uniqued))
        case .dictionary(let pairs):
            return .dictionary(
                pairs.map { Pair(key: one($0.key), value: one($0.value)) }
            )
        case .closure, .localFunction: return replace(self)
        case .unknown, .unset, .resolver, .definition, .stored, .keyPath, .type, .string, .integer,
            .boolean, .none, .present, .lifetime, .scopeName, .tag, .inheritedTag:
            return self
        }
    }
}

// SPDX-License-Identifier: MIT

import MortiseTestSupport

/// Definitions and operations as plain values, for an engine and a model.
struct Plan {
    /// A requested name: one of a few types, with or without a tag.
    struct Name: Hashable {
        let type: Int
        let tag: Int?

        /// Types from here on take a run-time argument.
        static let firstWithArgument = 8
        /// Types from here on are forwarded to others.
        static let firstForwarded = 10
        static let typeCount = 12

        var takesArgument: Bool {
            type >= Self.firstWithArgument && type < Self.firstForwarded
        }
    }

    struct Need {
        enum Style {
            /// Any error is thrown on.
            case required
            /// Nil if nothing is registered.
            case optional
            /// Any error is handled.
            case forgiving
        }

        let name: Name
        let argument: Int?
        let style: Style
        /// Whether it asks with the tag of the request that it serves.
        var isInheriting = false
    }

    enum Scope: CaseIterable {
        case unique, shared, singleton, eagerSingleton, weakSingleton

        var isCaching: Bool { self != .unique && self != .shared }
    }

    struct Definition {
        let id: Int
        let name: Name
        let scope: Scope
        let needs: [Need]
        let steps: [[Need]]
        /// The operations in which its factory throws, after its requests.
        let factoryFailures: Set<Int>
        /// The operations in which its last step throws, after its requests.
        let stepFailures: Set<Int>
        let callsBack: Bool
        /// Another name for the same instance.
        let forwarded: Name?
        /// Whether it answers requests with a tag that no definition has.
        let isForAnyTag: Bool
    }

    enum Operation {
        case resolve(Need, inChild: Bool)
        case register(Definition, inChild: Bool)
        /// Removes the definition of this number, if it is still registered.
        case remove(id: Int, inChild: Bool)
        case reset(inChild: Bool)
    }

    var parent: [Definition] = []
    var child: [Definition] = []
    var operations: [Operation] = []
}

// MARK: - Descriptions

extension Plan.Name: CustomStringConvertible {
    var description: String { "T\(type)" + (tag.map { "#\($0)" } ?? "") }
}

extension Plan.Need: CustomStringConvertible {
    var description: String {
        let mark =
            switch style {
            case .required: ""
            case .optional: "?"
            case .forgiving: "~"
            }
        let tag = isInheriting ? "#inherited" : ""
        return "\(name)\(tag)\(argument.map { "(\($0))" } ?? "")\(mark)"
    }
}

extension Plan.Definition: CustomStringConvertible {
    var description: String {
        "\(id): \(scope) \(name)\(isForAnyTag ? "#any" : "") needs \(needs) steps \(steps)"
            + " throws \(factoryFailures.sorted()) \(stepFailures.sorted())"
            + (forwarded.map { " as \($0)" } ?? "") + (callsBack ? " calls back" : "")
    }
}

// MARK: - Random plans

/// The random source of plans: equal for equal seeds.
struct Dice: RandomNumberGenerator {
    private var generator: SeededGenerator

    init(seed: Int) {
        generator = SeededGenerator(seed: UInt64(bitPattern: Int64(seed)) &* 0x9E37_79B9_7F4A_7C15)
    }

    mutating func next() -> UInt64 { generator.next() }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    mutating func happens(_ percent: Int) -> Bool { generator.chance(percent) }

    mutating func pick<Element>(_ elements: [Element]) -> Element { generator.pick(elements) }
}

extension Plan {
    /// A random plan.
    ///
    /// - Parameters:
    ///   - seed: The same seed gives the same plan.
    ///   - tags: The number of tags: with the types, it limits the number of definitions.
    ///   - operationCount: The number of operations.
    init(seed: Int, tags: Int, operationCount: Int) {
        var maker = Maker(dice: Dice(seed: seed), tags: tags, operationCount: operationCount)
        self = maker.plan()
    }

    private struct Maker {
        var dice: Dice
        let tags: Int
        let operationCount: Int
        var names: [Name] = []
        var forwardedNames: [Name] = []
        var lastID = 0

        mutating func plan() -> Plan {
            var plan = Plan()
            for type in 0..<Name.firstForwarded {
                for tag in 0...tags {
                    names.append(Name(type: type, tag: tag == 0 ? nil : tag))
                }
            }
            names.shuffle(using: &dice)
            for (position, name) in names.enumerated() {
                if dice.happens(6) { continue }
                let definition = definition(name, at: position)
                plan.parent.append(definition)
                if dice.happens(15) { plan.child.append(self.definition(name, at: position)) }
            }
            for index in 0..<operationCount {
                plan.operations.append(operation(index, plan))
            }
            return plan
        }

        mutating func definition(_ name: Name, at position: Int) -> Definition {
            lastID += 1
            let stepCount = dice.pick([0, 0, 0, 1, 1, 2])
            var forwarded: Name?
            if dice.happens(12) {
                let type = Name.firstForwarded + dice.number(below: 2)
                forwarded = Name(type: type, tag: lastID)
            }
            if name.takesArgument { forwarded = nil }
            if let forwarded { forwardedNames.append(forwarded) }
            return Definition(
                id: lastID,
                name: name,
                scope: dice.pick(
                    [.unique, .unique, .shared, .shared, .singleton, .singleton]
                        + [.eagerSingleton, .weakSingleton]
                ),
                needs: needs(dice.pick([0, 0, 1, 1, 2]), at: position, back: 4),
                steps: (0..<stepCount).map { _ in
                    needs(dice.pick([0, 1, 1, 2]), at: position, back: 40)
                },
                factoryFailures: failures(),
                stepFailures: failures(),
                callsBack: dice.happens(50),
                forwarded: forwarded,
                isForAnyTag: name.tag == nil && dice.happens(60)
            )
        }

        mutating func failures() -> Set<Int> {
            guard dice.happens(12) else { return [] }
            return Set((0..<operationCount).filter { _ in dice.happens(50) })
        }

        /// Most needs lead to later names, so that most graphs are finite.
        mutating func needs(_ count: Int, at position: Int, back: Int) -> [Need] {
            (0..<count).map { _ in
                let need = need(back, at: position)
                guard need.name.tag != 999, dice.happens(12) else { return need }
                return Need(
                    name: Name(type: need.name.type, tag: nil),
                    argument: need.argument,
                    style: need.style,
                    isInheriting: true
                )
            }
        }

        mutating func need(_ back: Int, at position: Int) -> Need {
            if dice.happens(back) { return need(dice.pick(names)) }
            let later = names.count - position - 1
            guard later > 0 else { return need(dice.pick(names), style: .forgiving) }
            return need(names[position + 1 + dice.number(below: min(later, 12))])
        }

        mutating func need(_ name: Name, style: Need.Style? = nil) -> Need {
            var name = name
            if dice.happens(10) {
                name = Name(type: name.type, tag: 999)
            } else if dice.happens(8), !forwardedNames.isEmpty {
                name = dice.pick(forwardedNames)
            }
            let style =
                style ?? dice.pick([.required, .required, .required, .optional, .forgiving])
            return Need(
                name: name,
                argument: name.takesArgument ? dice.number(below: 2) : nil,
                // An optional with arguments is not part of the interface.
                style: name.takesArgument && style == .optional ? .required : style
            )
        }

        mutating func operation(_ index: Int, _ plan: Plan) -> Operation {
            let inChild = dice.happens(40)
            switch dice.number(below: 100) {
            case 0..<8:
                let position = dice.number(below: names.count)
                return .register(definition(names[position], at: position), inChild: inChild)
            case 8..<13: return .remove(id: 1 + dice.number(below: lastID), inChild: inChild)
            case 13: return .reset(inChild: inChild)
            default: return .resolve(need(dice.pick(names)), inChild: inChild)
            }
        }
    }
}

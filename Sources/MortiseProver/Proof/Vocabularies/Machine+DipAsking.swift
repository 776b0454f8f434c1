// SPDX-License-Identifier: MIT

import MortiseGraph

// What requests and injected properties of Dip mean.
extension Machine {
    // MARK: - Requests

    func dipAsk(_ call: MortiseCall, of origin: Origin) -> Value? {
        var call = call
        if case .type(let type)? = call.values.first, call.labels.first == "_" {
            // The type is a value: it takes the place of the parameter.
            var substitutions = call.substitutions
            let pack = call.generic(0)
            substitutions[SwiftType.GenericParameter(depth: 0, index: 0)] = type
            if let pack { substitutions[SwiftType.GenericParameter(depth: 0, index: 1)] = pack }
            call = call.with(of: call.receiver, substitutions: substitutions)
        } else if call.labels.first == "_" {
            return nil
        }
        guard !call.labels.contains("builder"), !call.labels.contains("withArguments") else {
            return nil
        }
        guard making?.owner == origin else { return ask(call, of: origin, .synchronous) }
        if let need = need(call, .synchronous) { noteNeed(need) }
        fail()
        return .unknown
    }

    /// Asks for all that is registered.
    func dipValidate(_ call: MortiseCall, of origin: Origin) {
        guard let container = view(origin), container.gaps.isEmpty,
            call.values.allSatisfy({ $0 == nil || $0 == .list([]) })
        else {
            leaveUnread(call.place, "what it asks for is only known at run time")
            return fail()
        }
        let world = world(of: origin)
        for key in container.order {
            guard let slot = container[key], slot.isCertain else {
                leaveUnread(call.place, "what is registered depends on a condition")
                continue
            }
            // It asks for what this vocabulary has registered.
            guard key.own == nil, slot.options.allSatisfy(\.definition.isOfDip) else { continue }
            var need = Need(type: key.type, tag: key.tag.map { .known($0) } ?? .none)
            need.tagRule = .fallingBack
            note(need, of: origin, in: world, at: call.place)
        }
        fail()
    }

    // MARK: - Properties

    /// What a property asks for that is one of Dip's, or has such in it.
    func injectedByDip(_ variable: Variable, of owner: NominalType) -> [Need] {
        guard !variable.isStatic,
            owner.stored.contains(variable.usr) || !variable.attributes.isEmpty
        else { return [] }
        for attribute in variable.attributes {
            if let type = attribute.type.injectedByDip {
                return injectedByDip(type, attribute.arguments)
            }
        }
        // What the compiler stores for a wrapper.
        let isBacking = (program.properties[owner.type.withoutArguments] ?? []).contains {
            !$0.attributes.isEmpty && variable.name == "_" + $0.name
        }
        guard !isBacking, variable.getter == nil || owner.stored.contains(variable.usr) else {
            return []
        }
        guard let type = variable.type.injectedByDip else {
            if variable.type.mayHaveInjected {
                loseMaking("a property that is injected is not known", at: variable.place)
            }
            let inner = program.type(variable.type)
            return inner?.kind == .structure ? injected(into: variable.type) : []
        }
        guard case .call(_, let arguments)? = variable.initialValue?.inside.kind else {
            loseMaking("a property that is injected is not known", at: variable.place)
            return []
        }
        return injectedByDip(type, arguments)
    }

    private func injectedByDip(_ type: SwiftType, _ arguments: [Expression.Argument]) -> [Need] {
        var need = Need(type: type, tag: .inherited)
        need.tagRule = .fallingBack
        need.isProperty = true
        var (tag, overrides, hasValue) = (Need.Tag?.none, Bool?.none, false)
        for argument in arguments {
            if argument.label == "value" || argument.label == "overrideTag" { hasValue = true }
            guard !argument.isDefault || argument.label == "tag" else { continue }
            switch (argument.label, argument.isDefault ? .none : evaluate(argument.value)) {
            case ("tag"?, let value):
                tag = self.tag(dipTag(value))
                if tag == nil {
                    loseMaking("the tag of a property is not known", at: argument.value.place)
                }
            case ("overrideTag"?, .boolean(let isTrue)): overrides = isTrue
            // What is not required may fail.
            case ("required"?, .boolean(false)): return []
            case ("required"?, .boolean(true)): break
            case ("overrideTag"?, _), ("required"?, _):
                loseMaking("a property that is injected is not known", at: argument.value.place)
            default: break
            }
        }
        if let tag, hasValue ? overrides == true : true { need.tag = tag }
        return [need]
    }

    /// Notes what Dip calls in an instance that is not followed.
    func noteWhatDipCalls(_ type: SwiftType, _ definition: Definition) {
        let isOther = program.superclasses(of: type).contains { owner in
            (program.methods[owner.withoutArguments] ?? []).contains {
                $0.name == "resolveDependencies" && $0.parameters.count == 1
            }
        }
        if isOther { loseMaking("it resolves its dependencies itself", at: definition.place) }
        if program.hasBoxes { loseMaking("it may have boxes of its own", at: definition.place) }
    }

    private func loseMaking(_ reason: String, at place: Place) {
        if making == nil { leaveUnread(place, reason) }
        giveUpMaking(reason, at: place)
    }
}

extension SwiftType {
    /// What a property of Dip injects.
    fileprivate var injectedByDip: SwiftType? {
        guard case .nominal(let path, let values) = self, values.count == 1,
            path.map(\.name) == ["MortiseDip", "Injected"]
                || path.map(\.name) == ["MortiseDip", "InjectedWeak"]
        else { return nil }
        return values[0]
    }

    /// Whether a value of the type may have a property of Dip in it, or be one.
    fileprivate var mayHaveInjected: Bool {
        switch self {
        case .nominal(let path, let arguments):
            path.first?.name == "MortiseDip" && path.last?.name.hasPrefix("Injected") == true
                || arguments.contains(where: \.mayHaveInjected)
        case .tuple(let elements): elements.contains(where: \.type.mayHaveInjected)
        default: false
        }
    }
}

extension Program {
    /// Whether the program has boxes of its own, which ask for something.
    fileprivate var hasBoxes: Bool {
        conformances.values.contains { $0.contains("s:10MortiseDip23AutoInjectedPropertyBoxP") }
    }
}

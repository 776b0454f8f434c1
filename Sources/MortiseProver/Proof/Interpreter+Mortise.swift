// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    func mortise(
        _ reference: Reference,
        of receiver: Value?,
        _ arguments: [Expression.Argument],
        _ values: [Value],
        _ expression: Expression,
        _ type: SwiftType,
        _ context: Context
    ) -> Value {
        let symbol = program.symbols[reference.usr]
        let call = MortiseCall(
            owner: symbol?.owner.dropFirst().joined(separator: ".") ?? "",
            name: reference.name,
            labels: symbol?.labels ?? [],
            receiver: receiver,
            arguments: arguments,
            values: values,
            substitutions: reference.substitutions,
            place: expression.place,
            type: type,
            context: context
        )
        return run(call) ?? unknown(call)
    }

    /// The value of a word of the interface that is read and not called, such as `.singleton`.
    func word(_ reference: Reference, _ receiver: Value?, _ type: SwiftType) -> Value? {
        switch program.symbols[reference.usr]?.signature {
        case "Mortise.Scope.unique": .lifetime(.unique)
        case "Mortise.Scope.shared": .lifetime(.shared)
        case "Mortise.Scope.Caching.singleton": .lifetime(.singleton)
        case "Mortise.Scope.Caching.eagerSingleton": .lifetime(.eagerSingleton)
        case "Mortise.Scope.Caching.weakSingleton": .lifetime(.weakSingleton)
        case "Mortise.InheritedTag.inherited": .inheritedTag
        default: nil
        }
    }

    private func run(_ call: MortiseCall) -> Value? {
        // A tag, a lifetime or a scope's name that may be one of several.
        if let index = call.indexOfChoice {
            return mapped(call.values[index], call.context) { value, context in
                var values = call.values
                values[index] = value
                let one = call.with(context, values)
                return run(one) ?? unknown(one)
            }
        }
        switch Interface.meaning(of: call.name, in: call.owner) {
        case .read: break
        case .harmless: return ignored(call)
        case .unread, nil: return unknown(call)
        }
        return switch call.owner {
        case "Container", "AsyncContainer", "MainActorContainer": container(call)
        case "Resolver", "AsyncResolver": resolver(call)
        case "Definition", "MainDefinition": definition(call)
        case "ModuleDefinition", "ModuleDeclaration": stored(call)
        case "Scope.Caching" where call.name == "scoped":
            scopeName(call.values.first).map { .lifetime(.scoped($0)) } ?? makeUnknown(call.type)
        case "ScopeName": scopeName(call.values.first).map { .scopeName($0) }
        case "Scope", "Scope.Caching", "InheritedTag": lifetimeWord(call)
        case "ScopeLease" where call.name == "scope": call.receiver
        case "Resolved", "LazyResolved", "Observed": wrapper(call)
        default: nil
        }
    }

    /// A property wrapper that asks a container when its property is read.
    private func wrapper(_ call: MortiseCall) -> Value? {
        guard call.name == "init", case .nominal(_, let values) = call.type,
            let value = values.first
        else { return ignored(call) }
        var need = Need(type: value.wrapped ?? value)
        need.isOptional = value.wrapped != nil
        guard let tag = tag(call.value("tag")) else {
            leaveUnread(call.place, "the tag is only known at run time")
            return makeUnknown(call.type)
        }
        need.tag = tag
        var asked = call.value("in")
        if case .some(.none) = asked { asked = Value?.none }
        switch asked ?? current.last ?? (installed.count == 1 ? installed[0] : nil) {
        case .container(let number, _)?:
            let wasLater = isLater
            isLater = true
            visit(need, of: number, at: call.place, call.context)
            isLater = wasLater
        default: leaveUnread(call.place, "the container is not known here")
        }
        return makeUnknown(call.type)
    }

    private func lifetimeWord(_ call: MortiseCall) -> Value? {
        switch call.name {
        case "unique": .lifetime(.unique)
        case "shared": .lifetime(.shared)
        case "singleton": .lifetime(.singleton)
        case "eagerSingleton": .lifetime(.eagerSingleton)
        case "weakSingleton": .lifetime(.weakSingleton)
        case "inherited": .inheritedTag
        default: nil
        }
    }

    /// A call that changes no container and asks none for anything; its closures may run.
    func ignored(_ call: MortiseCall) -> Value {
        for value in call.values {
            if case .closure(let closure) = value {
                runLater(closure, at: call.place, call.context)
            }
        }
        return makeUnknown(call.type)
    }

    /// A call that is not known: whatever takes part in it may have changed.
    func unknown(_ call: MortiseCall) -> Value {
        let name = "\(call.owner).\(call.name)"
        for value in call.values { escape(value, to: name, at: call.place, call.context) }
        if case .container(let number, _)? = call.receiver {
            note("\(name) is not read", at: call.place, in: number)
            return makeUnknown(call.type)
        }
        if let receiver = call.receiver { escape(receiver, to: name, at: call.place, call.context) }
        return makeUnknown(call.type)
    }

    func scopeName(_ value: Value?) -> String? {
        switch value {
        case .string(let text): text
        case .scopeName(let text): text
        default: nil
        }
    }

    /// What a tag is; `nil` if it cannot be known.
    func tag(_ value: Value?) -> DefinitionFact.TagFact? {
        switch value {
        case nil, .some(.none): DefinitionFact.TagFact.none
        case .string(let text): .known(.text(text))
        case .integer(let number): .known(.number(number))
        case .tag(let tag): .known(tag)
        case .inheritedTag: .inherited
        case .enumCase?: value.flatMap { rawValue(of: $0) }.flatMap { tag($0) }
        default: nil
        }
    }

    /// The raw value of a case.
    func rawValue(of value: Value) -> Value? {
        guard case .enumCase(let reference, let type, _) = value, let usr = usr(of: type),
            let known = program.types[usr]?.cases.first(where: { $0.usr == reference.usr })
        else { return nil }
        switch known.rawValue {
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(number)
        default: return nil
        }
    }
}

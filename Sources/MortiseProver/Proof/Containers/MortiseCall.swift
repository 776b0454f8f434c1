// SPDX-License-Identifier: MIT

import MortiseGraph

/// A call of the interface of Mortise.
struct MortiseCall {
    /// The module that declares it: that of an extension, if it is in one.
    let module: String
    /// The type that declares it, such as `Container`, or an empty text.
    let owner: String
    /// The base name.
    let name: String
    let labels: [String]
    let receiver: Value?
    let written: [Expression.Argument]
    /// The values of the arguments; `nil` for a default.
    let values: [Value?]
    let substitutions: Substitutions
    let place: Place
    let type: SwiftType
    let canThrow: Bool

    /// The value of an argument, or `nil` if it is not written.
    func value(_ label: String?) -> Value? {
        written.firstIndex { $0.label == label }.flatMap { values[$0] }
    }

    /// The last argument that is a function.
    var closure: Value? {
        values.reversed().lazy.compactMap { $0 }.first {
            switch $0 {
            case .closure, .function, .localFunction: true
            default: false
            }
        }
    }

    /// What a generic parameter of the function stands for.
    func generic(_ index: Int, depth: Int = 0) -> SwiftType? {
        substitutions[SwiftType.GenericParameter(depth: depth, index: index)]
    }

    func with(
        owner: String? = nil,
        name: String? = nil,
        of receiver: Value?,
        values: [Value?]? = nil,
        substitutions: Substitutions? = nil
    ) -> MortiseCall {
        MortiseCall(
            module: module,
            owner: owner ?? self.owner,
            name: name ?? self.name,
            labels: labels,
            receiver: receiver,
            written: written,
            values: values ?? self.values,
            substitutions: substitutions ?? self.substitutions,
            place: place,
            type: type,
            canThrow: canThrow
        )
    }
}

extension Machine {
    /// Does what a declaration of Mortise's interface does.
    func mortise(
        _ reference: Reference,
        of receiver: Value?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value {
        let symbol = program.symbols[reference.usr]
        return run(
            MortiseCall(
                module: symbol?.extensionModule ?? symbol?.owner.first ?? "",
                owner: symbol?.owner.dropFirst().joined(separator: ".") ?? "",
                name: reference.name,
                labels: symbol?.labels ?? [],
                receiver: receiver,
                written: arguments.written,
                values: arguments.values,
                substitutions: reference.substitutions,
                place: expression.place,
                type: type(of: expression),
                canThrow: expression.canThrow
            )
        )
    }

    private func run(_ call: MortiseCall) -> Value {
        guard state != nil else { return .unknown }
        round.reached.insert(call.place)
        // One of several arguments: each of them, joined.
        for (index, value) in call.values.enumerated() {
            guard var value else { continue }
            let label = call.written.indices.contains(index) ? call.written[index].label : nil
            if value == .unknown, label == "tag" {
                value = any(of: program.cases(of: call.written[index].value.inside.type))
            }
            guard case .set = value else { continue }
            return each(value) { one in
                var values = call.values
                values[index] = one
                return run(call.with(of: call.receiver, values: values))
            }
        }
        // The scope of a request, as an argument.
        let isRequests = call.values.contains { value in
            if case .container(let origin, _)? = value { origin.isOfRequests } else { false }
        }
        if isRequests, call.name != "withCurrent" { return unknown(call) }
        switch Interface.meaning(of: call.name, in: call.owner, of: call.module) {
        case .read: return meaning(of: call) ?? unknown(call)
        case .harmless:
            if Self.asking.contains(call.owner), call.name != "isResolved", !frame.isCaughtAnywhere
            {
                readInMaking(at: call.place)
            }
            return ignored(call)
        case .unread, nil: return unknown(call)
        }
    }

    private func meaning(of call: MortiseCall) -> Value? {
        if call.module == "MortiseInjector" { return injector(call) }
        if call.module == "MortiseDip" { return dip(call) }
        if call.module == "MortiseEasyDi" { return easyDi(call) }
        return switch call.owner {
        case "Container", "AsyncContainer", "MainActorContainer": container(call)
        case "Resolver", "AsyncResolver": resolver(call)
        case "NamedContainers": named(call)
        case "Assembly": ownAssembly(call)
        case "Export": exported(call)
        case "Definition", "MainDefinition", "ModuleDefinition", "RefinableDefinition",
            "UnisolatedDefinition":
            definition(call)
        case "Lifetime.Caching" where call.name == "scoped":
            scopeName(call.values.first ?? nil).map { .lifetime(.scoped($0)) } ?? .unknown
        case "ScopeName": scopeName(call.values.first ?? nil).map { .scopeName($0) } ?? .unknown
        case "Lifetime", "Lifetime.Caching", "RequestTag": Self.word(call.name)
        case "ScopeLease" where call.name == "scope": call.receiver
        case "Provider", "AsyncProvider", "MainActorProvider": provided(call)
        case "Resolved", "LazyResolved", "Observed": wrapper(call)
        case "Injected", "InjectedWeak": filled(call)
        case "InjectableProperty": announced(call)
        case "ConfigBindings": bind(call)
        case "RequestScope": requestScope(call, .hummingbirdRequests)
        case "CallScope": requestScope(call, .grpcRequests)
        case "RequestScopeMiddleware":
            openRequests(call, .hummingbirdRequests, "HummingbirdCore.Request")
        case "CallScopeInterceptor": openRequests(call, .grpcRequests, "MortiseGRPC.CallInfo")
        case "RouterMethods": route(call)
        default: nil
        }
    }

    /// The properties that ask a container when they are read.
    fileprivate static let asking: Set = ["Resolved", "LazyResolved", "Observed"]

    private static func word(_ name: String) -> Value? {
        switch name {
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
            if let value, value.isReference, !value.isContainer {
                escape(value, "it is given to \(call.name)", at: call.place)
            }
        }
        if call.canThrow { fail() }
        if call.name == "sources", case .container(let origin, _)? = call.receiver {
            return .list((view(origin)?.sources ?? []).map { .container($0, .synchronous) })
        }
        return .unknown
    }

    /// The functions of vocabularies that ask for something.
    private static let requests: Set<String> = [
        "resolve", "get", "getSafe", "find", "bootstrap", "validate", "resolveDependencies",
        "storyboardInstantiated", "didInstantiateFromStoryboard", "updateDependencyKey",
    ]

    /// A call that is not known: whatever takes part in it may have changed.
    func unknown(_ call: MortiseCall) -> Value {
        let reason = "\(call.owner).\(call.name) is not read"
        if Interface.isVocabulary(call.module), Self.requests.contains(call.name) {
            leaveUnread(call.place, reason)
        }
        if ["RequestScopeMiddleware", "CallScopeInterceptor"].contains(call.owner) {
            loseRequests(Gap(reason: reason, place: call.place))
        }
        for value in call.values + [call.receiver] {
            escape(value ?? .none, reason, at: call.place)
        }
        if call.canThrow { fail() }
        return .unknown
    }

    func scopeName(_ value: Value?) -> String? {
        switch value {
        case .string(let text), .scopeName(let text): text
        default: nil
        }
    }

    /// What a tag is; `nil` if it cannot be known.
    func tag(_ value: Value?) -> Need.Tag? {
        switch value {
        case nil, .some(.none): Need.Tag.none
        case .string(let text): .known(.text(text))
        case .integer(let number): .known(.number(number))
        case .tag(let tag): .known(tag)
        case .inheritedTag: .inherited
        case .enumCase("text", DefinitionTag.type, let values)?,
            .enumCase("number", DefinitionTag.type, let values)?:
            values.first?.isConstant ?? false ? tag(values.first) : nil
        case .object(_, let type)?, .structure(let type, _)?, .enumCase(_, let type, _)?:
            ownTag(of: value ?? .unknown, type)
        default: nil
        }
    }

    /// The tag that a value of the program is: what its own property gives, or its raw value.
    private func ownTag(of value: Value, _ type: SwiftType) -> Need.Tag? {
        guard let own = program.properties(.tag, of: type).first else {
            return rawValue(of: value).flatMap { tag($0) }
        }
        let reference = Reference(usr: own.usr, name: own.name)
        let expression = Expression(.other([]), type: own.type, at: own.place)
        let given = member(reference, of: value, expression, isSuper: false)
        return given == value ? nil : tag(given)
    }

    /// Notes why it is not known what the factory that runs does, unless that is said already.
    func giveUpMaking(_ reason: String, at place: Place) {
        if making?.gap == nil { making?.gap = Gap(reason: reason, place: place) }
    }

    /// Notes that a call site cannot be judged.
    func leaveUnread(_ place: Place, _ reason: String) {
        guard state != nil else { return }
        round.unread.append((place, Gap(reason: reason, place: place), frame.caller))
    }
}

extension SwiftType {
    /// Whether it is a wrapper of a property that asks a container when it is read.
    var isAskedWhenRead: Bool {
        path.map { path in Machine.asking.contains { path == "Mortise.\($0)" } } ?? false
    }
}

extension DefinitionTag {
    fileprivate static let type = SwiftType("MortiseGraph.DefinitionTag")
}

extension Reference {
    fileprivate static let tag = Reference(usr: "", name: "tag")
}

extension Value {
    var isContainer: Bool {
        if case .container = self { true } else { false }
    }
}

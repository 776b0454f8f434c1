// SPDX-License-Identifier: MIT

import MortiseGraph

// What the declarations of `MortiseDip` mean: a `DependencyContainer` is a container whose requests fall
// back from their tags.
extension Machine {
    /// A declaration of the vocabulary; `nil` if it is not known what it does here.
    func dip(_ call: MortiseCall) -> Value? {
        let call = translated(call)
        loseGiven(call)
        switch call.owner {
        case "DependencyContainer": return dipContainer(call)
        case "Definition": return dipDefinition(call)
        case "ComponentScope": return scope(named: call.name)
        case "Assembly":
            guard let assembly = call.receiver,
                case .container(let origin, _)? = call.value("inContainer")
            else { return nil }
            activate(.list([assembly]), in: origin, at: call.place)
            return .tuple([])
        case "AssemblyDefinitionOf":
            if call.name == "init" { return .stored(StoredStatement(call)) }
            guard case .stored(let statement)? = call.receiver else { return nil }
            return .stored(
                StoredStatement(statement.call, modifiers: statement.modifiers + [call])
            )
        default: return nil
        }
    }

    /// The call with tags and scopes as Mortise has them.
    private func translated(_ call: MortiseCall) -> MortiseCall {
        let values = call.values.enumerated().map { index, value -> Value? in
            guard let value else { return nil }
            let label = call.written.indices.contains(index) ? call.written[index].label : nil
            if label == "tag" || label == "forTag" { return dipTag(value) }
            if case .enumCase(let name, let type, _) = value,
                type.path == "MortiseDip.ComponentScope"
            {
                return scope(named: name) ?? value
            }
            return value
        }
        return call.with(of: call.receiver, values: values)
    }

    func scope(named name: String) -> Value? {
        switch name {
        case "unique", "Unique", "Prototype": .lifetime(.unique)
        case "shared", "Shared", "ObjectGraph": .lifetime(.shared)
        case "singleton", "Singleton": .lifetime(.singleton)
        case "eagerSingleton", "EagerSingleton": .lifetime(.eagerSingleton)
        case "weakSingleton", "WeakSingleton": .lifetime(.weakSingleton)
        default: nil
        }
    }

    /// The tag that a value is converted to.
    func dipTag(_ value: Value) -> Value {
        switch value {
        case .none, .tag: value
        case .string(let text): .tag(.text(text))
        case .integer(let number): .tag(.number(number))
        case .enumCase(_, let type, let values) where type.path == Self.tagType:
            values.count == 1 ? dipTag(values[0]) : .unknown
        case .object(_, let type), .structure(let type, _), .enumCase(_, let type, _):
            ownDipTag(of: value, type)
        default: .unknown
        }
    }

    private static let tagType = "MortiseDip.DependencyContainer.Tag"

    private func ownDipTag(of value: Value, _ type: SwiftType) -> Value {
        let name = Reference(usr: "", name: "dependencyTag")
        guard let own = program.properties(name, of: type).first else {
            return rawValue(of: value).map { dipTag($0) } ?? .unknown
        }
        let expression = Expression(.other([]), type: own.type, at: own.place)
        let given = member(
            Reference(usr: own.usr, name: own.name),
            of: value,
            expression,
            isSuper: false
        )
        return given == value ? .unknown : dipTag(given)
    }

    // MARK: - Containers

    private func dipContainer(_ call: MortiseCall) -> Value? {
        switch call.name {
        case "init": return makeDipContainer(call)
        case "uiContainers": return read(Self.uiContainers) ?? .list([])
        case "defaultRules": return read(Self.defaultRules) ?? Self.firstRules
        case "uiContainer":
            guard case .list(let all) = read(Self.uiContainers) ?? .list([]) else { return nil }
            return all.first ?? Value.none
        case "storyboardInstantiated": return completeFromStoryboard(call)
        default: break
        }
        guard case .container(let origin, _)? = call.receiver else {
            if let all = givenContainers {
                return oneOf(all) { origin in
                    let known = call.with(of: .container(origin, .synchronous))
                    return dipContainer(known) ?? unknown(known)
                }
            }
            if ["resolve", "resolveDependencies", "bootstrap", "validate"].contains(call.name) {
                leaveUnread(call.place, "the container is not known here")
            }
            return nil
        }
        switch call.name {
        case "container": return .container(origin, .synchronous)
        case "register": return dipRegister(call, in: origin)
        case "resolve": return dipAsk(call, of: origin)
        case "resolveDependencies":
            return ask(call.with(name: "adopt", of: call.receiver), of: origin, .synchronous)
        case "collaborate": return container(call.with(name: "link", of: call.receiver))
        case "remove": dipRemove(call, from: origin)
        case "reset": change(origin) { $0.reset() }
        case "bootstrap": bootstrap(call, origin, .synchronous)
        case "validate": dipValidate(call, of: origin)
        default: return nil
        }
        return .tuple([])
    }

    /// The rules of containers that do not say theirs.
    static let defaultRules = Cell.global("MortiseDip.DependencyContainer.defaultRules")
    private static var firstRules: Value {
        .enumCase("dip7", SwiftType("MortiseDip.DependencyContainer.Rules"), [])
    }

    /// Notes the first rules, if some code chooses others.
    func beginWithDipRules() {
        if program.choosesDipRules { write(Self.firstRules, to: Self.defaultRules) }
    }

    private func makeDipContainer(_ call: MortiseCall) -> Value? {
        let origin: Origin
        if call.labels.first == "container" {
            guard case .container(let known, _)? = call.values.first else { return nil }
            origin = known
        } else {
            origin = makeContainer("DependencyContainer", sources: [], at: call.place)
        }
        var rules = ContainerState.Rules.unknown
        switch call.value("rules") ?? read(Self.defaultRules) ?? Self.firstRules {
        case .enumCase("dip7", _, _): rules = .dip7
        case .enumCase("dip4", _, _): rules = .dip4
        default: break
        }
        change(origin) { container in
            container.rules = rules
            return Change()
        }
        if (call.value("autoInjectProperties") ?? .boolean(true)) != .boolean(true) {
            let gap = Gap(reason: "its properties may not be injected", place: call.place)
            change(origin) { $0.lose(nil, gap) }
        }
        if let assemblies = call.value("assemblies") {
            activate(assemblies, in: origin, at: call.place)
        }
        let made = Value.container(origin, .synchronous)
        if call.labels.first != "container", let last = call.values.last ?? nil {
            _ = invoke(last, [made], at: call.place)
        }
        return made
    }
}

extension Program {
    /// Whether some code chooses the rules of containers that do not say theirs.
    fileprivate var choosesDipRules: Bool {
        symbols.values.contains { $0.name == "defaultRules" && $0.owner.first == "MortiseDip" }
    }

    /// Whether a type is said to conform to a protocol.
    func conforms(_ type: SwiftType, to usr: String) -> Bool {
        conformances[type.withoutArguments]?.contains(usr) ?? false
    }
}

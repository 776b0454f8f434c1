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

    private func scope(named name: String) -> Value? {
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
    private func dipTag(_ value: Value) -> Value {
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

    private func makeDipContainer(_ call: MortiseCall) -> Value? {
        let origin: Origin
        if call.labels.first == "container" {
            guard case .container(let known, _)? = call.values.first else { return nil }
            origin = known
        } else {
            origin = makeContainer("DependencyContainer", sources: [], at: call.place)
        }
        var rules = ContainerState.Rules.unknown
        switch call.value("rules") {
        case nil: rules = program.choosesDipRules ? .unknown : .dip7
        case .enumCase("dip7", _, _)?: rules = .dip7
        case .enumCase("dip4", _, _)?: rules = .dip4
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

    // MARK: - Containers that are given away

    /// Notes that a factory gives its own container as an instance, which unread code knows only as
    /// what it was registered as.
    func giveAway(_ made: Value, _ definition: Definition) -> Bool {
        guard definition.isOfDip, case .container(let origin, _) = made,
            onlyAsked(for: definition) == origin
        else { return false }
        if !memory.given.contains(origin) { memory.given.append(origin) }
        return true
    }

    /// The containers that one may be which is not known; `nil` if it may be another one.
    private var givenContainers: [Origin]? {
        guard !memory.given.isEmpty, let state else { return nil }
        let all = [state.containers, previous.containers, previous.foreign].joined()
        let isKnown = all.allSatisfy { origin, container in
            container.rules == nil || container.gap == nil && !origin.isOld
        }
        return isKnown ? memory.given.filter { view($0) != nil } : nil
    }

    /// Notes that a container changes which is not known, and may be one that is given away.
    private func loseGiven(_ call: MortiseCall) {
        let labels: Set<String?> = ["with", "inContainer", "container"]
        let isMeant = zip(call.written, call.values).contains { argument, value in
            guard labels.contains(argument.label), let value else { return false }
            return value.options.contains(.unknown) || value.elements?.contains(.unknown) ?? false
        }
        guard isMeant else { return }
        for origin in memory.given where view(origin) != nil {
            let gap = Gap(reason: "a container that is not known changes", place: call.place)
            change(origin) { $0.lose(nil, gap) }
        }
    }

    // MARK: - Storyboards

    /// The containers that complete what storyboards make.
    private static let uiContainers = Cell.global("MortiseDip.DependencyContainer.uiContainers")

    /// Sets the containers that complete what storyboards make, if a property is that.
    func assign(_ value: Value, toContainersOf reference: Reference, of owner: Value) -> Bool {
        guard reference.name == "uiContainers",
            program.symbols[reference.usr]?.owner == ["MortiseDip", "DependencyContainer"]
        else { return false }
        write(value, to: Self.uiContainers)
        return true
    }

    private func completeFromStoryboard(_ call: MortiseCall) -> Value {
        guard case .list(let containers) = read(Self.uiContainers) ?? .list([]),
            case .object(_, let type)? = call.values.first ?? nil
        else {
            leaveUnread(call.place, "the object or the containers are not known here")
            return .unknown
        }
        let chain = program.superclasses(of: type)
        guard chain.allSatisfy({ program.type($0) != nil }) else {
            leaveUnread(call.place, "a superclass of the object is not read")
            return .unknown
        }
        guard chain.contains(where: { program.conforms($0, to: Self.instantiatable) }) else {
            return .boolean(false)
        }
        let isOwn = chain.contains { owner in
            (program.methods[owner.withoutArguments] ?? []).contains {
                $0.name == "didInstantiateFromStoryboard"
            }
        }
        guard containers.count == 1, case .container(let origin, _) = containers[0], !isOwn else {
            leaveUnread(call.place, "which container completes the object is not known")
            return .unknown
        }
        var substitutions = call.substitutions
        substitutions[SwiftType.GenericParameter(depth: 0, index: 0)] = type
        let adopting = call.with(name: "adopt", of: containers[0], substitutions: substitutions)
        // It says whether it failed.
        let target = within(.rollback) { _ = ask(adopting, of: origin, .synchronous) }
        state = joined(state, target.failed)
        return .unknown
    }

    private static let instantiatable = "s:10MortiseDip24StoryboardInstantiatableP"

    // MARK: - Registering

    private func dipRegister(_ call: MortiseCall, in origin: Origin) -> Value? {
        switch call.labels {
        case ["_", "tag"]: return registerAgain(call, in: origin)
        case ["_", "type", "tag", "file", "line"]:
            guard case .definition(let definition)? = call.values.first,
                view(origin)?.has(definition) ?? false, let type = call.generic(2)
            else { return nil }
            return forwarded(definition, [type], call).map { .definition($0) }
        case ["_", "type", "tag", "file", "line", "factory"]: break
        case ["storyboardType", "tag", "file", "line", "factory"]: break
        default: return nil
        }
        let scope = call.labels.first == "_" ? call.values.first ?? nil : .lifetime(.unique)
        guard let lifetime = dipLifetime(scope, in: origin) else { return nil }
        // The types of the arguments are a pack, one of their own, or several.
        var arguments: [SwiftType] = []
        for index in 1..<8 {
            guard let type = call.generic(index) else { break }
            if case .pack(let types) = type { arguments += types } else { arguments.append(type) }
        }
        return dipAdd(
            call,
            lifetime,
            call.value("factory"),
            call.generic(0),
            arguments,
            isWired: true,
            in: origin
        )
    }

    /// The lifetime that a call says, or that of the rules; `nil` if it is not known.
    private func dipLifetime(_ value: Value?, in origin: Origin) -> Graph.Lifetime? {
        switch value {
        case .lifetime(let lifetime)?: lifetime
        case nil, .some(.none):
            switch view(origin)?.rules {
            case .dip7?: .shared
            case .dip4?: .unique
            default: nil
            }
        default: nil
        }
    }

    private func dipAdd(
        _ call: MortiseCall,
        _ lifetime: Graph.Lifetime,
        _ factory: Value?,
        _ type: SwiftType?,
        _ arguments: [SwiftType],
        isWired: Bool,
        in origin: Origin
    ) -> Value? {
        guard let type = type?.substituting(frame.substitutions), type.isConcrete,
            type.runtimeName != nil, arguments.allSatisfy(\.isConcrete)
        else { return nil }
        var tag: DefinitionTag?
        switch self.tag(call.value("tag")) {
        case .known(let known)?: tag = known
        case Need.Tag.none?: break
        case .inherited?, nil:
            let gap = Gap(reason: "a tag that is only known at run time", place: call.place)
            change(origin) { $0.lose(type, gap) }
            if let factory { escape(factory, gap.reason, at: call.place) }
            return .unknown
        }
        let definition = Definition(.factory, type, tag: tag, lifetime, .synchronous, at: call.place)
        definition.factory = factory
        (definition.isOfDip, definition.asksItsContainer) = (true, true)
        definition.home = origin
        definition.takesResolver = !isWired
        definition.arguments = arguments
        if isWired, !arguments.isEmpty {
            definition.wiring = .byClosure
            definition.parameters = arguments.map { type in
                var need = Need(type: type, tag: .inherited)
                need.tagRule = .fallingBack
                return need
            }
        }
        let known = memory.definition(definition)
        add(known, to: origin)
        return .definition(known)
    }

    private func dipRemove(_ call: MortiseCall, from origin: Origin) {
        let gap = Gap(reason: "a definition that is not known is removed", place: call.place)
        guard case .definition(let definition)? = call.values.first ?? nil,
            let tag = tag(call.value("tag") ?? call.value("forTag")), tag != .inherited
        else { return change(origin) { $0.lose(nil, gap) } }
        let entry = Entry(definition: definition)
        guard tag.known == definition.tag, let slot = view(origin)?[entry.key], slot.isCertain,
            slot.options.map(\.definition) == [definition]
        else { return change(origin) { $0.lose(definition.type, gap) } }
        change(origin) { $0.remove(definition) }
    }

    // MARK: - Definitions

    private func dipDefinition(_ call: MortiseCall) -> Value? {
        guard case .definition(let definition)? = call.receiver else { return nil }
        switch call.name {
        case "implements":
            var types: [SwiftType] = []
            for index in 0..<4 {
                guard let type = call.generic(index, depth: 1) else { break }
                if case .pack(let others) = type { types += others } else { types.append(type) }
            }
            guard let made = forwarded(definition, types, call) else { return nil }
            if let block = call.value("resolvingProperties"), block != .none {
                let step = call.with(name: "injecting", of: .definition(made), values: [block])
                _ = modify(made, step)
            }
        case "resolvingProperties", "resolveDependencies":
            let step = call.with(name: "injecting", of: call.receiver)
            return modify(definition, step)
        case "autoInjectingProperties":
            return modify(definition, call.with(name: "injectingProperties", of: call.receiver))
        case "resolvingProperty":
            mark(definition) {
                $0.gap = Gap(reason: "a property is set by its key path", place: call.place)
            }
            for value in call.values { escape(value ?? .none, "", at: call.place) }
        default: return nil
        }
        return .definition(definition)
    }

    /// Lets types lead to a definition; gives what leads there from the last one.
    private func forwarded(
        _ definition: Definition,
        _ types: [SwiftType],
        _ call: MortiseCall
    ) -> Definition? {
        guard !types.isEmpty, types.allSatisfy({ $0.isConcrete && $0.runtimeName != nil }),
            let tag = tag(call.value("tag")), tag != .inherited
        else { return nil }
        var last: Definition?
        for type in types {
            let made = forward(definition, to: type, tag: tag.known, at: call.place)
            if !program.mayStandFor(definition.type, type) {
                // Whatever is made is cast.
                let gap = Gap(
                    reason: "whether \(TypeName(definition.type)) is \(TypeName(type)) is not known",
                    place: call.place
                )
                mark(made) { $0.gap = gap }
            }
            last = made
        }
        return last
    }

    // MARK: - Assemblies

    /// Registers the definitions of assemblies, and of those that they store.
    private func activate(_ assemblies: Value, in origin: Origin, at place: Place) {
        var seen: Set<Origin> = []
        func lost(_ reason: String) {
            change(origin) { $0.lose(nil, Gap(reason: reason, place: place)) }
        }
        func visit(_ value: Value) {
            guard case .object(let object, let type) = value else {
                return lost("an assembly that is not known")
            }
            guard seen.insert(object).inserted else { return }
            let chain = program.superclasses(of: type)
            guard chain.allSatisfy({ program.type($0) != nil }) else {
                return lost("an assembly that is not read")
            }
            var statements: [StoredStatement] = []
            for usr in chain.reversed().flatMap({ program.type($0)?.stored ?? [] }) {
                guard let variable = program.variables[usr] else { return lost("a part of it") }
                let held = read(.field(object, usr))?.assigned
                switch held {
                case .stored(let statement)?: statements.append(statement)
                case .object(_, let type)? where program.isAssembly(type): visit(held ?? .unknown)
                default:
                    guard variable.type.mayBeOfAssembly else { continue }
                    lost("a part of an assembly is not known")
                }
            }
            let identity = value
            switch view(origin)?.modules[identity] ?? .never {
            case .always: return
            case .maybe: return lost("whether an assembly is active depends on a condition")
            case .never: break
            }
            change(origin) { container in
                container.modules[identity] = .always
                return Change()
            }
            for statement in statements { register(statement, in: origin) }
        }
        switch assemblies {
        case .list(let all): for assembly in all { visit(assembly) }
        default: lost("assemblies that are not known")
        }
    }

    private func register(_ statement: StoredStatement, in origin: Origin) {
        let call = statement.call
        guard let arguments = call.generic(1)?.elements,
            let lifetime = dipLifetime(call.value("scope"), in: origin),
            case .definition(let definition)? = dipAdd(
                call,
                lifetime,
                call.value("factory"),
                call.generic(0),
                arguments,
                isWired: false,
                in: origin
            )
        else {
            let gap = Gap(reason: "a definition of an assembly is not known", place: call.place)
            return change(origin) { $0.lose(nil, gap) }
        }
        for modifier in statement.modifiers {
            _ = modify(definition, modifier.with(name: "injecting", of: .definition(definition)))
        }
    }

    // MARK: - Requests

    private func dipAsk(_ call: MortiseCall, of origin: Origin) -> Value? {
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
    private func dipValidate(_ call: MortiseCall, of origin: Origin) {
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
        guard !variable.isStatic, owner.stored.contains(variable.usr) || !variable.attributes.isEmpty
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
            let isDefault = if case .defaultArgument = argument.value.kind { true } else { false }
            if argument.label == "value" || argument.label == "overrideTag" { hasValue = true }
            guard !isDefault || argument.label == "tag" else { continue }
            switch (argument.label, isDefault ? .none : evaluate(argument.value)) {
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
        if making != nil, making?.gap == nil {
            making?.gap = Gap(reason: reason, place: place)
        } else if making == nil {
            leaveUnread(place, reason)
        }
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

    /// The types of the arguments that one type stands for: those of a tuple, or itself.
    fileprivate var elements: [SwiftType]? {
        guard isConcrete else { return nil }
        if case .tuple(let elements) = self { return elements.map(\.type) }
        return [self]
    }

    /// Whether a property of the type may be a part of an assembly.
    fileprivate var mayBeOfAssembly: Bool {
        switch self {
        case .nominal(let path, let arguments):
            switch path.first?.name {
            case "Swift" where arguments.isEmpty, "Foundation", "FoundationEssentials": false
            default: true
            }
        case .function, .metatype: false
        default: true
        }
    }
}

extension Program {
    /// Whether some code chooses the rules of containers that do not say theirs.
    fileprivate var choosesDipRules: Bool {
        symbols.values.contains { $0.name == "defaultRules" && $0.owner.first == "MortiseDip" }
    }

    /// Whether the program has boxes of its own, which ask for something.
    fileprivate var hasBoxes: Bool {
        conformances.values.contains { $0.contains("s:10MortiseDip23AutoInjectedPropertyBoxP") }
    }

    /// Whether instances of a type are assemblies.
    fileprivate func isAssembly(_ type: SwiftType) -> Bool {
        superclasses(of: type).contains { conforms($0, to: "s:10MortiseDip8AssemblyP") }
    }

    /// Whether a type is said to conform to a protocol.
    fileprivate func conforms(_ type: SwiftType, to usr: String) -> Bool {
        conformances[type.withoutArguments]?.contains(usr) ?? false
    }

    /// Whether whatever is made as one type is known to be of another one.
    fileprivate func mayStandFor(_ type: SwiftType, _ other: SwiftType) -> Bool {
        if type == other || superclasses(of: type).contains(other) { return true }
        guard case .existential(let protocols, let superclass, _) = other, superclass == nil else {
            return false
        }
        let known = self.protocols(of: type).compactMap { types[$0]?.type }
        return protocols.allSatisfy { path in
            known.contains {
                if case .existential([path], _, _) = $0 { true } else { false }
            }
        }
    }
}

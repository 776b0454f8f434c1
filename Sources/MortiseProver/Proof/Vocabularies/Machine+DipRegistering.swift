// SPDX-License-Identifier: MIT

import MortiseGraph

// What `register`, `implements`, blocks and assemblies of Dip mean.
extension Machine {
    // MARK: - Registering

    func dipRegister(_ call: MortiseCall, in origin: Origin) -> Value? {
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
        guard let type = type?.substituting(frame.substitutions), type.isKnownAtRunTime,
            arguments.allSatisfy(\.isConcrete)
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
        let definition = Definition(
            .factory,
            type,
            tag: tag,
            lifetime,
            .synchronous,
            at: call.place
        )
        definition.factory = factory
        (definition.isOfDip, definition.asksItsContainer) = (true, true)
        definition.home = origin
        definition.takesResolver = !isWired
        definition.arguments = arguments.takenApart
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

    func dipRemove(_ call: MortiseCall, from origin: Origin) {
        let gap = Gap(reason: "a definition that is not known is removed", place: call.place)
        guard case .definition(let definition)? = call.values.first ?? nil,
            let tag = tag(call.value("tag") ?? call.value("forTag")), tag != .inherited
        else { return change(origin) { $0.lose(nil, gap) } }
        let entry = Entry(definition: definition)
        guard tag.known == definition.tag, let slot = view(origin)?[entry.key], slot.isCertain,
            slot.options.map(\.definition) == [definition]
        else { return change(origin) { $0.lose(definition.type, gap) } }
        change(origin) { $0.remove(definition, isStaged: false) }
    }

    // MARK: - Definitions

    func dipDefinition(_ call: MortiseCall) -> Value? {
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
        guard !types.isEmpty, types.allSatisfy(\.isKnownAtRunTime),
            let tag = tag(call.value("tag")), tag != .inherited
        else { return nil }
        var last: Definition?
        for type in types {
            let made = forward(definition, to: type, tag: tag.known, at: call.place)
            if !program.mayStandFor(definition.type, type) {
                // Whatever is made is cast.
                let gap = Gap(
                    reason:
                        "whether \(TypeName(definition.type)) is \(TypeName(type)) is not known",
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
    func activate(_ assemblies: Value, in origin: Origin, at place: Place) {
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

    func register(_ statement: StoredStatement, in origin: Origin) {
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
}

extension SwiftType {
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
    /// Whether instances of a type are assemblies.
    fileprivate func isAssembly(_ type: SwiftType) -> Bool {
        superclasses(of: type).contains { conforms($0, to: "s:10MortiseDip8AssemblyP") }
    }

    /// Whether whatever is made as one type is known to be of another one.
    func mayStandFor(_ type: SwiftType, _ other: SwiftType) -> Bool {
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

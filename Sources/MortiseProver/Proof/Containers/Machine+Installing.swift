// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    func install(_ call: MortiseCall, in origin: Origin) -> Value? {
        if call.labels.first == "implementationsOf" {
            stage(origin) {
                let before = view(origin)
                if let closure = call.closure {
                    _ = invoke(closure, [.container(origin, .synchronous)], at: call.place)
                }
                selectable(call.generic(0), since: before, call, in: origin)
                _ = select(call.value("default"), call, in: origin)
            }
            fail()
            return .tuple([])
        }
        if let closure = call.closure, call.labels.count <= 1 {
            stage(origin) {
                _ = invoke(closure, [.container(origin, .synchronous)], at: call.place)
            }
            return .tuple([])
        }
        install(modules: call, in: origin)
        return .tuple([])
    }

    /// Runs what is published as a whole at its end: requests meanwhile find what was there
    /// before, and so does everything if it throws.
    private func stage(_ origin: Origin, _ body: () -> Void) {
        let before = view(origin)
        let isOutermost = staged[origin] == nil
        if isOutermost { staged[origin] = before }
        let target = within(.rollback, body)
        if isOutermost { staged[origin] = nil }
        onFailure(of: target) {
            guard let before else { return }
            change(origin) { container in
                let lost = Set(container.order.filter { before[$0] == nil })
                container = container.with(definitionsOf: before)
                return Change(lost: lost)
            }
        }
    }

    /// Whether a definition is not published yet, so that it has replaced nothing.
    func isStaged(_ definition: Definition, in origin: Origin) -> Bool {
        staged[origin].map { !$0.contains(definition) } ?? false
    }

    /// Makes the definitions of a type implementations that were registered since.
    private func selectable(
        _ type: SwiftType?,
        since before: ContainerState?,
        _ call: MortiseCall,
        in origin: Origin
    ) {
        guard let type, let entries = view(origin)?.entries(of: type) else { return }
        let tag = call.value("default")
        for entry in entries where entry.definition.tag != nil {
            let isOld = before?[entry.key]?.options.contains(entry) ?? false
            if isOld { continue }
            makeSelectable(entry.definition, in: origin, isGuest: tag == nil || tag == Value.none)
        }
    }

    /// Makes a definition one of several implementations.
    ///
    /// - Parameters:
    ///   - definition: The definition.
    ///   - origin: Its container.
    ///   - isGuest: Whether it is not selected by itself if sources have implementations.
    func makeSelectable(_ definition: Definition, in origin: Origin, isGuest: Bool = true) {
        let types = (view(origin)?.entries ?? []).map(\.definition).filter {
            $0 == definition || $0.forwardsTo == definition
        }.map(\.type)
        let outer = world(of: origin).filter { $0.key != origin }.values.flatMap { container in
            types.flatMap { container.implementations(of: $0) }.map { container[$0.key] }
        }
        if isGuest, !outer.isEmpty, !outer.contains(where: { $0?.isCertain ?? false }) {
            let gap = Gap(
                reason: "whether it is selected by itself depends on a condition",
                place: definition.place
            )
            for type in types { change(origin) { $0.lose(type, gap) } }
        }
        let isStaged = isStaged(definition, in: origin)
        change(origin) { container in
            container.mark(definition, isStaged: isStaged) {
                $0.isSelectable = true
                $0.isGuest = isGuest && !outer.isEmpty
            }
        }
    }

    /// Selects the implementation with a tag, which must exist.
    func select(_ tag: Value?, _ call: MortiseCall, in origin: Origin) -> Value {
        guard let type = call.generic(0), type.isConcrete else {
            let gap = Gap(reason: "a type that is only known at run time", place: call.place)
            change(origin) { $0.lose(nil, gap) }
            return .unknown
        }
        switch self.tag(tag) {
        case Need.Tag.none?: break
        case .known(let known)?:
            var need = Need(type: type, tag: .known(known), lane: .asynchronous)
            need.selecting = call.name == "install" ? .own : .any
            var world = world(of: origin)
            // What is being installed counts already.
            if need.selecting == .own { world = view(origin).map { [origin: $0] } ?? [:] }
            note(need, of: origin, in: world, at: call.place)
            fail()
            let found = world.values.flatMap { container in
                container.implementations(of: type).filter { $0.definition.tag == known }.map {
                    container[$0.key]
                }
            }
            let isKnown = world.values.allSatisfy { $0.gap == nil && $0.typeGaps[type] == nil }
            // Selecting what does not exist fails, and changes nothing.
            if isKnown, found.isEmpty { break }
            guard found.contains(where: { $0?.isCertain ?? false }) else {
                let gap = Gap(reason: "its selection changes", place: call.place)
                change(origin) { $0.lose(type, gap) }
                break
            }
            change(origin) { $0.select(known, of: type) }
        case .inherited?, nil:
            let gap = Gap(reason: "a tag that is only known at run time", place: call.place)
            change(origin) { $0.lose(type, gap) }
            leaveUnread(call.place, gap.reason)
            fail()
        }
        return .unknown
    }

    /// Installs the modules that a call names.
    func install(modules call: MortiseCall, in origin: Origin) {
        guard let modules = call.value("modules") ?? call.values.first ?? nil else { return }
        install(modules, in: origin, at: call.place)
    }

    private func install(_ modules: Value, in origin: Origin, at place: Place) {
        switch modules {
        case .list(let modules): for module in modules { install(module, in: origin, at: place) }
        case .partial(let elements):
            for element in elements {
                let other = element.isCertain ? nil : state
                install(element.value, in: origin, at: place)
                state = joined(state, other)
            }
        // Any number of them, in any order.
        case .bag(let modules):
            fixedPoint(at: place) {
                for module in modules {
                    _ = either({ install(module, in: origin, at: place) }, {})
                }
            } leaving: {
                state
            }
        case .set:
            _ = each(modules) { module in
                install(module, in: origin, at: place)
                return .unknown
            }
        case .structure(let type, _), .object(_, let type), .enumCase(_, let type, _):
            switch isInstalled(modules, type, in: origin) {
            case .always: return
            case .maybe: _ = either({ install(modules, type, in: origin, at: place) }, {})
            case .never: install(modules, type, in: origin, at: place)
            }
        default:
            let gap = Gap(reason: "a module that is not known", place: place)
            change(origin) { $0.lose(nil, gap) }
        }
    }

    /// Installs a module that is not installed yet, after those that it requires.
    private func install(
        _ module: Value,
        _ type: SwiftType,
        in origin: Origin,
        at place: Place
    ) {
        let identity = identity(of: module, type)
        change(origin) { container in
            container.modules[identity] = .always
            return Change()
        }
        var isAlone = true
        let before = view(origin)
        defer {
            change(origin) { container in
                container.noteParts(of: identity, since: isAlone ? before : nil)
                return Change()
            }
        }
        // A subclass of what conforms declares another property.
        let conforming = program.superclasses(of: type).last {
            program.conformances[$0.withoutArguments]?.contains(Self.module) ?? false
        }
        let variables = program.members(of: conforming ?? type, in: program.properties)
        if let variable = variables.first(where: \.isRequires) {
            let name = Expression(.other([]), type: .unknown(""), at: place)
            let reference = Reference(usr: variable.usr, name: variable.name)
            let required = member(reference, of: module, name, isSuper: false)
            isAlone = required == .list([])
            install(required, in: origin, at: place)
        }
        guard state != nil else { return }
        let container = Value.container(origin, .synchronous)
        if let register = program.allMethods(of: type).first(where: \.isRegister) {
            stage(origin) { _ = run(register, of: module, [container], [:], at: place) }
            return
        }
        guard case .structure(_, let fields) = module, let nominal = program.type(type),
            !nominal.stored.isEmpty,
            !program.members(of: type, in: program.properties).contains(where: \.isMirror)
        else {
            let gap = Gap(reason: "a module that is not read", place: place)
            return change(origin) { $0.lose(nil, gap) }
        }
        for usr in nominal.stored {
            switch fields[usr] {
            case .stored(let statement)?: install(statement, in: origin)
            case .structure?, .object?:
                if let inner = fields[usr] { install(inner, in: origin, at: place) }
            case .string?, .integer?, .boolean?, Value.none?: continue
            default:
                let gap = Gap(reason: "a part of a module is not known", place: place)
                change(origin) { $0.lose(nil, gap) }
            }
        }
    }

    /// The protocol `Module`.
    private static let module = "s:7Mortise6ModuleP"

    /// Whether a container has a module: it compares what it is known by.
    private func isInstalled(
        _ module: Value,
        _ type: SwiftType,
        in origin: Origin
    ) -> ContainerState.Certainty {
        let known = identity(of: module, type)
        let all = view(origin)?.modules ?? [:]
        let isItself = all[known] ?? .never
        guard program.isHashable(type) != false else { return isItself }
        // Two values that are written alike are the same only if all of them is known, and the compiler
        // writes `==`.
        let isSure = known.isKnownThroughout && hasOwnEquality(type) != true
        let others = all.keys.filter { other in
            guard other != known, other.instanceType == type else { return false }
            return !isSure || !other.isKnownThroughout
        }
        if isItself == .always, isSure { return .always }
        return isItself == .never && others.isEmpty ? .never : .maybe
    }

    /// What a module is known by: its value if it is Hashable, or else its type.
    private func identity(of module: Value, _ type: SwiftType) -> Value {
        program.isHashable(type) == false ? .type(type) : module
    }

    /// Uninstalls modules that need no others, are not needed, and whose definitions are all there.
    func uninstall(_ call: MortiseCall, in origin: Origin) -> Value? {
        var modules: [Value] = []
        for value in call.values {
            if case .list(let all)? = value {
                modules += all
            } else {
                modules += [value ?? .unknown]
            }
        }
        for module in modules {
            switch module {
            case .structure(let type, _), .object(_, let type), .enumCase(_, let type, _):
                let known = identity(of: module, type)
                let isKnown = isInstalled(module, type, in: origin) != .maybe
                change(origin) { container in
                    (isKnown ? container.uninstall(known) : nil)
                        ?? container.lose(
                            nil,
                            Gap(reason: "what uninstalling a module leaves", place: call.place)
                        )
                }
            default: return nil
            }
        }
        return .tuple([])
    }

    // MARK: - Statements of modules

    private func install(_ statement: StoredStatement, in origin: Origin) {
        let call = statement.call
        let container = Value.container(origin, .synchronous)
        if call.name == "declaring" {
            if let body = call.closure { _ = invoke(body, [container], at: call.place) }
            return
        }
        // Instance is the type's own parameter; the arguments are the initializer's.
        var substitutions = call.substitutions
        if let pack = call.generic(0, depth: 1) {
            substitutions[SwiftType.GenericParameter(depth: 0, index: 1)] = pack
        }
        let registering = call.with(
            owner: "Container",
            name: "register",
            of: container,
            substitutions: substitutions
        )
        guard case .definition(let definition)? = self.container(registering) else { return }
        for modifier in statement.modifiers {
            if modify(definition, modifier) == nil {
                let gap = Gap(reason: "\(modifier.name) is not read", place: modifier.place)
                change(origin) { $0.lose(nil, gap) }
            }
        }
    }
}

// MARK: - What a module declares

extension Function {
    /// Whether it is what registers a module's definitions.
    fileprivate var isRegister: Bool {
        name == "register" && parameters.map(\.label) == ["in"] && !isStatic && body != nil
            && parameters[0].type.path == "Mortise.Container" && !parameters[0].isInout
            && !isMutating
    }
}

extension Variable {
    /// Whether it is what a value shows of itself.
    fileprivate var isMirror: Bool { name == "customMirror" && !isStatic }

    /// Whether it is what a module requires.
    fileprivate var isRequires: Bool {
        name == "requires" && !isStatic && type.runtimeName == "Swift.Array<Mortise.Module>"
    }
}

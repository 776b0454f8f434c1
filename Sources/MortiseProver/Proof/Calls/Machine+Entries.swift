// SPDX-License-Identifier: MIT

import MortiseGraph

extension Machine {
    /// Interprets a program again and again, until nothing new is noted.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - deadline: When it ends, whether all is noted or not.
    ///   - isFirst: Whether a comment says that the function at a place runs first and once.
    /// - Returns: What was noted last, and why it is not all.
    static func run(
        _ program: Program,
        until deadline: ContinuousClock.Instant,
        isFirst: @escaping (Place) -> Bool
    ) -> (round: Round, limit: String?) {
        let memory = Memory(until: deadline)
        var previous = Round()
        var agreed = false
        for count in 0..<48 {
            let size = memory.size
            let machine = Machine(program, memory, after: previous, isFirst: isFirst)
            // From some round on, nothing is forgotten, so that it ends.
            if count > 4 { machine.round.keepEffects(of: previous) }
            machine.runProgram()
            let agrees = machine.round.agrees(with: previous) && size == memory.size
            previous = machine.round
            if memory.isLate { return (previous, "the time was over, see --timeout") }
            // What a round took over must come from one that knew as much.
            if agrees, agreed || !previous.tookInstances { return (previous, nil) }
            agreed = agrees
        }
        return (previous, "the program is too entangled")
    }

    /// Runs what begins by itself, and then what may run at any time.
    private func runProgram() {
        frame.targets = [Frame.Target(.function)]
        state?.accesses.release(previous.enteredAtOnce)
        makeContexts()
        beginWithDipRules()
        for (number, file) in program.files.enumerated()
        where !file.topLevel.isEmpty && program.begins(file) {
            runTopLevel(file, number)
        }
        let mains = program.files.filter(program.begins).flatMap(\.types).filter(\.isMain)
        for type in mains.sorted(by: { $0.usr < $1.usr }) {
            let main = program.allMethods(of: type.type).first {
                $0.name == "main" && $0.isStatic && $0.body != nil
            }
            guard let main else { continue }
            self.main = ObjectIdentifier(main)
            let known: Substitutions = program.isProtocol(main.owner) ? [.own: type.type] : [:]
            _ = run(main, of: .type(type.type), [], known, at: main.place)
            self.main = nil
        }
        for function in program.files.flatMap(\.functions)
        where function.body != nil && isFirst(function.place) {
            let owner = function.owner.flatMap { function.isStatic ? .type($0) : instance(of: $0) }
            _ = run(
                function,
                of: owner,
                function.unknownArguments,
                [:],
                at: function.place
            )
        }
        var end = state ?? frame.targets.first?.failed ?? State()
        end.begun = []
        round.containers = end.containers
        runEscapes()
        let functions = program.files.flatMap(\.functions).filter {
            $0.body != nil && !$0.isImplicit && !$0.usr.isEmpty
                && !program.calledElsewhere.contains($0.usr)
                // Only initializers call it.
                && !program.isInitAccessor($0)
        }
        // Installing calls what a module registers.
        let called = program.called.union(
            functions.filter(\.isRegistration).map(\.usr)
        )
        for isCalled in [false, true] {
            // Instances first, so that methods have one.
            for function in functions
            where function.name == "init" && called.contains(function.usr) == isCalled {
                enter(function, from: end)
            }
            for function in functions where called.contains(function.usr) == isCalled {
                enter(function, from: end)
            }
        }
        for variable in program.files.flatMap(\.variables) where variable.isRoot {
            state = end
            let reference = Reference(usr: variable.usr, name: variable.name)
            let expression = Expression(
                .reference(reference),
                type: variable.type,
                at: variable.place
            )
            _ = evaluate(expression)
            runEscapes()
        }
        (round.members, round.substitutes) = (memory.members, memory.substitutes)
        for (definition, member) in memory.members.inOrder {
            let entry = Entry(definition: definition, member)
            round.containers[member.root]?[entry.key] = Slot(options: [entry], isCertain: true)
        }
    }

    /// Runs the statements of a script.
    ///
    /// Its variables are visible everywhere.
    private func runTopLevel(_ file: SourceFile, _ number: Int) {
        frame.path = memory.paths.path(from: CallPaths.root, Place(file: number, start: 0, end: 0))
        environment = Environment()
        frame.isScript = true
        defer { frame.isScript = false }
        var globals: [String: Cell] = [:]
        for variable in program.files[number].variables where variable.isTopLevel {
            globals[variable.name] = .global(variable.usr)
        }
        let target = within(.function) {
            var deferred: [[Statement]] = []
            for statement in file.topLevel {
                // It runs at the end of the script, not of the statement.
                if case .deferred(let body) = statement {
                    if state != nil { deferred.append(body) }
                    continue
                }
                runOpen([statement])
                for (name, cell) in globals {
                    guard case .variable(let own)? = environment[name], own != cell else {
                        continue
                    }
                    let value = state?[own] ?? .unknown
                    environment[name] = .variable(cell)
                    write(value, to: cell)
                }
            }
            for body in deferred.reversed() { runOpen(body[...]) }
        }
        frame.targets.first?.failed = joined(frame.targets.first?.failed, target.failed)
        environment = Environment()
    }

    /// Runs a function that nothing has run, of each instance that it may belong to.
    private func enter(_ function: Function, from end: State) {
        guard !round.ran.contains(function) || mayBeCalledElsewhere(function),
            !isInert(function), !isAssignedHere(function)
        else { return }
        state = end
        // All that escaped code ever does may happen before and after.
        state?.accesses.release(previous.effects.keys)
        frame = Frame(path: CallPaths.root, at: function.place)
        frame.targets = [Frame.Target(.function)]
        environment = Environment()
        var receivers: [Round.Instance] = []
        if let owner = function.owner, let now = state {
            let known = program.type(owner).map { instances(of: $0) } ?? []
            if function.isStatic || function.name == "init" {
                // It may be called as soon as there is an instance.
                let isEarly = mayBeCalledElsewhere(function) && !known.isEmpty
                receivers = (isEarly ? known.map(\.state) : [now]).map {
                    Round.Instance(value: .type(owner), state: $0)
                }
            } else if known.isEmpty {
                let made = instance(of: owner) ?? .unknown
                receivers = state.map { [Round.Instance(value: made, state: $0)] } ?? []
            } else {
                // It may be called as soon as there is an instance.
                let isOpen = program.isOpen(owner) && !isLaunched(owner)
                receivers = known.map { instance in
                    let isKnown =
                        instance.state.containers.keys.allSatisfy { now[$0] != nil }
                        && instance.state.objects.isSubset(of: now.objects)
                    return isOpen || !isKnown
                        ? instance : Round.Instance(value: instance.value, state: now)
                }
            }
        }
        guard var now = state else { return }
        if function.traits != nil {
            release(.test(function), in: &now)
        } else if function.name == "init", let owner = function.owner {
            let values = function.parameters.map { _ in Value?.none }
            _ = make(
                owner,
                with: function,
                Arguments(values, at: function.place),
                Reference(usr: function.usr, name: "init"),
                at: function.place
            )
            if mayBeCalledElsewhere(function) {
                let key = Escape.Key.function(
                    Reference(usr: function.usr, name: "init"),
                    of: .type(owner)
                )
                noteEntered(key, function)
                release(key, in: &now)
            }
        } else {
            if function.owner == nil {
                let key = Escape.Key.entry(function, nil)
                if mayBeCalledElsewhere(function) { noteEntered(key, function) }
                release(key, in: &now)
            }
            for receiver in receivers {
                var start = receiver.state
                start.accesses.release(previous.effects.keys)
                let key = Escape.Key.entry(function, receiver.value)
                noteEntered(key, function)
                release(key, in: &start)
            }
        }
        runEscapes()
    }

    /// Whether a function does nothing to what is around it, whoever calls it, but assign properties of
    /// structures: what these hold is noted.
    private func isInert(_ function: Function) -> Bool {
        guard let body = function.body, function.traits == nil,
            let writes = inertWrites(reach(of: function, body))
        else { return false }
        if let owner = function.owner {
            // An instance may be made for it.
            guard function.isStatic || program.superclasses(of: owner).allSatisfy(isMadeInertly)
            else { return false }
            // It gives methods an instance that come to wiring.
            guard function.name != "init" || methods(of: owner).isEmpty else { return false }
        }
        for usr in writes.sorted() { keep(.unknown, in: usr) }
        return true
    }

    /// Whether the initial values of a type's properties do nothing to what is around them.
    private func isMadeInertly(_ type: SwiftType) -> Bool {
        if let known = memory.madeInertly[type] { return known }
        let usrs = program.type(type).map { program.initialized(in: $0).usrs } ?? []
        let stored = usrs.compactMap { program.variables[$0] }
        let initial = stored.compactMap { $0.initialValue.map { Statement.expression($0) } }
        let isInert =
            stored.allSatisfy { $0.attributes.isEmpty && program.functions[$0.initAccessor] == nil }
            && inertWrites(program.reach(of: initial)) != nil
        memory.madeInertly[type] = isInert
        return isInert
    }

    /// The properties of structures that some code assigns, if it does nothing else to what is around it.
    private func inertWrites(_ reach: Reach) -> Set<String>? {
        guard !reach.isLost, !reach.callsLocally, reach.keyPaths.isEmpty,
            reach.made.allSatisfy({ program.type($0)?.kind == .structure })
        else { return nil }
        let isOfValues = reach.writes.allSatisfy { usr in
            guard let variable = program.variables[usr], let owner = variable.owner else {
                return false
            }
            return !variable.isStatic && program.type(owner)?.kind == .structure
        }
        return isOfValues ? reach.writes : nil
    }

    /// Notes what code that is not read may call: as soon as it may have a value of the type, or the type itself;
    /// at any time if there are values that nothing makes, as of an enumeration.
    private func noteEntered(_ key: Escape.Key, _ function: Function) {
        let number = memory.number(key)
        switch function.owner.flatMap({ program.type($0) })?.kind {
        case .class, .actor, .structure:
            round.entered[number] = function.owner?.withoutArguments
        default:
            guard mayBeCalledElsewhere(function) else { return }
            round.enteredAtOnce.insert(number)
        }
    }

    /// Whether code that is not read may call a function that the program calls: it may meet a
    /// requirement, and what it is given may be at hand there.
    private func mayBeCalledElsewhere(_ function: Function) -> Bool {
        guard program.mayMeetRequirement(function) else { return false }
        return memory.hasLost && !function.isRegistration
            || !function.parameters.contains { Self.containers.contains($0.type.path ?? "") }
    }

    private static let containers: Set<String> = [
        "Mortise.Container", "Mortise.AsyncContainer", "Mortise.MainActorContainer",
    ]

    /// Whether a function of a type runs before all others of it.
    private func isLaunched(_ owner: SwiftType) -> Bool {
        (program.methods[owner.withoutArguments] ?? []).contains { isFirst($0.place) }
    }

    /// An instance of a type that nothing makes, if it can be made from nothing.
    private func instance(of owner: SwiftType) -> Value? {
        guard let nominal = program.type(owner), nominal.kind != .protocol else { return nil }
        let isComplete = nominal.stored.allSatisfy {
            program.variables[$0].map {
                $0.initialValue != nil || $0.type.wrapped != nil || $0.isLazy
            }
                ?? true
        }
        let hasInitializer = program.methods[owner.withoutArguments]?.contains {
            $0.name == "init" && !$0.isImplicit && !$0.parameters.isEmpty
        }
        guard isComplete, hasInitializer != true, nominal.kind != .enumeration else { return nil }
        let value = make(
            owner,
            with: nil,
            .none(nominal.place),
            Reference(usr: "", name: "init"),
            at: nominal.place
        )
        // It stands for those that the program may make, and is none of them.
        round.objects[nominal.usr] = nil
        return value
    }

    /// The instances of a type that are known, also those that were found last after its methods ran.
    private func instances(of nominal: NominalType) -> [Round.Instance] {
        let now = round.objects[nominal.usr] ?? []
        let late = (previous.objects[nominal.usr] ?? []).filter {
            !now.map(\.value).contains($0.value)
        }
        if !late.isEmpty { round.tookInstances = true }
        return now + late
    }

    /// Notes that an instance exists: its methods may run from here on.
    func note(_ nominal: NominalType, _ object: Value) {
        guard var now = state else { return }
        let known = (round.objects[nominal.usr] ?? []).map(\.value)
        if !known.contains(object), known.count <= Value.limit {
            // One more than are told apart stands for all that are left.
            let value = known.count < Value.limit ? object : .unknown
            round.objects[nominal.usr, default: []].append(
                Round.Instance(value: value, state: now)
            )
        }
        letCall(nominal.type, in: &now)
        state = now
        noteEnd(of: object)
    }

    /// Notes that code which is not read has a type, or a value of it: it may call what nothing else calls.
    func letCall(_ type: SwiftType, in now: inout State) {
        let owners = program.decoded(with: type).flatMap { program.superclasses(of: $0) }
        for number in owners.flatMap({ entered[$0.withoutArguments, default: []] }) {
            now.accesses.release(memory.descendants(of: number))
            if let other = running?.number, other != number {
                memory.released[other, default: []].insert(number)
            }
        }
    }

    /// Notes that instances of a type may exist from here on, of which nothing is known.
    func noteInstances(of type: SwiftType) {
        guard var now = state else { return }
        letCall(type, in: &now)
        state = now
        noteEnd(of: type, .unknown)
    }

    /// Notes that an object may end from here on.
    func noteEnd(of object: Value) {
        if case .object(_, let type) = object { noteEnd(of: type, object) }
    }

    private func noteEnd(of type: SwiftType, _ object: Value) {
        guard var now = state else { return }
        for owner in program.superclasses(of: type) {
            for method in program.methods[owner.withoutArguments] ?? [] where method.isDeinitializer
            {
                release(.entry(method, object), in: &now)
            }
        }
        state = now
    }

    // MARK: - Escaped code

    /// Runs all escaped code that did not run yet.
    func runEscapes() {
        while !round.waiting.isEmpty { run(escape: round.waiting.removeFirst()) }
    }

    private func run(escape number: Int) {
        guard let escape = round.escapes[number] else { return }
        let outer = (state, environment, frame, running, making, calls)
        let (outerTested, outerLoops, outerAlternatives) = (tested, loops, alternatives)
        defer {
            (state, environment, frame, running, making, calls) = outer
            (tested, loops, alternatives) = (outerTested, outerLoops, outerAlternatives)
        }
        (calls, tested, loops, alternatives) = (0, [], 0, 0)
        state = escape.state
        state?.later = State.Later(number: number)
        state?.asked = []
        state?.handled = []
        state?.begun = []
        running = Running(number: number, start: escape.state)
        making = nil
        environment = Environment()
        frame = Frame(path: escape.path, at: Place(file: 0, start: 0, end: 0))
        let target = Frame.Target(.function)
        frame.targets = [target]
        switch escape.key {
        case .closure(let closure):
            self.escape(
                runUnread(closure, at: closure.place),
                "a closure returns it",
                at: closure.place
            )
        case .function(let reference, let receiver):
            guard let function = functions(reference, of: receiver, isSuper: false).first else {
                break
            }
            let values = function.unknownArguments
            _ = invoke(.function(reference, of: receiver), values, at: function.place)
        case .local(let function, let seen):
            let values = function.unknownArguments
            _ = invoke(.localFunction(function, seen), values, at: function.place)
        case .entry(let function, let receiver):
            prepare(function, receiver)
            let values = function.unknownArguments
            let owner = receiver.map { receiver in
                told(mutated(receiver), function.owner ?? .void, at: function.place)
            }
            _ = run(function, of: owner, values, [:], at: function.place)
        case .test(let function): runTest(function)
        case .request(let origin, let need, let place):
            note(need, of: origin, in: world(of: origin), at: place)
        case .opening(let opening): open(opening)
        case .handler(let method, let place): answerRequest(method, at: place)
        case .making(let definition, let value, let isStep):
            frame = Frame(path: escape.path, lane: definition.lane, at: definition.place)
            frame.targets = [target]
            round.makings[escape.key] = make(definition, value, isStep: isStep)
        }
        let end = state ?? target.failed
        let made = round.effects[number]?.made.values.flatMap(\.containers.keys) ?? []
        for (origin, container) in end?.containers ?? [:] {
            if running?.isShared(origin) == false {
                round.foreign[origin] = container.joined(to: round.foreign[origin]).withoutFacts
                round.containers[origin] = container
            } else if made.contains(origin) {
                // Whoever comes first makes what a global variable holds.
                round.containers[origin] = container.joined(to: round.containers[origin])
            }
        }
    }

    /// Whether a function sets a property that only the program can assign: what it assigns is known.
    private func isAssignedHere(_ setter: Function) -> Bool {
        guard let property = program.property(setBy: setter), !property.isPublic,
            property.attributes.isEmpty, setter.overrides == nil
        else { return false }
        return !memory.tainted.contains(property.usr) && !program.mayMeetRequirement(setter)
    }

    /// A value of which mutating methods may have run before.
    private func mutated(_ value: Value) -> Value {
        guard case .structure(let type, var fields) = value,
            program.allMethods(of: type).contains(where: \.isMutating)
        else { return value }
        for usr in fields.keys where program.variables[usr]?.isMutable != false {
            fields[usr] = .unknown
        }
        return .structure(type, fields)
    }

    /// Runs what runs before each test of a test case.
    private func prepare(_ function: Function, _ receiver: Value?) {
        guard function.name.hasPrefix("test"), case .object(_, let type)? = receiver,
            program.superclasses(of: type).contains(where: { $0.path == "XCTest.XCTestCase" })
        else { return }
        for name in ["setUp", "setUpWithError"] {
            let owners = program.superclasses(of: type)
            let found = owners.lazy.compactMap { owner in
                self.program.methods[owner.withoutArguments]?.first {
                    $0.name == name && !$0.isStatic && $0.body != nil
                }
            }.first
            if let found { _ = run(found, of: receiver, [], [:], at: found.place) }
        }
    }

    /// What a factory, a decorator or a step does.
    private func make(_ definition: Definition, _ value: Value, isStep: Bool) -> Making {
        making = Making(isStep: isStep)
        making?.asked = .asking(for: definition)
        if definition.asksItsContainer { making?.owner = onlyAsked(for: definition) }
        if definition.isOfAssembly {
            making?.owner = definition.home
            frame.isOfMember = true
        }
        let resolver = given(to: definition)
        var values: [Value] = []
        if let exporter = definition.exporter, let home = definition.home {
            values = [invoke(exporter, [.container(home, .synchronous)], at: definition.place)]
        } else if definition.isMember {
            values = isStep ? [.unknown] : []
        } else if isStep {
            values = [resolver, .unknown]
        } else if definition.kind == .decorator {
            values = [.unknown, resolver]
        } else if definition.isOfDip, definition.takesResolver {
            // What an assembly stores takes its arguments as one.
            values = [resolver, .unknown]
        } else {
            values =
                (definition.takesResolver ? [resolver] : [])
                + definition.arguments.map { type in
                    let need = Need(parameter: type, definition.lane)
                    return need.isDeferred ? .provider(.asking(for: definition), need) : .unknown
                }
        }
        switch value {
        case .closure, .function, .localFunction: break
        default:
            if definition.takesResolver || isStep {
                making?.gap = Gap(reason: "its factory is not read", place: definition.place)
            }
        }
        let made = invoke(value, values, at: definition.place)
        if !isStep { inject(into: made, definition) }
        if !giveAway(made, definition) {
            escape(made, "a factory makes it", at: definition.place)
        }
        var result = making ?? Making()
        if let asked = state?.asked {
            for index in result.needs.indices {
                result.needs[index].isCertain = asked.contains(index)
            }
        }
        making = nil
        return result
    }

    /// What the factory or a step of a definition is given to ask.
    private func given(to definition: Definition) -> Value {
        guard definition.isOfDip else { return .resolver(definition.lane) }
        let all = holders(of: definition)
        if all.count == 1 { return .container(all[0], .synchronous) }
        making?.gap = Gap(reason: "it is in several containers", place: definition.place)
        return .unknown
    }

    /// What a property asks for that announces itself while an instance is made.
    func announced(_ call: MortiseCall) -> Value {
        guard making != nil else { return .tuple([]) }
        let all = call.receiver?.instanceType.map { program.allMethods(of: $0) } ?? []
        let own = all.filter {
            $0.name == "inject" && $0.parameters.map(\.label) == ["from"] && $0.body != nil
        }
        guard !own.isEmpty else {
            making?.gap = Gap(reason: "it announces what is not read", place: call.place)
            return .tuple([])
        }
        // It is given what it asks for if it is a property of what is made.
        func announce() {
            _ = oneOf(own) {
                run($0, of: call.receiver, [.resolver(.synchronous)], [:], at: call.place).value
            }
        }
        _ = either(announce, {})
        return .tuple([])
    }

    /// What the properties of an instance ask for that is made.
    private func inject(into made: Value, _ definition: Definition) {
        var types: [SwiftType] = []
        for option in made.options {
            switch option {
            case .object(_, let type), .structure(let type, _): types.append(type)
            default:
                types.append(definition.type)
                if program.hasInjectedInstances(of: definition.type) {
                    giveUpMaking("which type its instance has is not known", at: definition.place)
                }
            }
        }
        for type in types.uniqued where definition.kind != .decorator || type != definition.type {
            for need in injected(into: type) { noteNeed(need) }
            if definition.isOfDip { noteWhatDipCalls(type, definition) }
            for owner in program.superclasses(of: type) { injectOwn(owner, definition) }
        }
    }

    /// Runs what properties do whose wrappers inject themselves.
    private func injectOwn(_ type: SwiftType, _ definition: Definition) {
        for property in program.properties[type.withoutArguments] ?? [] {
            for attribute in property.attributes {
                let methods = program.methods[attribute.type.withoutArguments] ?? []
                guard case .nominal = attribute.type,
                    let inject = methods.first(where: {
                        $0.name == "inject" && $0.parameters.map(\.label) == ["from"]
                    })
                else { continue }
                // It is filled only if it has announced itself.
                func fill() {
                    _ = run(
                        inject,
                        of: .unknown,
                        [.resolver(definition.lane)],
                        attribute.type.substitutions,
                        at: attribute.place
                    )
                }
                if announces(attribute.type) { fill() } else { _ = either(fill, {}) }
            }
        }
    }
}

extension Machine {
    /// Whether each initializer of a wrapper announces the property that it makes.
    private func announces(_ wrapper: SwiftType) -> Bool {
        let initializers = (program.methods[wrapper.withoutArguments] ?? []).filter {
            $0.name == "init"
        }
        return !initializers.isEmpty
            && initializers.allSatisfy { initializer in
                (initializer.body ?? []).contains { statement in
                    guard case .expression(let call) = statement,
                        case .call(let callee, _) = call.kind
                    else { return false }
                    return callee.named?.name == "announce"
                }
            }
    }
}

extension Program {
    /// Whether an instance of a type may be one of another type, whose properties are filled.
    fileprivate func hasInjectedInstances(of type: SwiftType) -> Bool {
        properties.contains { owner, properties in
            guard properties.contains(where: { $0.attributes.contains(where: \.type.isInjecting) })
            else { return false }
            let chain = superclasses(of: owner)
            if self.type(type)?.kind == .class {
                return owner != type.withoutArguments
                    && chain.contains { $0.withoutArguments == type.withoutArguments }
            }
            guard case .existential = type else { return false }
            let wanted = usrs[type.withoutArguments]
            return wanted.map { protocols(of: owner).contains($0) } ?? true
        }
    }

    /// Whether the code of a file begins by itself.
    fileprivate func begins(_ file: SourceFile) -> Bool { main == nil || main == file.module }

    /// The USRs of the functions that some expression names.
    var called: Set<String> {
        var called: Set<String> = []
        func see(_ expression: Expression) {
            if let reference = expression.named { called.insert(reference.usr) }
        }
        for function in functions.values {
            for statement in function.body ?? [] { statement.visit(see) }
        }
        for file in files { for statement in file.topLevel { statement.visit(see) } }
        for variable in variables.values { variable.initialValue?.visit(see) }
        return called
    }
}

extension Function {
    /// Arguments of which nothing is known.
    var unknownArguments: [Value?] { parameters.map { _ in .unknown } }

    /// Whether it is what a module registers.
    fileprivate var isRegistration: Bool {
        name == "register" && parameters.map(\.label) == ["in"]
    }

    var isDeinitializer: Bool { usr.hasSuffix("fd") && body != nil && !isImplicit }
}

extension Variable {
    /// Whether it exists without an instance.
    fileprivate var isRoot: Bool {
        (owner == nil || isStatic) && initialValue != nil && !isTopLevel
    }
}

extension Memory {
    /// Grows with whatever is found out.
    fileprivate var size: Int {
        repeated.count + strays.count + captured.count + weak.count + tainted.count + exposed.count
            + lookers.count + outlived.count + released.values.map(\.count).reduce(0, +)
            + names.values.map(\.count).reduce(0, +) + contexts.count + given.count
            + members.values.reduce(members.count) { $0 + $1.steps.count + $1.keys.count }
            + assemblies.count + substitutes.count
            + [contextGap != nil, looksForCurrent, hasLost].count { $0 }
    }
}

extension Round {
    /// What factories ask for on every way.
    private var certainNeeds: [Escape.Key: [Need]] {
        makings.mapValues { $0.needs.filter(\.isCertain).map(\.need) }
    }

    fileprivate mutating func keepEffects(of other: Round) {
        effects = other.effects
        after = other.after
        properties = other.properties
        foreign = other.foreign
        (scoped, opened, requestGap) = (other.scoped, other.opened, other.requestGap)
    }

    /// Whether it leaves the same to the next round as another one.
    fileprivate func agrees(with other: Round) -> Bool {
        effects == other.effects && after == other.after && foreign == other.foreign
            && properties == other.properties && certainNeeds == other.certainNeeds
            && scoped == other.scoped && opened == other.opened && requestGap == other.requestGap
            && instances == other.instances
    }

    private var instances: [String: Set<Value>] { objects.mapValues { Set($0.map(\.value)) } }
}

extension Program {
    /// A type without its arguments, and those of which decoding makes instances with one of it, where the
    /// compiler writes how.
    fileprivate func decoded(with type: SwiftType) -> [SwiftType] {
        var (all, waiting): ([SwiftType], [SwiftType]) = ([], [type.withoutArguments])
        while let next = waiting.popLast() {
            guard !all.contains(next) else { continue }
            all.append(next)
            let owned = superclasses(of: next).flatMap { self.type($0)?.stored ?? [] }
            for variable in owned.compactMap({ variables[$0] }) where isDecoded(variable) {
                variable.type.visit { waiting.append($0.withoutArguments) }
            }
        }
        return all
    }
}

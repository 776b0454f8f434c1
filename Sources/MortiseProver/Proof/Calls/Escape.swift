// SPDX-License-Identifier: MIT

/// A piece of code that runs at a time that is not known: later, often, or never.
struct Escape {
    /// What it is.
    indirect enum Key: Hashable {
        case closure(ClosureValue)
        case function(Reference, of: Value?)
        case local(Function, Environment)
        /// A function that code which is not read may call, of some instance.
        case entry(Function, Value?)
        /// A test, of an instance of its own.
        case test(Function)
        /// A factory, decorator or step of a definition.
        case making(Definition, Value, isStep: Bool)
        /// What a property's wrapper asks for when the property is read.
        case request(Origin, Need, Place)
        /// What opens a scope for each request of a server.
        case opening(RequestOpening)
        /// A method of a controller that answers requests.
        case handler(Value, at: Place)
    }

    let key: Key
    /// What is known when it may run first.
    var state: State
    let path: Int
    /// Whether other runs of the code that released it may come to it, too.
    var isOfAnyRun = false
}

/// A piece of escaped code that escapes again, in another state.
struct Merge {
    let number: Int
    let state: State
    /// The piece of code of whose states a join has given it up.
    let cause: Int?
}

extension Machine {
    /// Gives a value to code that is not read.
    ///
    /// Nothing is known any more of a container that it leads to. A closure may run from here on.
    func escape(_ value: Value, _ reason: String, at place: Place) {
        guard var now = state else { return }
        escape(value, reason, at: place, in: &now)
        state = now
    }

    func escape(_ value: Value, _ reason: String, at place: Place, in now: inout State) {
        func all(_ values: [Value]) {
            for value in values { escape(value, reason, at: place, in: &now) }
        }
        switch value {
        case .type(let type): type.visit { letCall($0, in: &now) }
        case .unknown, .unset, .string, .integer, .boolean, .none, .present, .lifetime, .scopeName,
            .tag, .inheritedTag:
            return
        case .provider(let origin, _) where origin.isOfResolver: return
        case .provider(let origin, let need): round.providers.append((origin, need))
        case .container(let origin, _) where origin.isOfRequests:
            loseRequests(Gap(reason: "the scope of a request: \(reason)", place: place))
        case .container(let origin, _):
            lose(origin, Gap(reason: "the container: \(reason)", place: place), in: &now)
        case .resolver:
            giveUpMaking("the resolver: \(reason)", at: place)
        case .definition(let definition):
            let gap = Gap(reason: "the definition: \(reason)", place: place)
            for origin in now.containers.keys.sorted() {
                guard now[origin]?.typeGaps[definition.type] == nil,
                    let change = now[origin]?.lose(definition.type, gap)
                else { continue }
                note(change, of: origin)
            }
        case .stored(let statement): all(statement.call.values.compactMap { $0 })
        case .keyPath(let properties):
            for property in properties { taint(property, at: place, in: &now) }
        case .closure(let closure): release(.closure(closure), in: &now)
        case .localFunction(let function, let seen): release(.local(function, seen), in: &now)
        case .function(let reference, let receiver):
            release(.function(reference, of: receiver), in: &now)
            if let receiver { all([receiver]) }
        case .partial(let elements): all(elements.map(\.value))
        case .enumCase(_, _, let values), .list(let values), .bag(let values), .tuple(let values):
            all(values)
        case .set: all(value.options)
        case .structure(let type, let fields):
            let called = program.isSequence(value) ? methods(of: type) : []
            for method in called { release(.entry(method, .unknown), in: &now) }
            // What nothing but code that is read can get at stays known.
            let open = fields.filter {
                !called.isEmpty || program.variables[$0.key].map { program.isOpen($0) } ?? true
            }
            all(open.sorted { $0.key < $1.key }.map(\.value))
        case .dictionary(let pairs): all(pairs.flatMap { [$0.key, $0.value] })
        case .object(let origin, _):
            guard memory.exposed.insert(origin).inserted || !now.objects.contains(origin.exposed)
            else {
                return
            }
            now.objects.insert(origin.exposed)
            for (cell, value) in now.cells.inOrder {
                // Code that can ask an assembly for its context is read.
                guard case .field(origin, let property) = cell, property != Cell.context,
                    program.variables[property].map({ program.isOpen($0) }) ?? true
                else { continue }
                all([value])
            }
        }
    }

    /// The methods of a type that may come to wiring.
    func methods(of type: SwiftType) -> [Function] {
        (program.methods[type.withoutArguments] ?? []).filter { method in
            guard let body = method.body, method.name != "init", !method.isStatic else {
                return false
            }
            return reach(of: method, body).isLost
        }
    }

    /// Notes that unread code has a container, and so all that it leads to.
    private func lose(_ origin: Origin, _ gap: Gap, in now: inout State) {
        guard now[origin] != nil, now[origin]?.gap == nil else { return }
        memory.hasLost = true
        if let change = now[origin]?.lose(nil, gap) { note(change, of: origin) }
        for next in (now[origin]?.sources ?? []) + (now[origin]?.links ?? []) {
            lose(next, gap, in: &now)
        }
    }

    /// Notes that nothing is known any more of anything: a rule is missing here.
    func loseAll(_ reason: String, at place: Place) {
        guard var now = state else { return }
        for origin in now.containers.keys.sorted() {
            lose(origin, Gap(reason: reason, place: place), in: &now)
        }
        for (cell, value) in now.cells.inOrder where value != .unknown {
            escape(value, reason, at: place, in: &now)
            if cell != selfCell, !isConstant(cell) { now[cell] = .unknown }
        }
        giveUpMaking(reason, at: place)
        state = now
    }

    /// Whether nothing can give a variable another value.
    private func isConstant(_ cell: Cell) -> Bool {
        guard case .global(let usr) = cell, let variable = program.variables[usr] else {
            return false
        }
        return !variable.isMutable && variable.getter == nil
    }

    private var selfCell: Cell? {
        if case .variable(let cell)? = environment["self"] { cell } else { nil }
    }

    /// Lets a piece of code run from here on, if anything does.
    func release(_ key: Escape.Key, whenAsked container: Origin? = nil) {
        guard var now = state else { return }
        release(key, in: &now, whenAsked: container)
        state = now
    }

    /// Whether a piece of code runs only for what this run has made: code that runs at any time runs
    /// any number of times, and its tests may turn out otherwise.
    private func staysHere(_ key: Escape.Key) -> Bool {
        guard let running else { return true }
        guard case .making(let definition, _, _) = key else { return false }
        let holders = holders(of: definition)
        return !holders.isEmpty && !holders.contains(where: running.isShared)
    }

    /// Lets a piece of code run from here on, with what it lets escape.
    ///
    /// - Parameters:
    ///   - key: What it is.
    ///   - now: What is known here.
    ///   - container: The container for whose requests it runs, if it runs for nothing else.
    func release(_ key: Escape.Key, in now: inout State, whenAsked container: Origin? = nil) {
        let number = memory.number(key)
        if let other = running?.number, other != number {
            memory.released[other, default: []].insert(number)
        }
        now.accesses.release(memory.descendants(of: number), whenAsked: container)
        let staysHere = staysHere(key)
        let start = staysHere ? now : now.without(tested)
        guard round.escapes[number] != nil else {
            round.waiting.append(number)
            round.escapes[number] = Escape(
                key: key,
                state: start,
                path: frame.path,
                isOfAnyRun: !staysHere
            )
            return
        }
        if !staysHere { round.escapes[number]?.isOfAnyRun = true }
        merging.append(Merge(number: number, state: start, cause: merged))
        guard merged == nil else { return }
        defer { merged = nil }
        // What a join gives up escapes, too: one after the other. Where a join has changed nothing,
        // that has escaped there before.
        var done: Set<[Int]> = []
        while let next = merging.popLast(), !memory.isLate {
            if let cause = next.cause, !done.insert([cause, next.number]).inserted {
                round.escapes[next.number]?.state.accesses.join(next.state.accesses)
                continue
            }
            merged = next.number
            // What is known at one of the times when it may run and not at the other is no change.
            guard let known = round.escapes[next.number],
                let both = joined(known.state, next.state, isLast: true)
            else { continue }
            round.escapes[next.number]?.state = both
            if !both.covers(known.state) { done = done.filter { $0[0] != next.number } }
        }
        merging = []
    }

    /// Calls a function that is not read.
    func unread(
        _ reference: Reference,
        _ receiver: Value?,
        _ base: Expression?,
        _ arguments: Arguments,
        _ expression: Expression
    ) -> Value {
        let place = expression.place
        let name = program.symbols[reference.usr]?.signature ?? reference.name
        let reason = "it is given to \(name), which is not read"
        let module = program.symbols[reference.usr]?.owner.first ?? ""
        let expects = Self.expecting[module]?.contains(reference.name) ?? false
        if expects { frame.targets.append(Frame.Target(.expecting)) }
        defer { if expects { frame.targets.removeLast() } }
        for (_, type) in reference.substitutions.sorted(by: {
            ($0.key.depth, $0.key.index) < ($1.key.depth, $1.key.index)
        }) {
            // Memory has no properties that are private.
            if name.contains("nsafe") { taint(propertiesOf: type, at: place) }
            escape(.type(type.substituting(frame.substitutions)), reason, at: place)
        }
        for (index, value) in arguments.values.enumerated() {
            guard let value else { continue }
            let written = arguments.written[index].value
            if case .closure(let closure) = value, !closure.closure.isEscaping,
                !closure.isSendable, reference.name != "concurrentPerform"
            {
                runAtOnce(closure, at: place)
            } else {
                escape(value, reason, at: written.place)
            }
        }
        forget(arguments.written)
        if let receiver { escape(receiver, reason, at: place) }
        if let base, case .inOut(let target) = base.kind, receiver?.isObject != true {
            assign(.unknown, to: target)
        }
        if expression.canThrow { fail() }
        if expression.type.path == "Swift.Never" || Self.checks.contains(reference.name) {
            failForWhatWasHandled(isEnd: true)
        }
        if expression.type.path == "Swift.Never" { state = nil }
        return .unknown
    }

    /// Functions that end the program unless something holds.
    private static let checks: Set = ["precondition", "assert", "assertionFailure"]

    /// The functions that expect an error, by module.
    ///
    /// The first of Swift Testing is what `#expect(throws:)` and `#require(throws:)` call.
    private static let expecting: [String: Set<String>] = [
        "Testing": ["__checkClosureCall", "withKnownIssue"],
        "XCTest": ["XCTAssertThrowsError"],
    ]

    /// Runs a closure that cannot outlive the call, any number of times; an error may be swallowed.
    func runAtOnce(_ closure: ClosureValue, at place: Place) {
        // What expects an error leaves a result alone.
        let isKept = frame.targets.last?.kind != .expecting
        fixedPoint(at: place) {
            let target = within(.handler) {
                let value = runUnread(closure, at: place)
                if isKept { escape(value, "a closure returns it", at: place) }
            }
            state = joined(state, target.failed)
            guard let failed = target.failed else { return }
            let normal = state
            state = failed
            fail()
            state = normal
        } leaving: {
            state
        }
    }

    /// Runs a closure with arguments that are not known; what it leaves in them escapes.
    @discardableResult
    func runUnread(_ closure: ClosureValue, _ values: [Value] = [], at place: Place) -> Value {
        run(
            closure,
            values + closure.closure.parameters.dropFirst(values.count).map { _ in .unknown },
            at: place
        )
    }
}

extension Program {
    /// Whether code that is not read can get at a property.
    func isOpen(_ variable: Variable) -> Bool {
        variable.isPublic || !variable.attributes.isEmpty || reflects
    }
}

extension Origin {
    /// What notes in a state that unread code has the object.
    fileprivate var exposed: Origin { Origin(place: place, path: -1 - path, isOld: isOld) }
}

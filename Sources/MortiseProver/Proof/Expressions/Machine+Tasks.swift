// SPDX-License-Identifier: MIT

import MortiseGraph

// What tasks do: they run at any time, and have run once where somebody has waited for them.
extension Machine {
    /// What a function of the standard library does with tasks; `nil` if it is none of these.
    func task(_ symbol: Symbol, _ receiver: Value?, _ values: [Value], at place: Place) -> Value? {
        var onlyClosure: ClosureValue? {
            let closures = values.compactMap(\.code)
            return closures.count == 1 ? closures[0] : nil
        }
        switch (symbol.owner.last, symbol.name) {
        case ("Task", "init"), ("Task", "detached"):
            return onlyClosure.map { begin(.handle, $0, at: place) }
        case (let owner?, "addTask") where owner.hasSuffix("TaskGroup"):
            return onlyClosure.flatMap { add($0, to: receiver, at: place) }
        case ("TaskGroup", "waitForAll"), ("ThrowingTaskGroup", "waitForAll"):
            receiver.map { finish($0, at: place) }
            return .tuple([])
        default: return nil
        }
    }

    /// What a property of a task gives; `nil` if it is none of these.
    func result(_ reference: Reference, of base: Value, at place: Place) -> Value? {
        switch reference.name {
        case "value": return awaited(.handle, base, at: place)
        case "result" where base.mayBe(.handle):
            var value: Value?
            let target = within(.handler) { value = awaited(.handle, base, at: place) }
            state = joined(state, target.failed)
            escape(value ?? .none, "it is in a result", at: place)
            return .unknown
        case "isCancelled" where base.mayBe(.handle): return .unknown
        default: return nil
        }
    }

    /// Begins a task, and gives what stands for it.
    func begin(_ task: Task, _ closure: ClosureValue, at place: Place) -> Value {
        escape(.closure(closure), "", at: place)
        let number = number(of: closure)
        let isKnown = state?.begun.contains(number) ?? false
        let end = Cell.end(ofTask: number)
        // Tasks that are not told apart do the same, but each gives something of its own.
        if isKnown || loops > 0 || state?[end] != nil { state?[end] = .unknown }
        // What is bound for a task is bound where it begins.
        if frame.current.isEmpty {
            state?.begun.insert(number)
        } else {
            state?.begun.remove(number)
        }
        return .structure(task.type, [Self.body: .closure(closure)])
    }

    /// What a task gives to who waits for it; `nil` if it is no task.
    ///
    /// What it throws fails here.
    func awaited(_ task: Task, _ value: Value, at place: Place) -> Value? {
        guard value.mayBe(task) else { return nil }
        return each(value) { value in
            guard let closure = value.body(of: task) else { return value }
            let end = Cell.end(ofTask: number(of: closure))
            let known = state?[end]
            if let known, !known.options.contains(where: { $0 == .unknown || $0 == .unset }) {
                return known
            }
            let value = finish([closure], at: place)
            guard let value, known == nil else {
                for value in [known, value].compactMap({ $0 }) {
                    escape(value, "several tasks may give it", at: place)
                }
                state?[end] = .unknown
                return .unknown
            }
            state?[end] = value
            return value
        }
    }

    /// Runs tasks that have ended, as far as nothing has changed since they began that they may have
    /// changed, too: in which order that happened is not known.
    ///
    /// - Returns: What the last one gives, if it is known.
    @discardableResult
    private func finish(_ tasks: [ClosureValue], at place: Place) -> Value? {
        guard let now = state, frame.current.isEmpty else { return nil }
        let ended = tasks.filter { closure in
            let number = number(of: closure)
            // What was asked for meanwhile may have been made after all was dropped.
            let drops = previous.effects[number]?.containers.values.contains(where: \.forgets)
            return now.begun.contains(number) && drops != true
                && closure.environment.cells.allSatisfy { !$0.isLocal || now[$0] != nil }
        }
        let numbers = ended.map { number(of: $0) }
        var value: Value?
        for closure in ended {
            value = run(closure, [], at: place, lane: .synchronous)
        }
        // What these have done is taken in wherever others may have come first.
        state?.begun.formUnion(now.begun)
        state?.begun.subtract(numbers)
        return value
    }

    private func number(of task: ClosureValue) -> Int { memory.number(.closure(task)) }

    // MARK: - Groups

    /// Runs the body of a task group, after which its tasks have ended.
    func runGroup(_ body: ClosureValue, called name: String, at place: Place) -> Value {
        let group = fresh(at: place)
        state?.objects.insert(group)
        state?[.field(group, Self.body)] = .list([])
        let value = runUnread(body, [.object(group, Self.group)], at: place)
        if name == "withThrowingDiscardingTaskGroup" {
            finish(group, at: place)
        } else {
            // Nobody has asked for an error that is left.
            let target = within(.handler) { finish(group, at: place) }
            state = joined(state, target.failed)
        }
        return value
    }

    /// Adds a task to a group; `nil` if that is not known.
    private func add(_ closure: ClosureValue, to group: Value?, at place: Place) -> Value? {
        guard case .object(let origin, Self.group)? = group, !isSummary(origin),
            let tasks = state?[.field(origin, Self.body)], tasks.ordered != nil
        else { return nil }
        _ = begin(.handle, closure, at: place)
        let task = Value.closure(closure)
        if tasks.elements?.contains(task) == false {
            state?[.field(origin, Self.body)] =
                changed("append(_:)", tasks, [task], isArray: true)?.0 ?? .unknown
        }
        return .tuple([])
    }

    /// Waits for all tasks of a group; what they throw fails here.
    func finish(_ group: Value, at place: Place) {
        if case .object(let origin, Self.group) = group { finish(origin, at: place) }
    }

    private func finish(_ group: Origin, at place: Place) {
        let tasks = state?[.field(group, Self.body)]?.ordered ?? []
        finish(tasks.filter(\.isCertain).compactMap(\.value.code), at: place)
    }

    /// What stands for a task: an instance of `Task`, or the name of an `async let`.
    enum Task {
        case handle, name

        fileprivate var type: SwiftType {
            switch self {
            case .handle: Machine.handle
            case .name: Machine.name
            }
        }
    }

    private static let handle = SwiftType("Swift.Task")
    private static let name = SwiftType("async let")
    private static let group = SwiftType("Swift.TaskGroup")
    /// What stands for the property with what a task runs, or with the tasks of a group.
    fileprivate static let body = "body"
}

extension Cell {
    /// What a task has given to who has waited for it.
    fileprivate static func end(ofTask number: Int) -> Cell { .global("end of task \(number)") }
}

extension Value {
    /// What it runs, if it stands for a task.
    fileprivate func body(of task: Machine.Task) -> ClosureValue? {
        guard case .structure(let type, let fields) = self, type == task.type else { return nil }
        return fields[Machine.body]?.code
    }

    /// Whether one of the values that it may be stands for a task.
    fileprivate func mayBe(_ task: Machine.Task) -> Bool {
        if case .set(let choice) = self { return choice.values.contains { $0.mayBe(task) } }
        return body(of: task) != nil
    }

    fileprivate var code: ClosureValue? {
        if case .closure(let closure) = self { closure } else { nil }
    }
}

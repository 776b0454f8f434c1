// SPDX-License-Identifier: MIT

import MortiseGraph

extension Interpreter {
    /// Runs the whole program: what begins by itself, then each function that nothing called, then
    /// the factories.
    func runProgram() {
        for (number, file) in program.files.enumerated() where !file.topLevel.isEmpty {
            let place = Place(file: number, start: 0, end: 0)
            let variables = Variables()
            let context = Context(frame: Frame(at: place), variables: variables, guardian: .always)
            topLevel[number] = variables
            beginCounting()
            run(file.topLevel, context)
        }
        for type in program.types.values.filter(\.isMain).sorted(by: { $0.usr < $1.usr }) {
            let main = program.methods[type.type.withoutArguments]?.first {
                $0.name == "main" && $0.isStatic
            }
            if let main { runRoot(main) }
        }
        readFactories()
        let functions = program.files.flatMap(\.functions).filter {
            $0.body != nil && !$0.isImplicit
        }
        // Instances first, so that methods have one.
        for function in functions where function.name == "init" && !ran.contains(function.usr) {
            runRoot(function)
        }
        for function in functions where !ran.contains(function.usr) { runRoot(function) }
        for variable in program.files.flatMap(\.variables) where variable.isRoot {
            guard globals[variable.usr] == nil else { continue }
            let frame = Frame(at: variable.place)
            let context = Context(frame: frame, variables: Variables(), guardian: .always)
            _ = evaluate(
                Expression(
                    .reference(Reference(usr: variable.usr, name: variable.name)),
                    type: variable.type,
                    at: variable.place
                ),
                context
            )
        }
        readFactories()
    }

    /// Runs a function that nothing called, for each instance that it may belong to.
    private func runRoot(_ function: Function) {
        firstOwn = containers.count
        defer { firstOwn = 0 }
        beginCounting()
        let receivers: [Value?]
        if let owner = function.owner.flatMap({ usr(of: $0) }), let type = program.types[owner] {
            if function.isStatic || function.name == "init" {
                receivers = [.type(type.type)]
            } else if let known = objects[owner], !known.isEmpty {
                receivers = known.prefix(4).map { .object($0) }
            } else if let made = makeWithoutArguments(type) {
                receivers = [made]
            } else {
                receivers = [makeUnknown(type.type)]
            }
        } else {
            receivers = [nil]
        }
        let decision = decision(["called", "not called"], at: function.place)
        for receiver in receivers {
            let frame = Frame(at: function.place)
            let context = Context(
                frame: frame,
                variables: Variables(),
                guardian: .decided(decision, "called")
            )
            ran.insert(function.usr)
            let values = function.parameters.map { makeUnknown($0.type) }
            if function.name == "init", case .type(let type)? = receiver {
                let arguments = function.parameters.map {
                    Expression.Argument(
                        label: $0.label,
                        Expression(.other([]), type: $0.type, at: function.place)
                    )
                }
                _ = make(
                    type,
                    with: function,
                    arguments,
                    values,
                    Reference(usr: function.usr, name: "init"),
                    at: function.place,
                    context
                )
                continue
            }
            _ = invoke(function, of: receiver, values, [:], at: function.place, context)
        }
    }

    /// Makes an instance of a type that needs nothing, as a test runner does.
    private func makeWithoutArguments(_ type: NominalType) -> Value? {
        guard type.kind != .protocol, type.kind != .enumeration else { return nil }
        let place = type.place
        let context = Context(frame: Frame(at: place), variables: Variables(), guardian: .always)
        let initializers =
            program.methods[type.type.withoutArguments]?.filter { $0.name == "init" } ?? []
        let own = initializers.first { $0.parameters.allSatisfy { $0.defaultValue != nil } }
        guard own != nil || initializers.isEmpty else { return nil }
        return make(
            type.type,
            with: own,
            [],
            [],
            Reference(usr: own?.usr ?? "", name: "init"),
            at: place,
            context
        )
    }

    /// Looks into the factories and steps of all definitions.
    func readFactories() {
        var next = 0
        while next < definitions.count {
            let fact = definitions[next]
            next += 1
            guard !fact.isRead else { continue }
            fact.isRead = true
            read(fact)
        }
    }

    private func read(_ fact: DefinitionFact) {
        beginCounting()
        let wasLater = isLater
        isLater = true
        defer { isLater = wasLater }
        let run = FactoryRun(fact, isStep: false, lane: fact.lane)
        if let factory = fact.factory {
            var values: [Value] = []
            if fact.isDecorator {
                values = [makeUnknown(fact.type), .resolver(run)]
            } else {
                if fact.takesResolver { values.append(.resolver(run)) }
                values += fact.arguments.map { makeUnknown($0) }
            }
            let made = make(factory, values, run, fact)
            for type in concreteTypes(of: made) where !fact.isDecorator || type != fact.type {
                fact.needs += injected(into: type)
                inject(into: type, fact)
            }
        }
        for step in fact.steps {
            let run = FactoryRun(fact, isStep: true, lane: fact.lane)
            _ = make(step, [.resolver(run), makeUnknown(fact.type)], run, fact)
        }
    }

    /// Runs what properties do whose wrappers inject themselves.
    private func inject(into type: SwiftType, _ fact: DefinitionFact) {
        for property in program.properties[type.withoutArguments] ?? [] {
            for attribute in property.attributes {
                let methods = program.methods[attribute.type.withoutArguments] ?? []
                guard case .nominal(_, let values) = attribute.type,
                    let inject = methods.first(where: {
                        $0.name == "inject" && $0.parameters.map(\.label) == ["from"]
                    })
                else { continue }
                let run = FactoryRun(fact, isStep: true, lane: fact.lane)
                let frame = Frame(run: run, lane: fact.lane, at: attribute.place)
                let context = Context(frame: frame, variables: Variables(), guardian: .always)
                var substitutions: Substitutions = [:]
                for (index, value) in values.enumerated() {
                    substitutions[SwiftType.GenericParameter(depth: 0, index: index)] = value
                }
                let owner = makeUnknown(attribute.type)
                _ = invoke(
                    inject,
                    of: owner,
                    [.resolver(run)],
                    substitutions,
                    at: attribute.place,
                    context
                )
            }
        }
    }

    /// Runs a factory or a step.
    private func make(
        _ factory: Value,
        _ values: [Value],
        _ run: FactoryRun,
        _ fact: DefinitionFact
    ) -> Value {
        let frame = Frame(run: run, lane: fact.lane, at: fact.place)
        let context = Context(frame: frame, variables: Variables(), guardian: .always)
        switch factory {
        case .closure(let closure):
            return invoke(closure, values, at: fact.place, context, run: run, lane: fact.lane)
        case .function, .localFunction:
            return call(factory, values, at: fact.place, fact.type, context)
        case .choice:
            return mapped(factory, context) { factory, _ in make(factory, values, run, fact) }
        default:
            if fact.takesResolver || run.isStep {
                fact.gap = Gap(reason: "its factory is not read", place: fact.place)
            }
            return makeUnknown(fact.type)
        }
    }

    /// The types of what a factory made, as far as they are known.
    private func concreteTypes(of value: Value) -> [SwiftType] {
        switch value {
        case .object(let object): [object.type]
        case .unknown(_, let type): [type]
        case .choice(let options): options.flatMap { concreteTypes(of: $0.value) }
        default: []
        }
    }
}

extension Variable {
    /// Whether it is a variable that exists without an instance.
    fileprivate var isRoot: Bool {
        (owner == nil || isStatic) && initialValue != nil && !isTopLevel
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

// Tests of Swift Testing: each runs of an instance of its own, inside the overlays of its traits.
extension Machine {
    func runTest(_ function: Function) {
        // What its suites make is made for it alone.
        frame.path = memory.paths.path(from: frame.path, function.place)
        let suites = function.owner.map { program.suites(around: $0) } ?? []
        for trait in suites.flatMap(\.traits) + (function.traits ?? []) { provideScope(trait) }
        var receiver: Value?
        if let owner = function.owner {
            receiver = function.isStatic ? .type(owner) : testInstance(of: owner)
        }
        let values = function.unknownArguments
        _ = run(function, of: receiver, values, [:], at: function.place)
    }

    private func testInstance(of owner: SwiftType) -> Value {
        let initializer = program.methods[owner.withoutArguments]?.first {
            $0.name == "init" && $0.parameters.isEmpty
        }
        guard let nominal = program.type(owner) else { return .unknown }
        return make(
            owner,
            with: initializer,
            .none(nominal.place),
            Reference(usr: initializer?.usr ?? "", name: "init"),
            at: nominal.place
        )
    }

    /// Makes the overlay of a trait, which is the current container from here on.
    private func provideScope(_ trait: Expression) {
        trait.visit { expression in
            guard state != nil, case .call(let callee, let arguments) = expression.kind,
                case .member(_, let reference) = callee.kind, reference.name == "overriding",
                program.symbols[reference.usr]?.extensionModule == "MortiseTesting"
            else { return }
            var closures = arguments.filter { !$0.isDefault && $0.value.type.isFunction }
            let isNested = !frame.current.isEmpty
            var base = frame.current.last ?? .unknown
            if let first = closures.first, case .function(let type) = first.value.type,
                type.parameters.isEmpty
            {
                closures.removeFirst()
                if !isNested { base = invoke(evaluate(first.value), [], at: expression.place) }
            }
            guard case .container(let origin, _) = base else {
                frame.current.append(.unknown)
                return
            }
            let overlay = makeContainer("test", .overlay, sources: [origin], at: expression.place)
            state?[overlay]?.requiresStubs = true
            let made = Value.container(overlay, .synchronous)
            for closure in closures {
                _ = invoke(evaluate(closure.value), [made], at: expression.place)
            }
            frame.current.append(made)
        }
    }
}

extension Program {
    /// A type and the types around it that are suites, the outermost first.
    fileprivate func suites(around type: SwiftType) -> [NominalType] {
        guard let path = type.path else { return [] }
        return types.values.filter { suite in
            suite.type.path.map { path == $0 || path.hasPrefix($0 + ".") } ?? false
        }.sorted { $0.type.path?.count ?? 0 < $1.type.path?.count ?? 0 }
    }
}

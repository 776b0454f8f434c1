// SPDX-License-Identifier: MIT

extension Plan {
    /// A smaller plan with the same failure.
    ///
    /// - Parameter fails: Whether a smaller plan still has the failure.
    /// - Returns: A plan that cannot be reduced further, or not within the limit of attempts.
    func shrunk(while fails: (Plan) -> Bool) -> Plan {
        var smallest = self
        // The limit of attempts ends the search.
        var attempts = 20_000
        var isSmaller = true
        while isSmaller, attempts > 0 {
            isSmaller = false
            var candidates = smallest.candidates
            var position = 0
            while position < candidates.count, attempts > 0 {
                attempts -= 1
                guard fails(candidates[position]) else {
                    position += 1
                    continue
                }
                smallest = candidates[position]
                isSmaller = true
                // The next round tries failed candidates again.
                candidates = smallest.candidates
            }
        }
        return smallest
    }

    /// Slightly smaller plans, the smallest first.
    private var candidates: [Plan] {
        var plans: [Plan] = []
        for list in [\Plan.parent, \.child] {
            for index in self[keyPath: list].indices {
                plans.append(with(list) { $0.remove(at: index) })
            }
        }
        for definition in parent + child { plans.append(replacing(definition)) }
        // Definitions throw by operation number, so an omitted operation is replaced.
        for index in operations.indices where !operations[index].isNothing {
            var plan = self
            plan.operations[index] = .remove(id: -1, inChild: false)
            plans.append(plan)
        }
        for list in [\Plan.parent, \.child] {
            for (index, definition) in self[keyPath: list].enumerated() {
                for smaller in definition.candidates {
                    plans.append(with(list) { $0[index] = smaller })
                }
            }
        }
        for (index, operation) in operations.enumerated() {
            for smaller in operation.candidates {
                var plan = self
                plan.operations[index] = smaller
                plans.append(plan)
            }
        }
        return plans
    }

    /// The plan without a definition; its dependents take over its needs.
    private func replacing(_ left: Definition) -> Plan {
        let substitutes = left.needs + left.steps.joined()
        func replaced(_ needs: [Need]) -> [Need] {
            needs.flatMap { need in
                guard need.name == left.name || need.name == left.forwarded else { return [need] }
                return substitutes.map {
                    let style = need.style == .forgiving ? .forgiving : $0.style
                    return Need(
                        name: $0.name,
                        argument: $0.argument,
                        style: style,
                        isInheriting: $0.isInheriting
                    )
                }
            }
        }
        var plan = self
        for list in [\Plan.parent, \.child] {
            plan[keyPath: list].removeAll { $0.id == left.id }
            plan[keyPath: list] = plan[keyPath: list].map {
                $0.with(needs: replaced($0.needs), steps: $0.steps.map(replaced))
            }
        }
        for case (let index, .resolve(let need, let inChild)) in operations.enumerated() {
            guard var other = replaced([need]).first else { continue }
            // Only a factory or a step has a tag to pass on.
            other.isInheriting = false
            plan.operations[index] = .resolve(other, inChild: inChild)
        }
        return plan
    }

    private func with(
        _ list: WritableKeyPath<Plan, [Definition]>,
        _ change: (inout [Definition]) -> Void
    ) -> Plan {
        var plan = self
        change(&plan[keyPath: list])
        return plan
    }
}

extension Plan.Operation {
    fileprivate var isNothing: Bool {
        if case .remove(-1, _) = self { return true }
        return false
    }

    fileprivate var candidates: [Self] {
        switch self {
        case .resolve(let need, let inChild):
            (inChild ? [.resolve(need, inChild: false)] : [])
                + need.candidates.map { .resolve($0, inChild: inChild) }
        case .register(let definition, let inChild):
            definition.candidates.map { .register($0, inChild: inChild) }
        case .remove, .reset: []
        }
    }
}

extension Plan.Need {
    fileprivate var candidates: [Self] {
        var simpler: [Self] = []
        if style != .required {
            simpler.append(
                Self(name: name, argument: argument, style: .required, isInheriting: isInheriting)
            )
        }
        if isInheriting { simpler.append(Self(name: name, argument: argument, style: style)) }
        if name.tag == 999 {
            let plain = Plan.Name(type: name.type, tag: nil)
            simpler.append(Self(name: plain, argument: argument, style: style))
        }
        return simpler
    }
}

extension Plan.Definition {
    fileprivate var candidates: [Self] {
        var smaller: [Self] = []
        for index in steps.indices {
            var steps = steps
            steps.remove(at: index)
            smaller.append(with(needs: needs, steps: steps))
        }
        for index in needs.indices {
            var needs = needs
            needs.remove(at: index)
            smaller.append(with(needs: needs, steps: steps))
        }
        for (index, step) in steps.enumerated() {
            for position in step.indices {
                var steps = steps
                steps[index].remove(at: position)
                smaller.append(with(needs: needs, steps: steps))
            }
        }
        if !factoryFailures.isEmpty { smaller.append(with(factoryFailures: [])) }
        if !stepFailures.isEmpty { smaller.append(with(stepFailures: [])) }
        if callsBack { smaller.append(with(callsBack: false)) }
        if forwarded != nil { smaller.append(with(isForwarded: false)) }
        if isForAnyTag { smaller.append(with(isForAnyTag: false)) }
        if scope == .eagerSingleton || scope == .weakSingleton {
            smaller.append(with(scope: .singleton))
        }
        if scope != .unique { smaller.append(with(scope: .unique)) }
        for (index, need) in needs.enumerated() {
            for simpler in need.candidates {
                var needs = needs
                needs[index] = simpler
                smaller.append(with(needs: needs))
            }
        }
        for (index, step) in steps.enumerated() {
            for (position, need) in step.enumerated() {
                for simpler in need.candidates {
                    var steps = steps
                    steps[index][position] = simpler
                    smaller.append(with(steps: steps))
                }
            }
        }
        return smaller
    }

    fileprivate func with(
        scope: Plan.Scope? = nil,
        needs: [Plan.Need]? = nil,
        steps: [[Plan.Need]]? = nil,
        factoryFailures: Set<Int>? = nil,
        stepFailures: Set<Int>? = nil,
        callsBack: Bool? = nil,
        isForwarded: Bool = true,
        isForAnyTag: Bool? = nil
    ) -> Self {
        Self(
            id: id,
            name: name,
            scope: scope ?? self.scope,
            needs: needs ?? self.needs,
            steps: steps ?? self.steps,
            factoryFailures: factoryFailures ?? self.factoryFailures,
            stepFailures: stepFailures ?? self.stepFailures,
            callsBack: callsBack ?? self.callsBack,
            forwarded: isForwarded ? forwarded : nil,
            isForAnyTag: isForAnyTag ?? self.isForAnyTag
        )
    }
}

extension Plan: CustomStringConvertible {
    var description: String {
        let definitions =
            parent.map { "parent \($0)" } + child.map { "child \($0)" }
        let actions = operations.enumerated().compactMap { index, operation -> String? in
            switch operation {
            case .resolve(let need, let inChild):
                "\(index): resolve \(need) in \(inChild ? "child" : "parent")"
            case .register(let definition, let inChild):
                "\(index): register \(inChild ? "child" : "parent") \(definition)"
            case .remove(-1, _): nil
            case .remove(let id, let inChild):
                "\(index): remove \(id) from \(inChild ? "child" : "parent")"
            case .reset(let inChild): "\(index): reset \(inChild ? "child" : "parent")"
            }
        }
        return (definitions + actions).joined(separator: "\n")
    }
}

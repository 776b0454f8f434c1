// SPDX-License-Identifier: MIT

extension Plan {
    /// The plan with as much left out as possible.
    ///
    /// - Parameter fails: Whether what is sought still happens with a smaller plan.
    /// - Returns: A plan of which nothing more can be left out, or not in the time there is.
    func shrunk(while fails: (Plan) -> Bool) -> Plan {
        var smallest = self
        // It is tried this often at most, so that a failure is reported in seconds.
        var attempts = 4_000
        var isSmaller = true
        while isSmaller, attempts > 0 {
            isSmaller = false
            for candidate in smallest.candidates {
                attempts -= 1
                guard fails(candidate) else { continue }
                smallest = candidate
                isSmaller = true
                break
            }
        }
        return smallest
    }

    /// Plans that are a bit smaller, the smallest first.
    private var candidates: [Plan] {
        var plans: [Plan] = []
        for list in [\Plan.parent, \.child] {
            for index in self[keyPath: list].indices {
                plans.append(with(list) { $0.remove(at: index) })
            }
        }
        // Their numbers say when definitions throw: what is left out is replaced.
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
        return plans
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
        if scope == .eagerSingleton || scope == .weakSingleton {
            smaller.append(with(scope: .singleton))
        }
        return smaller
    }

    private func with(
        scope: Plan.Scope? = nil,
        needs: [Plan.Need]? = nil,
        steps: [[Plan.Need]]? = nil,
        factoryFailures: Set<Int>? = nil,
        stepFailures: Set<Int>? = nil
    ) -> Self {
        Self(
            id: id,
            name: name,
            scope: scope ?? self.scope,
            needs: needs ?? self.needs,
            steps: steps ?? self.steps,
            factoryFailures: factoryFailures ?? self.factoryFailures,
            stepFailures: stepFailures ?? self.stepFailures,
            callsBack: callsBack,
            forwarded: forwarded
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

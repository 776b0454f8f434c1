// SPDX-License-Identifier: MIT

/// What a function and all that it calls may touch.
struct Reach {
    /// Whether it comes to Mortise, or calls a value that may.
    var touchesWiring = false

    /// The USRs of the properties and variables, not its own, that it assigns.
    var writes: Set<String> = []
}

extension Program {
    /// What some code and all that it calls may touch.
    func reach(of body: [Statement]) -> Reach {
        var reach = Reach()
        var seen: Set<String> = []
        var waiting: [[Statement]] = [body]
        while let next = waiting.popLast() {
            for statement in next {
                statement.visit { expression in
                    note(expression, in: &reach)
                    for usr in callees(of: expression) where seen.insert(usr).inserted {
                        guard let function = functions[usr] else { continue }
                        waiting += implementations(of: function).compactMap(\.body)
                        // A requirement: whatever has its name.
                        guard function.body == nil else { continue }
                        waiting += methods.values.joined().filter { $0.name == function.name }
                            .compactMap(\.body)
                    }
                }
            }
            if reach.touchesWiring { return reach }
        }
        return reach
    }

    private func note(_ expression: Expression, in reach: inout Reach) {
        func write(_ target: Expression) {
            switch target.inside.kind {
            case .reference(let reference), .member(_, let reference):
                reach.writes.insert(reference.usr)
            case .tuple(let parts): for part in parts { write(part.value) }
            case .element(let base, _), .forced(let base), .bindOptional(let base),
                .optionalChain(let base):
                write(base)
            case .call(let callee, _):
                if case .member(let base, _) = callee.kind { write(base) }
            default: return
            }
        }
        switch expression.kind {
        case .reference(let reference), .member(_, let reference):
            reach.touchesWiring = reach.touchesWiring || isOfMortise(reference)
        case .call(let callee, _):
            switch callee.inside.kind {
            case .member(_, let reference), .reference(let reference):
                reach.touchesWiring = reach.touchesWiring || variables[reference.usr] != nil
            case .enumCase: return
            default: reach.touchesWiring = true
            }
        case .assign(_, let target): write(target)
        case .inOut(let target): write(target)
        case .unsupported, .error, .keyPath: reach.touchesWiring = true
        default: return
        }
    }

    /// The functions that an expression may run: what it names, and the accessors of a property.
    private func callees(of expression: Expression) -> [String] {
        switch expression.kind {
        case .reference(let reference), .member(_, let reference):
            guard let variable = variables[reference.usr] else { return [reference.usr] }
            return [variable.getter, variable.setter].compactMap { $0 } + variable.observers
        default: return []
        }
    }
}

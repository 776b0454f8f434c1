// SPDX-License-Identifier: MIT

// What is evaluated of a target before the value that it is assigned.
extension Machine {
    /// A target whose parts have been evaluated: the objects that it belongs to, and indices.
    ///
    /// They are evaluated once, first, and from the left. What may be `nil` stays as it is.
    func settled(_ target: Expression) -> Expression {
        func with(_ kind: Expression.Kind) -> Expression {
            Expression(kind, type: target.type, at: target.place, canThrow: target.canThrow)
        }
        switch target.kind {
        case .member(let base, let reference):
            return with(.member(isObject(base) ? hoisted(base) : settled(base), reference))
        case .call(let callee, let arguments):
            guard case .member(let base, let reference) = callee.kind, reference.isSubscript else {
                return hoisted(target)
            }
            let owner = isObject(base) ? hoisted(base) : settled(base)
            let element = Expression(
                .member(owner, reference),
                type: callee.type,
                at: callee.place
            )
            let keys = arguments.map {
                Expression.Argument(label: $0.label, hoisted($0.value), isInout: $0.isInout)
            }
            return with(.call(element, keys))
        case .tuple(let parts):
            return with(.tuple(parts.map { ($0.label, settled($0.value)) }))
        case .element(let tuple, let index): return with(.element(settled(tuple), index))
        case .forced(let inner): return with(.forced(settled(inner)))
        case .converted(let inner): return with(.converted(settled(inner)))
        case .inOut(let inner): return with(.inOut(settled(inner)))
        default: return target
        }
    }

    /// Whether it gives an object, to whose properties something is assigned wherever it is from.
    private func isObject(_ base: Expression) -> Bool {
        guard let kind = program.type(type(of: base))?.kind else { return false }
        return kind == .class || kind == .actor
    }

    /// An expression that gives what another one gives here.
    private func hoisted(_ expression: Expression) -> Expression {
        switch expression.inside.kind {
        case .local("self"), .local("super"), .string, .integer, .boolean, .none, .typeValue,
            .defaultArgument:
            return expression
        default: break
        }
        let value = evaluate(expression)
        let place = expression.place
        let name = "$\(place.start)"
        let cell = Cell.local(Origin(place: place, path: frame.path), name)
        environment[name] = .variable(cell)
        frame.declared.append(cell)
        state?[cell] = value
        return Expression(.local(name), type: expression.type, at: place)
    }
}

extension Expression {
    /// Whether it may run code where it is a target, apart from what may be `nil` in it.
    var runsCode: Bool {
        var found = false
        visit { part in
            switch part.kind {
            case .call(let callee, let arguments):
                guard case .member(_, let reference) = callee.kind, reference.isSubscript else {
                    return found = true
                }
                found = found || !arguments.allSatisfy { $0.value.isName || $0.value.isLiteral }
            default: break
            }
        }
        return found
    }

    /// The same call with arguments whose targets are settled.
    func given(_ arguments: [Argument]) -> Expression {
        guard case .call(let callee, _) = kind, arguments.contains(where: \.value.isInOut) else {
            return self
        }
        return Expression(.call(callee, arguments), type: type, at: place, canThrow: canThrow)
    }

    private var isLiteral: Bool {
        switch inside.kind {
        case .string, .integer, .boolean, .none: true
        default: false
        }
    }
}

extension Reference {
    /// Whether it names a subscript, whose USR ends with `p`.
    fileprivate var isSubscript: Bool { usr.hasSuffix("p") }
}

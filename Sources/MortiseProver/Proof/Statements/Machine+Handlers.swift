// SPDX-License-Identifier: MIT

// Which failures count as handled, as far as the code around a request decides it.
extension Machine {
    /// What an error meets in a `do` that has these clauses.
    ///
    /// Where a clause may throw it on or no clause is sure to catch it, what is around the `do` decides.
    func handler(of cases: [Statement.Case]) -> Frame.Target.Kind {
        let catching = cases.filter(mayCatchRequests)
        guard let last = catching.firstIndex(where: catchesRequests) else {
            return catching.isEmpty ? .rollback : .clauses
        }
        let bodies = catching[...last].map(\.body)
        if bodies.allSatisfy(\.endsProgram) { return .ending }
        return bodies.joined().contains(where: \.mayThrow) ? .clauses : .handler
    }

    /// Whether a clause catches whatever a request throws.
    private func catchesRequests(_ clause: Statement.Case) -> Bool {
        if clause.catchesAll { return true }
        guard !clause.isRestricted else { return false }
        return clause.patterns.contains { pattern in
            guard case .type(let type, let inner) = pattern else { return false }
            return type.path == "Mortise.ResolutionError" && inner?.isIrrefutable != false
                && !program.hasOtherErrors
        }
    }

    /// Whether a clause may catch what a request throws: not if it is for other types only.
    private func mayCatchRequests(_ clause: Statement.Case) -> Bool {
        clause.patterns.isEmpty
            || clause.patterns.contains { pattern in
                switch pattern {
                case .type(let type, _), .enumCase(_, let type, _): type.mayBeThrownByRequests
                default: true
                }
            }
    }
}

extension Statement.Case {
    /// Whether it catches whatever is thrown.
    var catchesAll: Bool {
        !isRestricted && (patterns.isEmpty || patterns.contains(where: \.isIrrefutable))
    }

    /// Whether it assigns the error to something.
    var keepsError: Bool {
        let names = patterns.flatMap(\.names) + ["error"]
        var keepsError = false
        for statement in body {
            statement.visit {
                guard case .assign(let value, _) = $0.kind else { return }
                value.visit { part in
                    if names.contains(where: part.isVariable) { keepsError = true }
                }
            }
        }
        return keepsError
    }
}

extension Program {
    /// Whether a vocabulary may be in use whose requests throw errors of their own.
    fileprivate var hasOtherErrors: Bool {
        symbols.values.contains {
            ["MortiseDip", "MortiseEasyDi", "MortiseInjector"].contains($0.owner.first)
        }
    }
}

extension SwiftType {
    /// Whether an error of a request may be of this type, or be cast to it.
    fileprivate var mayBeThrownByRequests: Bool {
        guard case .nominal = self, let path else { return true }
        return path == "Foundation.NSError" || path.hasPrefix("Mortise")
    }
}

extension [Statement] {
    /// Whether they end the program on every way: nothing handles what led there.
    ///
    /// That a call before the end may throw does not count.
    var endsProgram: Bool {
        guard let end = firstIndex(where: \.endsProgram) else { return false }
        return !self[..<end].contains(where: \.mayLeave)
    }
}

extension Statement {
    fileprivate var endsProgram: Bool {
        switch self {
        case .expression(let value), .give(let value), .leave(let value?),
            .variable(_, let value?):
            value.inside.type.path == "Swift.Never"
        case .branch(_, let first, let second): first.endsProgram && second.endsProgram
        case .choose(_, let cases): cases.allSatisfy(\.body.endsProgram)
        case .attempt(let body, let cases):
            body.endsProgram && cases.allSatisfy(\.body.endsProgram)
        default: false
        }
    }

    /// Whether it may go on elsewhere than after it, but for errors that calls throw.
    fileprivate var mayLeave: Bool { mayLeave(staying: []) }

    /// - Parameter staying: The jumps that lead to a statement around it that counts as well.
    /// - Returns: Whether it may go on elsewhere.
    private func mayLeave(staying: [Jump]) -> Bool {
        func any(_ body: [Statement], staying more: [Jump] = []) -> Bool {
            body.contains { $0.mayLeave(staying: staying + more) }
        }
        return switch self {
        case .jump(let jump, let isLabelled): isLabelled || !staying.contains(jump)
        case .leave, .fail, .unsupported: true
        case .branch(_, let first, let second): any(first + second)
        case .unless(_, let body): any(body)
        case .each(_, _, let body), .loop(_, let body, _): any(body, staying: [.leave, .next])
        case .choose(_, let cases): any(cases.flatMap(\.body), staying: [.leave, .fallThrough])
        case .attempt(let body, let cases): any(body + cases.flatMap(\.body))
        case .expression, .variable, .function, .computed, .weak, .give, .deferred: false
        }
    }

    /// Whether it throws an error, or a call in it may.
    fileprivate var mayThrow: Bool {
        var mayThrow = false
        visit {
            mayThrow = mayThrow || $0.canThrow
        } statement: {
            switch $0 {
            case .fail, .unsupported: mayThrow = true
            default: break
            }
        }
        return mayThrow
    }
}

// MARK: - Variables without a value

extension ArraySlice<Statement> {
    /// Whether the program ends in them where a variable has no value, before they leave or set it.
    func endProgram(without name: String) -> Bool {
        for statement in self {
            if statement.endsProgram(without: name) { return true }
            if statement.mayLeave || statement.sets(name) { return false }
        }
        return false
    }
}

extension Statement {
    fileprivate func endsProgram(without name: String) -> Bool {
        switch self {
        case .expression(let value), .variable(_, let value?), .leave(let value?):
            value.endsProgram(without: name)
        case .unless(let conditions, let body):
            body.endsProgram && conditions.contains { $0.requires(name) }
        case .branch(let conditions, let first, let second):
            second.endsProgram && conditions.contains { $0.requires(name) }
                || first.endsProgram && conditions.count == 1 && conditions[0].compares(name, "==")
        default: false
        }
    }

    fileprivate func sets(_ name: String) -> Bool {
        var sets = false
        visit {
            switch $0.kind {
            case .assign(_, let target), .inOut(let target):
                if target.isVariable(name) { sets = true }
            default: break
            }
        }
        return sets
    }
}

extension Statement.Condition {
    /// Whether it holds only if a variable has a value.
    fileprivate func requires(_ name: String) -> Bool {
        if case .matches(let pattern, let value) = self {
            return pattern.isOfAnyValue && value.isVariable(name)
        }
        return compares(name, "!=")
    }

    fileprivate func compares(_ name: String, _ comparison: String) -> Bool {
        guard case .holds(let test) = self else { return false }
        return test.compares(name, comparison)
    }
}

extension Expression {
    /// Whether it unwraps a variable by `!`, or is a `precondition` that it has a value.
    fileprivate func endsProgram(without name: String) -> Bool {
        switch kind {
        case .forced(let base) where base.isVariable(name): true
        case .call(let callee, let arguments)
        where callee.named?.name == "precondition" && !arguments.isEmpty:
            arguments[0].value.body.compares(name, "!=")
        case .closure, .conditional, .optionalChain, .statement: false
        default: parts.contains { $0.endsProgram(without: name) }
        }
    }

    /// Whether it compares a variable with `nil`.
    fileprivate func compares(_ name: String, _ comparison: String) -> Bool {
        guard case .call(let callee, let arguments) = kind, callee.named?.name == comparison else {
            return false
        }
        return arguments.contains { $0.value.isVariable(name) }
            && arguments.contains { if case .none = $0.value.inside.kind { true } else { false } }
    }

    fileprivate func isVariable(_ name: String) -> Bool {
        switch inside.kind {
        case .local(name): true
        case .reference(let reference): reference.name == name
        default: false
        }
    }
}

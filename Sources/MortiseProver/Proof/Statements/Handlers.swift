// SPDX-License-Identifier: MIT

extension Machine {
    /// What an error in a `do` leads to whose clauses these are: its code, and whether a request that
    /// fails there is handled.
    func handler(of cases: [Statement.Case]) -> Frame.Target.Kind {
        let catching = cases.filter(mayCatchRequests)
        guard let last = catching.firstIndex(where: catchesRequests) else { return .rollback }
        let clauses = catching[...last]
        if clauses.allSatisfy(\.body.endsProgram) { return .ending }
        // What is thrown on is caught by nobody yet.
        return catching[last].body.contains(where: \.throwsItself) ? .rollback : .handler
    }

    /// Whether a clause catches whatever a request throws.
    private func catchesRequests(_ clause: Statement.Case) -> Bool {
        guard !clause.isRestricted else { return false }
        return clause.patterns.isEmpty
            || clause.patterns.contains { pattern in
                if pattern.isIrrefutable { return true }
                guard case .type(let type, let inner) = pattern else { return false }
                return type.path == "Mortise.ResolutionError" && !program.hasOtherErrors
                    && inner?.isIrrefutable != false
            }
    }

    /// Whether a clause may catch what a request throws.
    private func mayCatchRequests(_ clause: Statement.Case) -> Bool {
        func isOther(_ type: SwiftType) -> Bool {
            guard let kind = program.type(type)?.kind else { return false }
            return kind != .protocol
        }
        return clause.patterns.isEmpty
            || !clause.patterns.allSatisfy { pattern in
                switch pattern {
                case .type(let type, _), .enumCase(_, let type, _): isOther(type)
                default: false
                }
            }
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

extension [Statement] {
    /// Whether they end the program on every way: nothing handles what led there.
    var endsProgram: Bool {
        for statement in self {
            if statement.endsProgram { return true }
            if statement.mayLeave { return false }
        }
        return false
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
    fileprivate var mayLeave: Bool {
        switch self {
        case .leave, .fail, .jump, .unsupported: true
        case .branch(_, let first, let second): (first + second).contains(where: \.mayLeave)
        case .unless(_, let body), .each(_, _, let body), .loop(_, let body, _),
            .deferred(let body):
            body.contains(where: \.mayLeave)
        case .choose(_, let cases): cases.flatMap(\.body).contains(where: \.mayLeave)
        case .attempt(let body, let cases):
            (body + cases.flatMap(\.body)).contains(where: \.mayLeave)
        case .expression, .variable, .function, .computed, .weak, .give: false
        }
    }

    /// Whether an error may be thrown by it or by a statement inside.
    fileprivate var throwsItself: Bool {
        switch self {
        case .fail: true
        case .branch(_, let first, let second): (first + second).contains(where: \.throwsItself)
        case .unless(_, let body), .each(_, _, let body), .loop(_, let body, _),
            .deferred(let body):
            body.contains(where: \.throwsItself)
        case .choose(_, let cases): cases.flatMap(\.body).contains(where: \.throwsItself)
        case .attempt(let body, let cases):
            (body + cases.flatMap(\.body)).contains(where: \.throwsItself)
        case .expression(let value), .leave(let value?), .give(let value),
            .variable(_, let value?):
            value.mayThrow
        case .function, .computed, .jump, .weak, .leave(nil), .variable(_, nil): false
        case .unsupported: true
        }
    }
}

extension Expression {
    /// Whether a call in it may throw.
    fileprivate var mayThrow: Bool {
        var mayThrow = false
        visit { mayThrow = mayThrow || $0.canThrow }
        return mayThrow
    }
}

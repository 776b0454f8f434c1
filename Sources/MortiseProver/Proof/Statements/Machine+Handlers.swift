// SPDX-License-Identifier: MIT

// Which failures count as handled, as far as the code around a request decides it.
extension Machine {
    /// What an error meets in a `do` that has these clauses.
    ///
    /// It meets nothing, ``Frame/Target/Kind/rollback``, where a clause may throw it on or no clause
    /// is sure to catch it: what is around the `do` decides then.
    func handler(of cases: [Statement.Case]) -> Frame.Target.Kind {
        let catching = cases.filter(mayCatchRequests)
        guard let last = catching.firstIndex(where: catchesRequests) else { return .rollback }
        let bodies = catching[...last].map(\.body)
        if bodies.allSatisfy(\.endsProgram) { return .ending }
        return bodies.joined().contains(where: \.mayThrow) ? .rollback : .handler
    }

    /// Whether a clause catches whatever a request throws.
    private func catchesRequests(_ clause: Statement.Case) -> Bool {
        guard !clause.isRestricted else { return false }
        return clause.patterns.isEmpty
            || clause.patterns.contains { pattern in
                if pattern.isIrrefutable { return true }
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
    fileprivate var mayLeave: Bool {
        switch self {
        case .leave, .fail, .jump, .unsupported: true
        case .branch(_, let first, let second): (first + second).contains(where: \.mayLeave)
        case .unless(_, let body), .each(_, _, let body), .loop(_, let body, _):
            body.contains(where: \.mayLeave)
        case .choose(_, let cases): cases.flatMap(\.body).contains(where: \.mayLeave)
        case .attempt(let body, let cases):
            (body + cases.flatMap(\.body)).contains(where: \.mayLeave)
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

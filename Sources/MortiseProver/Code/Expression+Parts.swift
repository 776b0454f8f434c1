// SPDX-License-Identifier: MIT

extension Expression {
    /// The expressions that are a part of it, itself first, with those in the bodies of closures.
    ///
    /// - Parameters:
    ///   - see: Is given each of them.
    ///   - statement: Is given each statement on the way.
    func visit(_ see: (Expression) -> Void, statement: (Statement) -> Void = { _ in }) {
        see(self)
        for part in parts { part.visit(see, statement: statement) }
        switch kind {
        case .closure(let closure):
            for one in closure.body { one.visit(see, statement: statement) }
        case .statement(let one): one.visit(see, statement: statement)
        default: break
        }
    }

    /// The expressions that are directly a part of it, those in statements not among them.
    var parts: [Expression] {
        switch kind {
        case .call(let callee, let arguments): [callee] + arguments.map(\.value)
        case .member(let base, _), .element(let base, _), .forcedTry(let base),
            .optionalTry(let base), .bindOptional(let base), .optionalChain(let base),
            .forced(let base), .cast(let base, _, _), .converted(let base), .inOut(let base),
            .typeOf(let base):
            [base]
        case .closure(let closure): closure.captures.map(\.value)
        case .array(let elements), .text(let elements), .other(let elements),
            .unsupported(_, let elements):
            elements
        case .dictionary(let pairs): pairs.flatMap { [$0.key, $0.value] }
        case .tuple(let elements): elements.map(\.value)
        case .conditional(let condition, let first, let second): [condition, first, second]
        case .assign(let value, let target): [value, target]
        case .reference, .local, .enumCase, .typeValue, .string, .integer, .boolean, .none, .magic,
            .keyPath, .statement, .defaultArgument, .error:
            []
        }
    }
}

extension Statement {
    /// The expressions in it, with those in the statements inside.
    ///
    /// - Parameters:
    ///   - see: Is given each of them.
    ///   - statement: Is given each statement, itself first.
    func visit(_ see: (Expression) -> Void, statement: (Statement) -> Void = { _ in }) {
        statement(self)
        func all(_ statements: [Statement]) {
            for one in statements { one.visit(see, statement: statement) }
        }
        func conditions(_ conditions: [Condition]) {
            for condition in conditions {
                switch condition {
                case .holds(let expression): expression.visit(see, statement: statement)
                case .matches(let pattern, let expression):
                    pattern.visit(see, statement: statement)
                    expression.visit(see, statement: statement)
                case .available: continue
                }
            }
        }
        func cases(_ cases: [Case]) {
            for clause in cases {
                for pattern in clause.patterns { pattern.visit(see, statement: statement) }
                for restriction in clause.restrictions {
                    restriction?.visit(see, statement: statement)
                }
                all(clause.body)
            }
        }
        switch self {
        case .expression(let value), .fail(let value), .give(let value):
            value.visit(see, statement: statement)
        case .variable(_, let value), .leave(let value): value?.visit(see, statement: statement)
        case .function(let function): all(function.body ?? [])
        case .computed(let getter, let setter): all((getter.body ?? []) + (setter?.body ?? []))
        case .branch(let tests, let first, let second):
            conditions(tests)
            all(first)
            all(second)
        case .unless(let tests, let body), .loop(let tests, let body, _):
            conditions(tests)
            all(body)
        case .choose(let subject, let clauses):
            subject.visit(see, statement: statement)
            cases(clauses)
        case .each(_, let sequence, let body):
            sequence.visit(see, statement: statement)
            all(body)
        case .attempt(let body, let clauses):
            all(body)
            cases(clauses)
        case .deferred(let body): all(body)
        case .jump, .weak: return
        case .unsupported(_, let parts, _):
            for part in parts { part.visit(see, statement: statement) }
        }
    }
}

extension Pattern {
    /// The expressions in it.
    func visit(_ see: (Expression) -> Void, statement: (Statement) -> Void = { _ in }) {
        for value in values { value.visit(see, statement: statement) }
    }

    /// The values that something must be equal to, in order.
    var values: [Expression] {
        switch self {
        case .name, .any, .boolean: []
        case .tuple(let patterns): patterns.flatMap(\.values)
        case .some(let inner): inner.values
        case .enumCase(_, _, let inner), .type(_, let inner): inner?.values ?? []
        case .value(let expression): [expression]
        }
    }

    /// The names that it binds.
    var names: [String] {
        switch self {
        case .name(let name): [name]
        case .any, .boolean, .value: []
        case .tuple(let patterns): patterns.flatMap(\.names)
        case .some(let inner): inner.names
        case .enumCase(_, _, let inner), .type(_, let inner): inner?.names ?? []
        }
    }
}

// SPDX-License-Identifier: MIT

@testable import MortiseProver

/// The model as short text, one statement or declaration a line.
struct ModelText {
    private(set) var lines: [String] = []
    private var depth = 0

    /// The text of all declarations and statements of a file.
    static func text(of file: SourceFile, implicit: Bool = false) -> String {
        var text = ModelText()
        for type in file.types { text.add(type) }
        for extended in file.extensions { text.line("extension \(short(extended.extended))") }
        for variable in file.variables { text.add(variable) }
        for function in file.functions where implicit || !function.isImplicit {
            text.add(function)
        }
        if !file.topLevel.isEmpty { text.block("top level", file.topLevel) }
        if !file.errors.isEmpty { text.line("\(file.errors.count) errors") }
        return text.lines.joined(separator: "\n")
    }

    private mutating func line(_ text: String) {
        lines.append(String(repeating: "  ", count: depth) + text)
    }

    private mutating func block(_ heading: String, _ body: [Statement]) {
        line("\(heading):")
        depth += 1
        for statement in body { add(statement) }
        depth -= 1
    }

    static func short(_ type: SwiftType) -> String {
        switch type {
        case .nominal(let path, let arguments):
            let name = path.dropFirst().map(\.name).joined(separator: ".")
            return arguments.isEmpty ? name : "\(name)<\(list(arguments.map(short)))>"
        case .existential(let protocols, let superclass, let isClassBound):
            var names = protocols.map { $0.dropFirst().map(\.name).joined(separator: ".") }
            if let superclass { names.insert(short(superclass), at: 0) }
            if isClassBound, superclass == nil { names.append("AnyObject") }
            return names.isEmpty ? "Any" : "any \(names.joined(separator: " & "))"
        case .parameterized(let type, let requirements):
            let texts = requirements.map { "\($0.name) == \(short($0.type))" }
            return "\(short(type))<\(texts.joined(separator: ", "))>"
        case .function(let function):
            return "(\(list(function.parameters.map(short)))) -> \(short(function.result))"
        case .tuple(let elements):
            return "(\(list(elements.map { ($0.label.map { "\($0): " } ?? "") + short($0.type) })))"
        case .metatype(let type): return "\(short(type)).Type"
        case .pack(let types): return "Pack{\(list(types.map(short)))}"
        case .parameter(let parameter): return "τ\(parameter.depth)\(parameter.index)"
        case .dependent(let text), .opaque(let text): return text
        case .dynamic(let type): return "dynamic \(short(type))"
        case .unknown(let text): return "?\(text)"
        }
    }

    private static func list(_ texts: [String]) -> String { texts.joined(separator: ", ") }
}

// MARK: - Declarations

extension ModelText {
    private mutating func add(_ type: NominalType) {
        let raw = type.cases.map { element in
            element.name + (element.rawValue.map { " = \(self.text($0))" } ?? "")
        }
        var text = "\(type.kind) \(Self.short(type.type))"
        if let superclass = type.superclass { text += ": \(Self.short(superclass))" }
        if type.isMain { text += " main" }
        if type.isPublic { text += " public" }
        if !raw.isEmpty { text += " [\(raw.joined(separator: ", "))]" }
        line("\(text) stored \(type.stored.count)")
    }

    private mutating func add(_ variable: Variable) {
        var text = variable.isStatic ? "static " : ""
        text += variable.isMutable ? "var " : "let "
        if let owner = variable.owner { text += "\(Self.short(owner))." }
        text += "\(variable.name): \(Self.short(variable.type))"
        for attribute in variable.attributes {
            text += " @\(Self.short(attribute.type))(\(arguments(attribute.arguments)))"
        }
        if variable.getter != nil { text += " get" }
        if variable.setter != nil { text += " set" }
        if !variable.observers.isEmpty { text += " observed" }
        if variable.isPublic { text += " public" }
        if variable.isTopLevel { text += " top" }
        if let value = variable.initialValue { text += " = \(self.text(value))" }
        line(text)
    }

    private mutating func add(_ function: Function) {
        let head = self.head(function)
        if let body = function.body { block(head, body) } else { line(head) }
    }

    private func head(_ function: Function) -> String {
        var head = function.isStatic ? "static func " : "func "
        if let owner = function.owner { head += "\(Self.short(owner))." }
        let parameters = function.parameters.map(text)
        head += "\(function.name)(\(parameters.joined(separator: ", ")))"
        head += " -> \(Self.short(function.result))"
        if function.isAsync { head += " async" }
        if function.isMainActor { head += " main" }
        if function.isPublic { head += " public" }
        if function.overrides != nil { head += " overrides" }
        return head
    }

    private func text(_ parameter: Function.Parameter) -> String {
        let label = parameter.label ?? "_"
        let name = label == parameter.name ? label : "\(label) \(parameter.name)"
        let value = parameter.defaultValue.map { " = \(text($0))" } ?? ""
        return "\(name): \(Self.short(parameter.type))\(value)"
    }
}

// MARK: - Statements

extension ModelText {
    private mutating func add(_ statement: Statement) {
        switch statement {
        case .expression(let expression): line(text(expression))
        case .variable(let pattern, let value):
            line("let \(text(pattern))" + (value.map { " = \(text($0))" } ?? ""))
        case .function(let function): add(function)
        case .computed(let getter, let setter):
            block("computed \(getter.name)", getter.body ?? [])
            if let setter, !setter.isImplicit { block("set \(getter.name)", setter.body ?? []) }
        case .branch(let conditions, let first, let second):
            block("if \(text(conditions))", first)
            if !second.isEmpty { block("else", second) }
        case .unless(let conditions, let body): block("guard \(text(conditions)) else", body)
        case .choose(let value, let cases):
            line("switch \(text(value)):")
            add(cases)
        case .each(let pattern, let sequence, let body):
            block("for \(text(pattern)) in \(text(sequence))", body)
        case .loop(let conditions, let body, let runsFirst):
            block("\(runsFirst ? "repeat while" : "while") \(text(conditions))", body)
        case .attempt(let body, let cases):
            block("do", body)
            add(cases)
        case .deferred(let body): block("defer", body)
        case .leave(let value): line("return" + (value.map { " \(text($0))" } ?? ""))
        case .fail(let error): line("throw \(text(error))")
        case .jump(let jump, let isLabelled):
            line("\(jump)\(isLabelled ? " label" : "")")
        case .weak(let name): line("weak \(name)")
        case .give(let value): line("then \(text(value))")
        case .unsupported(let kind, let parts, _):
            line("\(kind)(\(parts.map(text).joined(separator: ", ")))")
        }
    }

    private mutating func add(_ cases: [Statement.Case]) {
        for clause in cases {
            var head = "case \(clause.patterns.map(text).joined(separator: ", "))"
            if clause.patterns.isEmpty { head = "default" }
            for condition in clause.restrictions.compactMap(\.self) {
                head += " where \(text(condition))"
            }
            block(head, clause.body)
        }
    }

    private func text(_ conditions: [Statement.Condition]) -> String {
        conditions.map { condition in
            switch condition {
            case .holds(let value): text(value)
            case .matches(let pattern, let value): "\(text(pattern)) = \(text(value))"
            case .available: "#available"
            }
        }
        .joined(separator: ", ")
    }

    private func text(_ pattern: Pattern) -> String {
        switch pattern {
        case .name(let name): name
        case .any: "_"
        case .tuple(let patterns): "(\(patterns.map(text).joined(separator: ", ")))"
        case .some(let pattern): "\(text(pattern))?"
        case .enumCase(let name, let type, let payload):
            "\(Self.short(type)).\(name)" + (payload.map { "(\(text($0)))" } ?? "")
        case .value(let value): "==\(text(value))"
        case .type(let type, let pattern):
            "is \(Self.short(type))" + (pattern.map { " \(text($0))" } ?? "")
        case .boolean(let value): "\(value)"
        }
    }

    /// Statements on one line.
    private func inline(_ statements: [Statement]) -> String {
        var inner = ModelText()
        for statement in statements { inner.add(statement) }
        return inner.lines.map { String($0.drop { $0 == " " }) }.joined(separator: "; ")
    }
}

// MARK: - Expressions

extension ModelText {
    func text(_ expression: Expression) -> String { text(expression.kind) }

    private func arguments(_ arguments: [Expression.Argument]) -> String {
        arguments.map { argument in
            (argument.label.map { "\($0): " } ?? "") + (argument.isInout ? "&" : "")
                + text(argument.value)
        }
        .joined(separator: ", ")
    }

    private func text(_ reference: Reference) -> String {
        let arguments = reference.substitutions
            .sorted { ($0.key.depth, $0.key.index) < ($1.key.depth, $1.key.index) }
            .map { Self.short($0.value) }
        return arguments.isEmpty
            ? reference.name : "\(reference.name)<\(arguments.joined(separator: ", "))>"
    }

    private func list(_ parts: [Expression]) -> String { parts.map(text).joined(separator: ", ") }

    private func text(_ kind: Expression.Kind) -> String {
        switch kind {
        case .call(let function, let arguments):
            return "\(text(function))(\(self.arguments(arguments)))"
        case .reference(let reference): return "$\(text(reference))"
        case .local(let name): return name
        case .member(let base, let reference): return "\(text(base)).\(text(reference))"
        case .enumCase(let reference): return ".\(text(reference))"
        case .closure(let closure): return text(closure)
        case .typeValue(let type): return Self.short(type)
        case .typeOf(let inside): return "type(of: \(text(inside)))"
        case .string(let value): return "\"\(value)\""
        case .text(let parts): return "text(\(list(parts)))"
        case .integer(let value): return "\(value)"
        case .boolean(let value): return "\(value)"
        case .none: return "nil"
        case .magic(let name): return "#\(name)"
        case .array(let elements): return "[\(list(elements))]"
        case .dictionary(let pairs):
            let texts = pairs.map { "\(text($0.key)): \(text($0.value))" }
            return "[\(texts.joined(separator: ", "))]"
        case .tuple(let elements):
            let texts = elements.map { ($0.label.map { "\($0): " } ?? "") + text($0.value) }
            return "(\(texts.joined(separator: ", ")))"
        case .element(let base, let index): return "\(text(base)).\(index)"
        case .keyPath(let path):
            return "\\" + (path.map { $0.map { ".\(text($0))" }.joined() } ?? "?")
        case .conditional(let condition, let first, let second):
            return "\(text(condition)) ? \(text(first)) : \(text(second))"
        case .statement(let statement): return "{\(inline([statement]))}"
        case .assign(let value, let target): return "\(text(target)) = \(text(value))"
        case .forcedTry(let inside): return "try! \(text(inside))"
        case .optionalTry(let inside): return "try? \(text(inside))"
        case .bindOptional(let inside): return "\(text(inside))?"
        case .optionalChain(let inside): return "chain(\(text(inside)))"
        case .forced(let inside): return "\(text(inside))!"
        case .cast(let inside, let type, let cast):
            return "(\(text(inside)) \(cast) \(Self.short(type)))"
        case .converted(let inside): return "^\(text(inside))"
        case .defaultArgument(let reference, let number):
            return "default\(number)<\(reference.name)>"
        case .error: return "error"
        case .inOut(let inside): return text(inside)
        case .other(let parts): return "other(\(list(parts)))"
        case .unsupported(let kind, let parts): return "\(kind)(\(list(parts)))"
        }
    }

    private func text(_ closure: Expression.Closure) -> String {
        var head = closure.isImplicit ? "auto" : ""
        if closure.isAsync { head += " async" }
        if closure.isMainActor { head += " main" }
        if !closure.captures.isEmpty {
            let captures = closure.captures.map { "\($0.name) = \(text($0.value))" }
            head += " [\(captures.joined(separator: ", "))]"
        }
        if !closure.parameters.isEmpty {
            head += " \(closure.parameters.map(\.name).joined(separator: ", ")) in"
        }
        return "{\(head.isEmpty ? "" : "\(head) ")\(inline(closure.body))}"
    }
}

// SPDX-License-Identifier: MIT

public import MortiseGraph

extension Container {
    /// Checks the definitions for mistakes, and reports all of them together.
    ///
    /// It builds nothing, runs no user code, needs no arguments, and changes nothing. It knows only
    /// the dependencies in ``graph``; ``Validation/notVerified`` lists the definitions whose
    /// factories hide theirs.
    ///
    /// ```swift
    /// #expect(container.validate().isValid)
    /// ```
    ///
    /// - Returns: All findings.
    /// - Complexity: O(*n* log *n* + *e*) for *n* definitions and *e* dependencies.
    public func validate() -> Validation {
        let protocols = parameterTypes
        let rules = GraphRules.all { key in
            protocols[key.type].map { self.conformingKeys(to: $0) } ?? []
        }
        return Validation(findings: graph.findings(rules: rules) + unmatchedSubstitutes())
    }
}

/// The findings of ``Container/validate()``.
public struct Validation: Sendable, CustomStringConvertible {
    /// All findings, in the order of the rules.
    public let findings: [Diagnostic]

    package init(findings: [Diagnostic]) { self.findings = findings }

    /// The mistakes.
    public var errors: [Diagnostic] { findings.filter { $0.severity == .error } }

    /// The possible mistakes.
    public var warnings: [Diagnostic] { findings.filter { $0.severity == .warning } }

    /// The definitions whose factories hide their dependencies, or may be meant to take arguments.
    public var notVerified: [Diagnostic] { findings.filter { $0.severity == .note } }

    /// Whether there are no mistakes, as far as is known.
    public var isValid: Bool { errors.isEmpty }

    /// All findings as text, one after the other, or one line that says there are none.
    public var description: String {
        findings.isEmpty
            ? "No findings" : findings.map { $0.rendered() }.joined(separator: "\n\n")
    }

    /// Throws if there are mistakes.
    ///
    /// - Throws: This value as an error, whose text lists all findings.
    public func check() throws(ValidationError) {
        if !isValid { throw ValidationError(validation: self) }
    }
}

/// The failed validation of a container.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
    /// The findings.
    public let validation: Validation

    /// All findings as text.
    public var description: String { validation.description }
}

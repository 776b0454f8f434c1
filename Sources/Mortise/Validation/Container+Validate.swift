// SPDX-License-Identifier: MIT

public import MortiseGraph

extension Container {
    /// Looks for mistakes in what is registered, and reports all of them at once.
    ///
    /// Builds nothing, runs no user code, needs no arguments, and changes nothing. What it can know
    /// is what ``graph`` knows; definitions whose factories hide their dependencies are listed in
    /// ``Validation/notVerified``.
    ///
    /// ```swift
    /// #expect(container.validate().isValid)
    /// ```
    ///
    /// - Returns: All findings.
    /// - Complexity: O(*n* + *e*) for *n* definitions and *e* dependencies.
    public func validate() -> Validation {
        let protocols = parameterTypes
        let rules = GraphRules.all { key in
            protocols[key.type].map { self.conformingKeys(to: $0) } ?? []
        }
        return Validation(findings: graph.findings(rules: rules) + unmatchedSubstitutes())
    }
}

/// What ``Container/validate()`` found.
public struct Validation: Sendable, CustomStringConvertible {
    /// Everything that was found, in the order of the rules.
    public let findings: [Diagnostic]

    package init(findings: [Diagnostic]) { self.findings = findings }

    /// What is wrong.
    public var errors: [Diagnostic] { findings.filter { $0.severity == .error } }

    /// What may be wrong.
    public var warnings: [Diagnostic] { findings.filter { $0.severity == .warning } }

    /// The definitions whose factories hide what they need, or may be meant to take arguments.
    public var notVerified: [Diagnostic] { findings.filter { $0.severity == .note } }

    /// Whether nothing is wrong as far as can be known.
    public var isValid: Bool { errors.isEmpty }

    /// All findings as text, one after the other; a line that says so if there are none.
    public var description: String {
        findings.isEmpty
            ? "No findings" : findings.map { $0.rendered() }.joined(separator: "\n\n")
    }

    /// Throws if anything is wrong.
    ///
    /// - Throws: This value as an error, whose text lists all findings.
    public func check() throws(ValidationError) {
        if !isValid { throw ValidationError(validation: self) }
    }
}

/// A container did not pass its validation.
public struct ValidationError: Error, Sendable, CustomStringConvertible {
    /// What was found.
    public let validation: Validation

    /// All findings as text.
    public var description: String { validation.description }
}

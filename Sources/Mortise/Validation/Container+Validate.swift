// SPDX-License-Identifier: MIT

public import MortiseGraph
import Synchronization

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
        let rules = GraphRules.all(
            conforming: conformingKeys(),
            conformances: { self.conformances(of: $0) },
            opened: { self.openScopes }
        )
        return Validation(findings: graph.findings(rules: rules) + unmatchedSubstitutes())
    }
}

extension Container {
    /// The names of the scopes that are open in this container, in those that it searches, and inside
    /// of them.
    private var openScopes: Set<String> {
        var names: Set<String> = []
        var waiting = allInOrder
        while let container = waiting.popLast() {
            if case .scope(let name) = container.role { names.insert(name.description) }
            // Released outside the lock.
            waiting += container.state.withLock { $0.children.lastFirst }
        }
        return names
    }

    /// The findings about definitions of this container that are marked as replacing, but replace
    /// nothing, and about its decorators that decorate nothing.
    package var vainDefinitions: [Diagnostic] {
        let decorators = vain(
            { EveryDecoratorDecorates(conforming: $0.conformingKeys()).findings(in: $1) },
            among: { $0.kind == .decorator }
        )
        return (vainReplacements + decorators).map(\.finding)
    }

    private var vainReplacements: [(finding: Diagnostic, slot: Slot)] {
        vain(
            {
                // One that replaces some requests only is no vain one.
                EveryReplacementReplaces(conformances: $0.conformances).findings(in: $1)
                    .filter { $0.severity == .error }
            },
            among: { $0.existingDetails?.replacing != nil }
        )
    }

    private func vain(
        _ rule: (Container, Graph) -> [Diagnostic],
        among isMeant: (Slot) -> Bool
    ) -> [(finding: Diagnostic, slot: Slot)] {
        let meant = state.withLock { $0.slots.filter(isMeant) }
        guard !meant.isEmpty else { return [] }
        return rule(self, graph).compactMap { finding in
            let slot = meant.first { slot in
                finding.path.contains { $0.key == slot.nodeKey && $0.site == slot.site }
            }
            return slot.map { (finding, $0) }
        }
    }

    /// Tells the observers of this container, and of those that it searches next, which of its
    /// definitions replace nothing although they are marked so.
    func reportVainReplacements() {
        let observed = ([self] + sourcesInOrder).filter { $0.isObserved.load(ordering: .acquiring) }
        guard !observed.isEmpty else { return }
        for (_, slot) in vainReplacements {
            for container in observed { container.report(.nothingToReplace, slot) }
        }
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

    /// How many factories were not seen yet, and the definitions that may be meant to take arguments.
    public var notVerified: [Diagnostic] { findings.filter { $0.code == .notProven } }

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

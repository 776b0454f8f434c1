// SPDX-License-Identifier: MIT

/// A condition on a graph that can be checked without running anything.
///
/// A rule is named after the condition that a correct graph meets. To add a rule, add a file for
/// it, a test suite and a golden file, and list it in ``GraphRules/all``.
public protocol GraphRule: Sendable {
    /// The code of the rule's findings.
    ///
    /// A rule may report a closely related code as well, and says so in its documentation.
    var code: DiagnosticCode { get }

    /// Reports every violation of this rule.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of their definitions. Empty if there are none.
    func findings(in graph: Graph) -> [Diagnostic]
}

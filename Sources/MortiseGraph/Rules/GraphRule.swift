// SPDX-License-Identifier: MIT

/// A question about a graph that can be answered without running anything.
///
/// A rule is named after what is true when all is well. To add one, add a file for it, a test suite
/// and a golden file, and list it in ``GraphRules/all``.
public protocol GraphRule: Sendable {
    /// The code of what this rule reports.
    ///
    /// A rule may report a closely related code as well, and says so in its documentation.
    var code: DiagnosticCode { get }

    /// Reports everything this rule objects to.
    ///
    /// - Parameter graph: The graph to examine.
    /// - Returns: The findings in the order of the definitions they are about. Empty when all is
    ///   well.
    func findings(in graph: Graph) -> [Diagnostic]
}

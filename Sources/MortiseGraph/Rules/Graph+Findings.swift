// SPDX-License-Identifier: MIT

extension Graph {
    /// Applies rules to the graph.
    ///
    /// - Parameter rules: The rules to apply.
    /// - Returns: The findings in the order of the rules, each only once.
    /// - Complexity: The sum of the rules' complexities.
    public func findings(rules: [any GraphRule] = GraphRules.all) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return rules.flatMap { $0.findings(in: self) }.filter { seen.insert($0).inserted }
    }
}

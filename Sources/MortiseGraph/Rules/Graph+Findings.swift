// SPDX-License-Identifier: MIT

extension Graph {
    /// Reports everything that rules object to.
    ///
    /// - Parameter rules: The rules to follow.
    /// - Returns: The findings in the order of the rules, each only once.
    /// - Complexity: That of the rules.
    public func findings(rules: [any GraphRule] = GraphRules.all) -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return rules.flatMap { $0.findings(in: self) }.filter { seen.insert($0).inserted }
    }
}

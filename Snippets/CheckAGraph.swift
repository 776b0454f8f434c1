// SPDX-License-Identifier: MIT

// Finds mistakes in a hand-written graph.

// snippet.check
import MortiseGraph

let graph = Graph([
    Graph.Node(
        Key("App.Screen"),
        site: SourceSite(file: "App/Wiring.swift", line: 20),
        dependencies: [Dependency(Key("any App.Clock")), Dependency(Key("App.Session"))]
    ),
    Graph.Node(
        Key("any App.Clock", tag: "monotonic"),
        site: SourceSite(file: "App/Wiring.swift", line: 31)
    ),
    Graph.Node(
        Key("App.Session"),
        lifetime: .shared,
        site: SourceSite(file: "App/Wiring.swift", line: 40)
    ),
])

for finding in graph.findings() {
    print(finding)
}
// snippet.end
check(graph.findings().map(\.code) == [.missingBinding])

// snippet.draw
print(graph.text(), terminator: "")
print(graph.dot(), terminator: "")  // For Graphviz.
print(graph.mermaid(), terminator: "")  // For Markdown.
print(graph.json(), terminator: "")  // For programs.
// snippet.end
check(graph.text().contains("any Clock  (not registered)"))

// snippet.rule
struct EverySessionIsShared: GraphRule {
    let code = DiagnosticCode.captiveDependency

    func findings(in graph: Graph) -> [Diagnostic] {
        graph.nodes.filter { $0.key.type == "App.Session" && $0.lifetime != .shared }.map { node in
            Diagnostic(
                code,
                fact: "\(node.key) is \(node.lifetime)",
                path: [Diagnostic.Step(node.key, at: node.site)],
                hint: "make it shared"
            )
        }
    }
}

let findings = graph.findings(rules: GraphRules.all + [EverySessionIsShared()])
// snippet.end
check(findings.count == 1)

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}

// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A dependency that a provider resolves later` {
    private let holder = Graph.Node(screen, dependencies: [Dependency(store, kind: .deferred)])

    private func wired(_ arguments: TypeName...) -> Graph.Node {
        Graph.Node(
            Key(store.type, arguments: arguments),
            dependencies: arguments.map { Dependency(Key($0)) },
            wiring: .byClosure
        )
    }

    @Test func `may be provided with arguments only`() {
        let graph = Graph([holder, Graph.Node(Key(store.type, arguments: ["Swift.Int"]))])

        #expect(graph.findings().isEmpty)
    }

    @Test func `does not require its parameters`() {
        let findings = Graph([holder, wired("Swift.Int")]).findings()

        #expect(findings.filter { $0.severity == .error }.isEmpty)
    }

    @Test func `does not require a choice between its definitions`() {
        let findings = Graph([holder, wired("Swift.Int"), wired("Swift.String")]).findings()

        #expect(findings.filter { $0.severity == .error }.isEmpty)
    }

    @Test func `must have some definition`() {
        #expect(Graph([holder]).findings().map(\.code) == [.missingBinding])
    }
}

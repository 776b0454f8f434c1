// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A graph of ten thousand` {
    private static let count = 10_000

    /// A chain in which each definition needs the next; in a ring, the last needs the first.
    private static func chain(isRing: Bool, kind: Dependency.Kind = .constructor) -> Graph {
        let keys = (0..<count).map { Key(TypeName("App.Type\($0)")) }
        return Graph(
            keys.indices.map { index in
                let next = index + 1 < count ? keys[index + 1] : isRing ? keys[0] : nil
                return Graph.Node(
                    keys[index],
                    lifetime: index == 0 && !isRing
                        ? .singleton : index == count - 1 && !isRing ? .scoped("request") : .unique,
                    site: line(index + 1),
                    dependencies: next.map { [Dependency($0, kind: kind)] } ?? []
                )
            }
        )
    }

    @Test(arguments: GraphRules.all.indices)
    func `is checked on a small stack`(rule: Int) async {
        let findings = await onSmallStack {
            GraphRules.all[rule].findings(in: Self.chain(isRing: false))
        }

        let expected = GraphRules.all[rule].code == .captiveDependency ? 1 : 0
        #expect(findings.count == expected)
        #expect(findings.allSatisfy { $0.rendered().contains("… 9 984 more …") })
    }

    @Test(arguments: [Dependency.Kind.constructor, .property])
    func `that is a ring is one cycle`(kind: Dependency.Kind) async throws {
        let findings = await onSmallStack {
            EveryCycleHasAProperty().findings(in: Self.chain(isRing: true, kind: kind))
        }

        try #require(findings.count == 1)
        #expect(findings[0].path.count == Self.count + 1)
        #expect(findings[0].rendered().contains("… 9 985 more …"))
    }

    @Test(.timeLimit(.minutes(15)))
    func `that could all be auto-wired is one ambiguity`() {
        let graph = Graph(
            (0..<Self.count).map { number in
                Graph.Node(
                    Key("App.Link", arguments: [TypeName("App.Type\(number)")]),
                    wiring: .byReference
                )
            }
        )

        let findings = EveryLookupIsUnambiguous().findings(in: graph)

        #expect(findings.map(\.path.count) == [Self.count + 1])
    }

    @Test(arguments: [true, false])
    func `is drawn on a small stack`(isRing: Bool) async {
        let sizes = await onSmallStack {
            let graph = Self.chain(isRing: isRing)
            return [graph.text(), graph.dot(), graph.mermaid(), graph.json()].map(\.utf8.count)
        }

        for size in sizes {
            #expect(size > 10 * Self.count)
            #expect(size < 1_000 * Self.count)
        }
    }
}

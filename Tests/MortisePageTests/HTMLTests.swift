// SPDX-License-Identifier: MIT

import MortiseGraph
import MortisePage
import Testing

@Suite struct `A page` {
    private static let hostile = [
        "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "-->", "\"'`&",
        "\u{2028}\u{2029}", "\u{202E}\u{2066}",
    ]

    @Test(arguments: hostile) func `has no name that is read as code`(name: String) {
        let graph = Graph(
            [
                Graph.Node(
                    Key(TypeName("App.\(name)"), tag: .text(name)),
                    dependencies: [
                        Dependency(Key(TypeName("Other.\(name)")))
                    ]
                )
            ],
            containers: [Graph.Container(name), Graph.Container("two")]
        )
        let plain = Graph(
            [Graph.Node(Key("App.A", tag: "a"), dependencies: [Dependency(Key("Other.A"))])],
            containers: [Graph.Container("one"), Graph.Container("two")]
        )

        let page = graph.html(title: name)

        #expect(page.count { $0 == "<" } == plain.html(title: "a").count { $0 == "<" })
        for scalar in ["\u{2028}", "\u{2029}", "\u{202E}", "\u{2066}"] as [Unicode.Scalar] {
            #expect(!page.unicodeScalars.contains(scalar))
        }
    }

    @Test func `of equal graphs is equal`() {
        let graph = Graph([Graph.Node(Key("App.A"), dependencies: [Dependency(Key("App.B"))])])

        #expect(graph.html() == graph.html())
        #expect(graph.html().contains("missing-binding"))
    }
}

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

    @Test func `tells how often a definition was made, and in what time`() {
        let site = SourceSite(file: "App/Wiring.swift", line: 3)
        let graph = Graph([
            Graph.Node(Key("App.A"), site: site), Graph.Node(Key("App.A"), isDecorator: true),
        ])
        var times = BuildTimes()
        times.note(Key("App.A"), at: site, took: .nanoseconds(3_000))
        times.note(Key("App.A"), at: site, took: .nanoseconds(5_000))
        times.note(Key("App.A"), at: SourceSite(file: "App/Old.swift", line: 3), took: .seconds(9))
        times.note(Key("App.B"), at: site, took: .seconds(Int64.max))

        let page = graph.html(builds: times)

        #expect(page.ranges(of: #""made": [2, 8000, 5000]"#).count == 1)
        #expect(page.ranges(of: #""made": [0, 0, 0]"#).count == 1)
        #expect(graph.html().ranges(of: #""made""#).isEmpty)
    }

    @Test func `of equal graphs is equal`() {
        let graph = Graph([Graph.Node(Key("App.A"), dependencies: [Dependency(Key("App.B"))])])

        #expect(graph.html() == graph.html())
        #expect(graph.html().contains("missing-binding"))
    }
}

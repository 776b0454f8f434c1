// SPDX-License-Identifier: MIT

import MortiseGraph
import MortisePage
import MortiseTestSupport
import Testing

@Suite struct `The data of a page` {
    private func site(_ line: Int) -> SourceSite {
        SourceSite(file: "App/Wiring.swift", line: line)
    }

    @Test func `has areas, boxes of every kind, arrows and findings`() throws {
        let clock = Key("App.Clock")
        let list = Key("Swift.Array<App.Route>")
        let graph = Graph(
            [
                Graph.Node(clock, lifetime: .singleton, site: site(1)),
                Graph.Node(clock, site: site(2), isDecorator: true),
                Graph.Node(
                    Key("App.Route"),
                    site: site(3),
                    dependencies: [Dependency(clock)],
                    isContributing: true
                ),
                Graph.Node(list, collecting: TypeName("App.Route"), by: nil, container: 0),
                Graph.Node(
                    Key("App.User"),
                    lifetime: .scoped("request"),
                    site: site(5),
                    container: 1,
                    input: .required
                ),
                Graph.Node(
                    Key("App.Handler"),
                    lifetime: .scoped("request"),
                    site: site(6),
                    container: 1,
                    dependencies: [
                        Dependency(Key("App.User")), Dependency(list), Dependency(Key("App.Gone")),
                    ]
                ),
                Graph.Node(clock, site: site(7), container: 2),
            ],
            containers: [
                Graph.Container("app"),
                Graph.Container("request", sources: [0], role: .scope("request")),
                Graph.Container("test", sources: [0], role: .overlay),
            ]
        )

        try expectGolden(PageData(graph, title: "App").json.rendered(), "page-data.json")
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph

/// A graph with one node of each kind.
let drawnGraph = Graph(
    [
        Graph.Node(screen, site: line(20), dependencies: needs(presenter, store)),
        Graph.Node(
            presenter,
            lifetime: .shared,
            site: line(12),
            dependencies: [
                Dependency(store), Dependency(screen, kind: .deferred), Dependency(clock),
                Dependency(Key("App.Theme"), isOptional: true),
            ]
        ),
        Graph.Node(
            store,
            lifetime: .singleton,
            site: line(3),
            dependencies: [Dependency(api), Dependency(presenter, kind: .property)]
        ),
        Graph.Node(api, site: line(4), container: 1, forwardsTo: Key("App.Client")),
        Graph.Node(Key("App.Client"), lifetime: .scoped("request"), site: line(4), container: 1),
        Graph.Node(
            Key("any App.Link", arguments: ["App.URL", "Swift.Int"], tag: "fast"),
            container: 1,
            dependencies: needs(Key("App.URL"), Key("Swift.Int")),
            wiring: .byClosure
        ),
    ],
    containers: [Graph.Container("app", sources: [1]), Graph.Container("network")]
)

/// A graph whose names try to break out of every format.
let hostileGraph = Graph(
    [
        Graph.Node(
            Key(
                "App.`quote \" back \\ ; # } ] | <b> &amp; \u{7} \r\n end`",
                tag: "\"]\n--> x[\u{1F}é🧷"
            ),
            lifetime: .scoped("\\\" {x}\u{2028}"),
            site: SourceSite(file: "A\"pp/W\\iring.swift", line: 1),
            dependencies: needs(Key("App.Missing<\"\\>"))
        )
    ],
    containers: [Graph.Container("one \"]; end\n"), Graph.Container("two\\")]
)

// SPDX-License-Identifier: MIT

import Foundation
import MortiseGraph
import MortisePage
import MortiseTestSupport
import Testing

/// Writes pages for `make page`, which opens them in a browser.
@Suite struct `Pages for a browser` {
    private static let folder = ProcessInfo.processInfo.environment["MORTISE_PAGES"]

    @Test(.enabled(if: folder != nil)) func `are written where make page looks for them`() throws {
        let folder = URL(filePath: try #require(Self.folder))
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let hostile = "</script><img src=x onerror=alert(1)>\"'`&-->\u{2028}"
        var pages = [
            "40": Self.random(40).html(),
            "timed": Self.timed(),
            "300": Self.random(300).html(),
            "3000": Self.random(3_000).html(),
            "hostile": Graph(
                [
                    Graph.Node(Key(TypeName("App.\(hostile)"), tag: .text(hostile))),
                    Graph.Node(
                        Key("App.A"),
                        site: SourceSite(file: "App/\(hostile).swift", line: 1),
                        dependencies: [Dependency(Key(TypeName("Other.\(hostile)")))]
                    ),
                ],
                containers: [Graph.Container(hostile)]
            )
            .html(title: hostile),
            "nested": Graph(
                [
                    Graph.Node(Key("App.Clock"), lifetime: .singleton),
                    Graph.Node(
                        Key("App.Log"),
                        lifetime: .scoped("request"),
                        container: 1,
                        dependencies: [Dependency(Key("App.Clock"))]
                    ),
                ],
                containers: [
                    Graph.Container("app"),
                    Graph.Container("request", sources: [0], role: .scope("request")),
                ]
            )
            .html(),
        ]

        // Without areas, so that `dot` draws the same.
        for count in [40, 80, 120, 200] {
            let graph = Self.random(count, modules: 1)
            pages["compared-\(count)"] = graph.html()
            try graph.dot().write(
                to: folder.appending(path: "compared-\(count).dot"),
                atomically: true,
                encoding: .utf8
            )
        }
        for (name, page) in pages {
            try page.write(
                to: folder.appending(path: "\(name).html"),
                atomically: true,
                encoding: .utf8
            )
        }
    }

    /// A page that says how long something took: "App.N0" is made twice, and all others are not made.
    private static func timed() -> String {
        let graph = random(40)
        var times = BuildTimes()
        for duration in [Duration.microseconds(1_500), .milliseconds(3)] {
            times.note(graph.nodes[0].key, at: graph.nodes[0].site, took: duration)
        }
        return graph.html(builds: times)
    }

    /// A graph in which each definition needs up to three that were registered before it.
    private static func random(_ count: Int, modules: Int = 7) -> Graph {
        var random = SeededGenerator(seed: 1)
        let nodes = (0..<count).map { index in
            Graph.Node(
                Key(TypeName("Module\(index % modules).Type\(index)")),
                lifetime: index % 3 == 0 ? .singleton : .unique,
                site: SourceSite(file: "App/Wiring.swift", line: index + 1),
                dependencies: Set(
                    (0..<(index == 0 ? 0 : Int.random(in: 0..<4, using: &random))).map { _ in
                        max(0, index - 1 - Int.random(in: 0..<30, using: &random))
                    }
                ).sorted().map { Dependency(Key(TypeName("Module\($0 % modules).Type\($0)"))) }
            )
        }
        return Graph(nodes)
    }
}

// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A near miss` {
    @Test func `is the same type with another tag`() {
        let graph = Graph([Graph.Node(Key(clock.type, tag: "monotonic"), site: line(31))])

        let fact = #"any Clock "monotonic" is registered at App/Wiring.swift:31"#
        let tagged = Key(clock.type, tag: 7)
        #expect(NearMisses.hint(for: clock, in: graph) == "\(fact); ask for it with its tag")
        #expect(NearMisses.hint(for: tagged, in: graph) == "\(fact); ask for it with that tag")
    }

    @Test func `is the same type with other arguments`() {
        let graph = Graph([
            Graph.Node(
                Key("any App.Link", arguments: ["App.URL", "Swift.Int"]),
                site: line(3),
                answersAnyTag: true
            ),
            Graph.Node(Key("any App.Link"), site: line(4), answersAnyTag: true),
        ])

        let key = Key("any App.Link", arguments: ["App.URL"], tag: "x")
        #expect(
            NearMisses.hint(for: key, in: graph) == """
                any Link (URL, Int) is registered at App/Wiring.swift:3; pass these arguments
                any Link is registered at App/Wiring.swift:4; ask for it without arguments
                """
        )
    }

    @Test func `is the same type without a tag`() {
        let graph = Graph([
            Graph.Node(clock, site: line(30)),
            Graph.Node(Key(clock.type, tag: "monotonic"), site: line(31)),
        ])

        #expect(
            NearMisses.hint(for: Key(clock.type, tag: "x"), in: graph) == """
                any Clock is registered at App/Wiring.swift:30; ask for it without a tag
                any Clock "monotonic" is registered at App/Wiring.swift:31; ask for it with that tag
                """
        )
    }

    @Test func `is each of several implementations, not the selected one once more`() {
        let monotonic = Key(clock.type, tag: "monotonic")
        let graph = Graph([
            Graph.Node(clock, forwardsTo: monotonic), Graph.Node(monotonic, site: line(31)),
        ])

        #expect(
            NearMisses.hint(for: Key(clock.type, tag: "x"), in: graph)
                == #"any Clock "monotonic" is registered at App/Wiring.swift:31; ask for it with that tag"#
        )
    }

    @Test func `is a conforming type`() {
        let client = Key("App.HTTPClient")
        let graph = Graph([Graph.Node(client, site: line(5))])

        #expect(
            NearMisses.hint(for: api, in: graph, conforming: [client])
                == "HTTPClient conforms to it and is registered at App/Wiring.swift:5; "
                + "add .implements((any API).self) { $0 }"
        )
    }

    @Test func `is a type of the same name in another module`() {
        let graph = Graph([Graph.Node(Key("Network.Session"))])

        #expect(
            NearMisses.hint(for: Key("Storage.Session"), in: graph)
                == "Network.Session is registered; it is not Storage.Session"
        )
    }

    @Test(arguments: [
        ("any App.Clok", "any App.Clock", true),
        ("App.Clokc", "App.Clock", true),
        ("App.Presentor", "App.Presenter", true),
        ("App.Persenter", "App.Presenter", true),
        ("App.Pier", "App.View", false),
        ("App.Foo", "App.Fob", false),
    ])
    func `is a similar name`(asked: String, registered: String, isNear: Bool) {
        let graph = Graph([Graph.Node(Key(TypeName(registered)), site: line(9))])

        let hint = NearMisses.hint(for: Key(TypeName(asked)), in: graph)

        let name = TypeName(registered)
        let expected = "\(name) is registered at App/Wiring.swift:9; is that the one?"
        #expect(hint == (isNear ? expected : nil))
    }

    @Test func `of an optional is one of its wrapped type`() {
        let graph = Graph([Graph.Node(Key(clock.type, tag: "monotonic"))])

        #expect(
            NearMisses.hint(for: Key("Swift.Optional<App.Clock>"), in: graph)
                == #"any Clock "monotonic" is registered; ask for it with its tag"#
        )
    }

    @Test func `is offered only if it is visible to the container`() {
        let graph = Graph(
            [Graph.Node(Key(clock.type, tag: "monotonic"), container: 1)],
            containers: [Graph.Container("one"), Graph.Container("other")]
        )

        #expect(NearMisses.hint(for: clock, in: graph, from: 0) == nil)
        #expect(NearMisses.hint(for: clock, in: graph, from: 1) != nil)
    }

    @Test func `comes with at most two others, the likeliest first`() {
        let graph = Graph([
            Graph.Node(Key("Other.Clock")),
            Graph.Node(Key("any App.Cloak")),
            Graph.Node(Key(clock.type, arguments: ["App.Zone"])),
            Graph.Node(Key(clock.type, tag: 1)),
            Graph.Node(Key("App.WallClock")),
        ])

        #expect(
            NearMisses.hint(for: clock, in: graph, conforming: [Key("App.WallClock")]) == """
                any Clock 1 is registered; ask for it with its tag
                any Clock (Zone) is registered; pass these arguments
                WallClock conforms to it and is registered; add .implements((any Clock).self) { $0 }
                """
        )
    }

    @Test func `is always registered`() {
        let graph = Graph([Graph.Node(store), Graph.Node(screen)])

        #expect(NearMisses.hint(for: clock, in: graph) == nil)
    }
}

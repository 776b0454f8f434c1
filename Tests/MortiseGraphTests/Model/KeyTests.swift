// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A key` {
    @Test(arguments: [
        (Key("any App.API"), "any API"),
        (Key("any App.API", tag: "staging"), "any API \"staging\""),
        (Key("any App.Link", arguments: ["Net.URL", "Swift.Int"]), "any Link (URL, Int)"),
        (Key("any App.Link", arguments: ["Net.URL"], tag: 3), "any Link (URL) 3"),
    ])
    func `prints its type, arguments and tag`(key: Key, text: String) {
        #expect(key.description == text)
    }

    @Test func `has a qualified spelling, too`() {
        let key = Key("any App.Link", arguments: ["Net.URL", "Swift.Int"], tag: "x")

        #expect(key.qualified == "any App.Link (Net.URL, Swift.Int) \"x\"")
    }

    @Test func `differs by each part`() {
        let keys: Set<Key> = [
            Key("A.X"), Key("B.X"), Key("A.X", arguments: ["A.Y"]), Key("A.X", tag: "1"),
            Key("A.X", tag: 1),
        ]

        #expect(keys.count == 5)
    }
}

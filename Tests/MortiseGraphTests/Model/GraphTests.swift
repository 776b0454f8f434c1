// SPDX-License-Identifier: MIT

import MortiseGraph
import Testing

@Suite struct `A graph` {
    @Test func `traps on a node of a missing container`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Graph([Graph.Node(Key("App.Screen"), container: 1)])
        }

        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("Screen is in container 1 of 1"))
    }

    @Test func `traps on a missing source`() async throws {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            _ = Graph([], containers: [Graph.Container("child", sources: [7])])
        }

        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains("\"child\" has source 7 of 1 containers"))
    }

    @Test func `takes as many parameters as its key has arguments`() {
        let node = Graph.Node(Key("App.Socket", arguments: ["App.URL", "Swift.Int"]))

        #expect(node.arity == 2)
    }
}

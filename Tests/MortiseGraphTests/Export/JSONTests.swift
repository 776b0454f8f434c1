// SPDX-License-Identifier: MIT

import Foundation
import MortiseGraph
import MortiseTestSupport
import Testing

@Suite struct `A graph as JSON` {
    @Test func `has its documented shape`() throws {
        try expectGolden(drawnGraph.json(), "graph.json")
    }

    @Test func `is read back as it was`() throws {
        let document = try parsed(hostileGraph)

        let node = try #require((document["nodes"] as? [[String: Any]])?.first)
        let key = try #require(node["key"] as? [String: Any])
        let lifetime = try #require(node["lifetime"] as? [String: Any])
        let site = try #require(node["site"] as? [String: Any])
        let containers = try #require(document["containers"] as? [[String: Any]])
        #expect(document["version"] as? Int == 1)
        #expect(key["type"] as? String == hostileGraph.nodes[0].key.type.qualified)
        #expect(key["description"] as? String == hostileGraph.nodes[0].key.description)
        #expect(key["tag"] as? String == "\"]\n--> x[\u{1F}é🧷")
        #expect(lifetime["name"] as? String == "scoped")
        #expect(lifetime["scope"] as? String == "\\\" {x}\u{2028}")
        #expect(site["file"] as? String == "A\"pp/W\\iring.swift")
        #expect(containers.map { $0["name"] as? String } == ["one \"]; end\n", "two\\"])
    }

    @Test func `escapes every character that JSON requires`() throws {
        for value in UInt8.min...0x7F {
            let name = "App.\(Character(Unicode.Scalar(value)))"
            let document = try parsed(Graph([Graph.Node(Key(TypeName(name)))]))

            let node = try #require((document["nodes"] as? [[String: Any]])?.first)
            #expect((node["key"] as? [String: Any])?["type"] as? String == name)
        }
    }

    @Test func `distinguishes a string from a number`() throws {
        let tags: [MortiseGraph.DefinitionTag?] = ["1", 1, nil]
        let document = try parsed(Graph(tags.map { Graph.Node(Key("App.Store", tag: $0)) }))

        let nodes = try #require(document["nodes"] as? [[String: Any]])
        let read = nodes.map { ($0["key"] as? [String: Any])?["tag"] }
        #expect(read[0] as? String == "1")
        #expect(read[1] as? Int == 1)
        #expect(read[2] is NSNull)
    }

    @Test func `of an empty graph is complete`() throws {
        let document = try parsed(Graph([], containers: []))

        #expect((document["nodes"] as? [Any])?.isEmpty == true)
        #expect((document["containers"] as? [Any])?.isEmpty == true)
    }

    private func parsed(_ graph: Graph) throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(graph.json().utf8))
        return try #require(value as? [String: Any])
    }
}

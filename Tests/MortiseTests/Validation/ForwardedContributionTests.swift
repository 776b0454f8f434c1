// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Running: Sendable {}
private struct Named: Running { let name: String }
private final class Store: Sendable {}
private struct Service: Running { let store: Store }
private struct Element: Sendable { let running: any Running }

@Suite struct `A forwarded type, as validation sees it,` {
    @Test func `is no mistake if its definition takes arguments that nothing provides`() throws {
        let container = Container {
            $0.register { (name: String) in Named(name: name) }
                .implements((any Running).self) { $0 }
        }
        #expect(try container.resolve((any Running).self, arguments: "given") is Named)
        #expect(container.validate().findings.map(\.code) == [.notProven])

        container.register(autowiring: Element.init)
        #expect(container.validate().findings.map(\.code) == [.missingBinding])
        container.register { "provided" }
        #expect(container.validate().findings == [])
    }
}

@Suite struct `A forwarded type of a contributing definition` {
    @Test func `leads to that definition in the graph, not to the last of its key`() throws {
        let container = Container {
            $0.register(.singleton) { Named(name: "first") as any Running }.contributing()
                .forwarding(to: Element.self, tag: "first") { Element(running: $0) }
            $0.register(.singleton) {
                Service(store: try $0.resolve()) as any Running
            }
            .contributing()
            .forwarding(to: Element.self, tag: "second") { Element(running: $0) }
            $0.register(.singleton) { Store() }
        }
        _ = try container.resolve(Element.self, tag: "first")
        _ = try container.resolve(Element.self, tag: "second")

        let graph = container.graph
        let elements = graph.nodes.indices.filter {
            graph.nodes[$0].key.type == TypeName(of: Element.self)
        }
        let store = try #require(
            graph.nodes.indices.first { graph.nodes[$0].key.type == TypeName(of: Store.self) }
        )

        // The first needs no store, so it stays before it.
        #expect(graph.order(of: elements + [store]) == [elements[0], store, elements[1]])
    }

    @Test func `is contributed once, though it can be asked for with arguments and without`() {
        let container = Container {
            $0.register(.singleton) { Store() }
            $0.register(.singleton, autowiring: Service.init)
                .forwarding(to: Element.self, tag: "service") { Element(running: $0) }
                .contributing()
            $0.register {
                try ($0.resolveAll(Element.self, tag: "service") as [Element]).count
            }
        }

        #expect(container.validate().findings.filter { $0.code == .duplicateBinding }.isEmpty)
    }
}

@Suite struct `The order of a container's graph` {
    @Test func `counts the parameters of a definition that nothing asks for`() {
        let container = Container {
            $0.register(.singleton, autowiring: Service.init)
            $0.register(.singleton) { Store() }
        }
        let keys = [Key(TypeName(of: Service.self)), Key(TypeName(of: Store.self))]
        let graph = container.graph

        #expect(
            graph.order(of: [0, 1]).map { graph.nodes[$0].key.type } == keys.reversed().map(\.type)
        )
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol API: Sendable {}
private final class Client: API {}

private final class Screen {
    var api: (any API)?
}

private struct Network: DefinitionModule {
    let client = ModuleDefinition(.singleton) { Client() as any API }
}

private struct Screens: DefinitionModule {
    let screen = ModuleDefinition(.shared) { Screen() }
        .injecting { $1.api = try $0.resolve() }
        .implements(AnyObject.self) { $0 }
    let titled = ModuleDefinition { (_: inout Resolver, title: String, number: Int) in
        "\(title) \(number)"
    }
    let network = Network()
    let unrelated = 1
}

private class Inherited: DefinitionModule, @unchecked Sendable {
    let number = ModuleDefinition { 1 }
    let text = ModuleDefinition { "base" }
}

private final class Derived: Inherited, @unchecked Sendable {
    let ownText = ModuleDefinition { "derived" }
}

private struct Other: Module {
    var requires: [any Module] { [Network()] }
    func register(in container: Container) { container.register { 1.5 } }
}

@Suite struct `Modules of stored definitions` {
    @Test func `register what they store, with the modules that they store`() throws {
        let container = Container(modules: Screens())

        let screen = try container.resolve(Screen.self)

        #expect(screen.api is Client)
        #expect(try container.resolve(arguments: "a", 2) == "a 2")
        #expect(container.graph.nodes.count == 4)
    }

    @Test func `inherit stored definitions, and may replace them`() throws {
        let container = Container(modules: Derived())

        #expect(try container.resolve(Int.self) == 1)
        #expect(try container.resolve(String.self) == "derived")
    }

    @Test func `are active in several containers, each with instances of its own`() throws {
        let module = Network()
        let one = Container(modules: module)
        let two = Container(modules: module)

        let client = try one.resolve((any API).self) as? Client
        #expect(try two.resolve((any API).self) as? Client !== client)
        one.uninstall(module)
        expectRefusal(.missingBinding) { try one.resolve((any API).self) }
        #expect(try two.resolve((any API).self) is Client)
    }

    @Test func `take out exactly what they added`() throws {
        let container = Container {
            $0.register { 7 }
            $0.register { (_: String) in 8 }
        }
        let before = container.graph.nodes.map(\.key)
        container.install(Screens())
        container.uninstall(Screens())

        #expect(container.graph.nodes.map(\.key) == before)
        container.install(Screens())
        #expect(try container.resolve(Screen.self).api is Client)
    }

    @Test func `stay as long as others need them`() throws {
        let container = Container(modules: Screens(), Other())

        container.uninstall(Screens())
        #expect(try container.resolve((any API).self) is Client)
        container.uninstall(Other())
        expectRefusal(.missingBinding) { try container.resolve((any API).self) }
    }

    @Test func `stay if they were installed for themselves`() throws {
        let container = Container(modules: Screens())
        container.install(Network())

        container.uninstall(Screens())
        #expect(try container.resolve((any API).self) is Client)
        container.uninstall(Network())
        expectRefusal(.missingBinding) { try container.resolve((any API).self) }
    }

    @Test func `stay for others although nobody wants them for themselves any more`() throws {
        let container = Container(modules: Network(), Other())

        container.uninstall(Network())
        #expect(try container.resolve((any API).self) is Client)
        container.uninstall(Other())
        expectRefusal(.missingBinding) { try container.resolve((any API).self) }
    }

    @Test func `leave alone what has taken the place of their definitions`() throws {
        let container = Container(modules: Network())
        container.register(.singleton) { Client() as any API }

        container.uninstall(Network())

        #expect(try container.resolve((any API).self) is Client)
    }

    @Test func `that are not installed are taken out without effect`() throws {
        let container = Container(modules: Other())

        container.uninstall(Screens())

        #expect(try container.resolve(Double.self) == 1.5)
    }

    @Test func `are installed and taken out by many threads`() async throws {
        try await race(rounds: Rounds.some, threads: 3) { _ in
            Container(modules: Other())
        } run: {
            container,
            thread,
            _ in
            if thread == 0 { container.install(Screens()) }
            if thread == 1 { container.uninstall(Screens()) }
            return try container.resolve((any API).self) is Client
        } check: { container, outcomes in
            let all = try outcomes.map { try $0.get() }
            #expect(all.allSatisfy { $0 })
            container.uninstall(Screens(), Other())
            #expect(container.graph.nodes.isEmpty)
        }
    }
}

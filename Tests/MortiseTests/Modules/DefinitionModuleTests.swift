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

/// Uses its container in `deinit`.
// @unchecked: written once.
private final class Looking: Module, Hashable, @unchecked Sendable {
    private weak var container: Container?
    private let names: Log

    init(_ container: Container, _ names: Log) {
        self.container = container
        self.names = names
    }

    deinit {
        guard let container else { return }
        names.append(container.name)
        container.register(tag: "looked") { 1 }
    }

    func register(in container: Container) {}
    static func == (one: Looking, other: Looking) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}

/// Has several definitions of one key, of which one has a capture.
private struct Captured: Module {
    let first: @Sendable () -> Int

    init(_ looking: Looking) { first = { [looking] in looking.hashValue } }

    func register(in container: Container) {
        container.register { [first] in first() }.contributing()
        container.register { 2 }.contributing()
    }
}

@Suite struct `Modules of stored definitions` {
    @Test func `register their stored definitions and modules`() throws {
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

    @Test func `are active in several containers, each with its own instances`() throws {
        let module = Network()
        let one = Container(modules: module)
        let two = Container(modules: module)

        let client = try one.resolve((any API).self) as? Client
        #expect(try two.resolve((any API).self) as? Client !== client)
        one.uninstall(module)
        expectRefusal(.missingBinding) { try one.resolve((any API).self) }
        #expect(try two.resolve((any API).self) is Client)
    }

    @Test func `remove exactly their own definitions`() throws {
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

    @Test func `stay as long as other modules need them`() throws {
        let container = Container(modules: Screens(), Other())

        container.uninstall(Screens())
        #expect(try container.resolve((any API).self) is Client)
        container.uninstall(Other())
        expectRefusal(.missingBinding) { try container.resolve((any API).self) }
    }

    @Test func `stay if they were installed directly`() throws {
        let container = Container(modules: Screens())
        container.install(Network())

        container.uninstall(Screens())
        #expect(try container.resolve((any API).self) is Client)
        container.uninstall(Network())
        expectRefusal(.missingBinding) { try container.resolve((any API).self) }
    }

    @Test func `stay for other modules after their direct removal`() throws {
        let container = Container(modules: Network(), Other())

        container.uninstall(Network())
        #expect(try container.resolve((any API).self) is Client)
        container.uninstall(Other())
        expectRefusal(.missingBinding) { try container.resolve((any API).self) }
    }

    @Test func `leave replacements of their definitions alone`() throws {
        let container = Container(modules: Network())
        container.register(.singleton) { Client() as any API }

        container.uninstall(Network())

        #expect(try container.resolve((any API).self) is Client)
    }

    @Test func `that are not installed are removed without effect`() throws {
        let container = Container(modules: Other())

        container.uninstall(Screens())

        #expect(try container.resolve(Double.self) == 1.5)
    }

    @Test func `leave other modules' definitions of the same types alone`() throws {
        struct Mixed: Module {
            func register(in container: Container) {
                container.register { 2 }.contributing()
                container.register { (_: Double) in "of module" }.implements(AnyObject.self) {
                    $0 as AnyObject
                }.contributing()
                container.register { 2.5 }
            }
        }
        let container = Container {
            $0.register { 1 }.contributing()
            $0.register { (number: Int, _: Int) in "\(number)" }
                .implements((any CustomStringConvertible).self) { $0 }
            $0.register { Screen() }.implements(AnyObject.self) { $0 }.contributing()
        }
        let before = container.graph.nodes
        container.install(Mixed())
        #expect(try container.resolveAll(Int.self) == [1, 2])
        container.uninstall(Mixed())

        #expect(container.graph.nodes.map(\.key) == before.map(\.key))
        #expect(try container.resolveAll(Int.self) == [1])
        #expect(try container.resolve(String.self) == "1")
        #expect(try container.resolve((any CustomStringConvertible).self).description == "1")
        #expect(try container.resolve(AnyObject.self) is Screen)
        expectRefusal(.missingBinding) { try container.resolve(Double.self) }
    }

    @Test func `are not needed by a group that was never published`() throws {
        struct Broken: Error {}
        for attempt in [
            { container in
                try? container.install {
                    $0.install(Network())
                    throw Broken()
                }
            },
            { container in
                container.install { group in
                    try? group.install {
                        $0.install(Network())
                        throw Broken()
                    }
                }
            },
            { container in
                container.install {
                    $0.install(Network())
                    $0.reset()
                    $0.install(Screens())
                }
            },
        ] as [(Container) -> Void] {
            let container = Container(modules: Screens())
            attempt(container)
            #expect(try container.resolve((any API).self) is Client)
            container.uninstall(Screens())
            expectRefusal(.missingBinding) { try container.resolve((any API).self) }
        }
    }

    @Test func `come back if they are removed before a dependent group is published`()
        async throws
    {
        for modules in [[Network()], [Other()], [Screens(), Other()]] as [[any Module]] {
            let container = Container(modules: Network())
            let isTaken = Flag()
            container.install { group in
                group.install(modules)
                Task.detached {
                    container.uninstall(Network())
                    isTaken.set()
                }
                isTaken.sleepUntilSet()
            }
            #expect(try container.resolve((any API).self) is Client)
            #expect(
                container.graph.nodes.count { $0.key.type == TypeName(of: (any API).self) } == 1
            )
            container.uninstall(modules)
            #expect(container.graph.nodes.isEmpty)
        }
    }

    @Test func `stay if they are installed directly meanwhile`() async throws {
        try await race(rounds: Rounds.some, threads: 2) { _ in
            Container(modules: Screens())
        } run: { container, thread, _ in
            if thread == 0 { container.uninstall(Screens()) } else { container.install(Network()) }
        } check: { container, _ in
            let client = try container.resolve((any API).self)
            #expect(client is Client)
            container.uninstall(Network())
            #expect(container.graph.nodes.isEmpty)
        }
    }

    @Test func `stay if they are installed directly and for others at the same time`() async throws
    {
        try await race(rounds: Rounds.some, threads: 2) { _ in
            Container()
        } run: { container, thread, _ in
            if thread == 0 { container.install(Screens()) } else { container.install(Network()) }
        } check: { container, _ in
            container.uninstall(Screens())
            let client = try container.resolve((any API).self)
            #expect(client is Client)
            container.uninstall(Network())
            #expect(container.graph.nodes.isEmpty)
        }
    }

    @Test func `are released outside all locks`() throws {
        for end in [
            { $0.uninstall(Looking($0, Log())) }, { $0.reset() },
            { container in
                container.install {
                    $0.reset()
                    $0.register { 7 }
                }
            },
        ] as [(Container) -> Void] {
            let names = Log()
            let container = Container(name: "looked at")
            container.install(Looking(container, names))
            end(container)
            #expect(names.all == ["looked at"])
        }
    }

    @Test func `have factories that are released outside all locks`() throws {
        for end in [
            { $0.uninstall(Captured(Looking($0, Log()))) }, { $0.reset() },
        ] as [(Container) -> Void] {
            let names = Log()
            let container = Container(name: "looked at")
            container.install(Captured(Looking(container, names)))
            end(container)
            #expect(names.all == ["looked at"])
        }
    }

    @Test func `are installed and removed by many threads`() async throws {
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

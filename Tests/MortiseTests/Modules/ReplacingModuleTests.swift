// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class Gateway: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
}

private struct Live: Module {
    func register(in container: Container) {
        container.register(.singleton) { Gateway("live") }
    }
}

private struct Sandbox: Module {
    func register(in container: Container) {
        container.register(.singleton) { Gateway("sandbox") }.replacing()
    }
}

private struct Trace: Module {
    func register(in container: Container) {
        container.register { Gateway("trace") }.replacing()
    }
}

private func name(_ container: Container) -> String {
    (try? container.resolve(Gateway.self).name) ?? "nothing"
}

@Suite struct `A module that replaces` {
    @Test func `brings back what it replaced when it is uninstalled`() throws {
        let container = Container { $0.register(.singleton) { Gateway("app") } }
        let first = try container.resolve(Gateway.self)

        container.install(Sandbox())
        #expect(name(container) == "sandbox")
        container.uninstall(Sandbox())

        let again = try container.resolve(Gateway.self)
        #expect(again.name == "app")
        #expect(again !== first)
        #expect(try container.resolve(Gateway.self) === again)
        #expect(container.validate().findings == [])

        container.install(Sandbox())
        container.uninstall(Sandbox())
        #expect(name(container) == "app")
    }

    @Test func `brings back what it only registered again`() throws {
        let container = Container(modules: Live())
        struct Second: Module {
            func register(in container: Container) { container.register { Gateway("second") } }
        }
        container.install(Second())
        #expect(name(container) == "second")
        #expect(container.validate().errors.map(\.code) == [.duplicateBinding])
        container.uninstall(Second())
        #expect(name(container) == "live")
        #expect(container.validate().findings == [])
        container.uninstall(Live())
        #expect(name(container) == "nothing")
    }

    @Test func `does not bring back what was uninstalled or removed meanwhile`() {
        let container = Container(modules: Live())
        container.install(Sandbox())
        container.uninstall(Live())
        #expect(name(container) == "sandbox")
        container.uninstall(Sandbox())
        #expect(name(container) == "nothing")

        let definition = container.register { Gateway("app") }
        container.install(Sandbox())
        container.remove(definition)
        container.uninstall(Sandbox())
        #expect(name(container) == "nothing")

        let other = container.register { Gateway("app") }
        container.install(Sandbox())
        container.install { $0.remove(other) }
        container.uninstall(Sandbox())
        #expect(name(container) == "nothing")

        container.install(Live(), Sandbox())
        container.reset()
        #expect(name(container) == "nothing")
    }

    @Test func `hands what it replaced to the one that has replaced it`() {
        for order in [[0, 1], [1, 0]] {
            let container = Container(modules: Live())
            container.install(Sandbox())
            container.install(Trace())
            #expect(name(container) == "trace")
            for number in order {
                if number == 0 {
                    container.uninstall(Sandbox())
                } else {
                    container.uninstall(Trace())
                }
                if order == [1, 0], number == 1 { #expect(name(container) == "sandbox") }
            }
            #expect(name(container) == "live")
        }
        let all = Container(modules: Live(), Sandbox(), Trace())
        all.uninstall(Sandbox(), Trace())
        #expect(name(all) == "live")
        let none = Container(modules: Live(), Sandbox(), Trace())
        none.uninstall(Trace(), Live())
        #expect(name(none) == "sandbox")
        none.uninstall(Sandbox())
        #expect(name(none) == "nothing")
    }

    @Test func `brings nothing back in the place of what was registered since`() {
        let container = Container(modules: Live(), Sandbox())
        container.register { Gateway("newest") }
        container.uninstall(Sandbox())
        #expect(name(container) == "newest")

        let other = Container(modules: Live(), Sandbox())
        other.register { (suffix: String) in Gateway("made of \(suffix)") }
        other.uninstall(Sandbox())
        #expect(name(other) == "live")
    }

    @Test func `brings back parameters, contributions and forwarded types`() throws {
        struct Only: Module {
            func register(in container: Container) {
                container.register { 7 }.replacing()
                container.register { "only" as any CustomStringConvertible }.replacing()
            }
        }
        let container = Container {
            $0.register { 1 }.contributing()
            $0.register { (_: Double) in 2 }.contributing()
            $0.register { 0.5 }
            $0.register { Gateway("app") }
            $0.register(.singleton) { "app" }
                .implements((any CustomStringConvertible).self) { $0 }
        }
        let before = Set(container.graph.nodes.map(\.key))
        container.install(Only())
        #expect(try container.resolveAll(Int.self) == [7])
        #expect(try container.resolve((any CustomStringConvertible).self).description == "only")
        container.uninstall(Only())

        #expect(Set(container.graph.nodes.map(\.key)) == before)
        #expect(try container.resolve(Int.self, arguments: 1.5) == 2)
        #expect(try container.resolve((any CustomStringConvertible).self).description == "app")
        #expect(try container.resolve([Int].self) == [1, 2])
    }

    @Test func `keeps what it replaced only while it is installed`() {
        final class Captured: Sendable {}
        weak var captured: Captured?
        let container = Container()
        do {
            let object = Captured()
            captured = object
            container.register { Gateway(withExtendedLifetime(object) { "app" }) }
        }
        container.install(Sandbox())
        #expect(captured != nil)
        container.register { Gateway("newest") }.replacing()
        container.uninstall(Sandbox())
        #expect(captured == nil)
    }

    @Test func `is uninstalled while others resolve`() async throws {
        try await race(rounds: Rounds.some, threads: 3) { _ in
            Container(modules: Live())
        } run: { container, thread, _ in
            guard thread == 0 else { return name(container) }
            container.install(Sandbox())
            container.uninstall(Sandbox())
            return "live"
        } check: { container, outcomes in
            let found = try outcomes.map { try $0.get() }
            #expect(found.allSatisfy { ["live", "sandbox"].contains($0) })
            #expect(name(container) == "live")
        }
    }
}

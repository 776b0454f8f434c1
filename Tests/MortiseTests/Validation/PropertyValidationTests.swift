// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Synchronization
import Testing

private protocol Client: AnyObject, Sendable {}
private final class NamedClient: Client, Sendable {}

private final class Screen {
    @Injected var client: any Client
}

private class Base {
    let number = 1
    @Injected var client: any Client
}

private final class Derived: Base {
    @Injected var text: String
}

private struct Parts {
    var count: Int?
    @Injected var client: any Client
}

private struct Value {
    var before = "text"
    let parts = Parts()
}

private final class Lenient {
    @Injected var client: (any Client)?
    @Injected(required: true) var other: (any Client)?
    @InjectedWeak var weak: (any Client)?
}

private final class Tagged {
    @Injected(tag: "local") var client: any Client
}

private final class Host {
    @Injected var clients: [any Client]
    @Injected var later: Provider<any Client>
}

private final class Generic<T> {
    @Injected var client: any Client
    @Injected var value: T
}

private final class Inheriting: Ancestor<Int> {
    @Injected var text: String
}

private class Ancestor<T> {
    @Injected var value: T
}

private final class Vault: Sendable {
    let client = Injected<any Client>()
}

private final class Locking: Sendable {
    let count = Locked(0)
    let flag = Atomic<Bool>(false)
    let pair = (1, "text")
    let make: @Sendable (Int) -> String = { "\($0)" }
    let text: String? = nil
    let client = Injected<any Client>()
}

private enum Choice {
    case one(Screen)
}

private final class Left {
    @Injected var right: Right
}

private final class Right {
    @Injected var left: Left
}

/// Fails the test if a factory runs.
private func unbuilt<T>(_ instance: @autoclosure () -> T) -> T {
    Issue.record("validating must not build anything")
    return instance()
}

@Suite struct `Validating properties that were never filled` {
    private func edges(_ container: Container, _ name: String) throws -> [String] {
        let node = container.graph.nodes.first { $0.key.description == name }
        return try #require(node).dependencies.map {
            "\($0.kind) \($0.evidence) \($0.key)\($0.isOptional ? " ?" : "")"
        }
    }

    @Test func `finds one that nothing provides, like a parameter`() throws {
        let container = Container {
            $0.register(file: "App/W.swift", line: 4) { unbuilt(Screen()) }
        }

        let errors = container.validate().errors

        #expect(errors.map(\.code) == [.missingBinding])
        #expect(errors.first?.path.map(\.relation) == [.needs, .property])
        #expect(errors.first?.path.map(\.key.description) == ["Screen", "any Client"])
        let real = Container { $0.register { Screen() } }
        #expect(throws: ResolutionError.self) { try real.resolve(Screen.self) }
        #expect(real.validate().errors.map(\.fact) == errors.map(\.fact))
    }

    @Test func `finds those that are inherited, and those of stored structs`() throws {
        let container = Container {
            $0.register { unbuilt(Derived()) }
            $0.register { unbuilt(Value()) }
        }

        #expect(
            Set(container.validate().errors.map { "\($0.path.map(\.key.description))" }) == [
                #"["Derived", "any Client"]"#, #"["Derived", "String"]"#,
                #"["Value", "any Client"]"#,
            ]
        )
    }

    @Test func `leads to the definition, before and after an instance was made`() throws {
        let container = Container {
            $0.register { NamedClient() as any Client }
            $0.register { Screen() }
        }
        #expect(try edges(container, "Screen") == ["property declared any Client"])
        #expect(container.validate().findings == [])

        _ = try container.resolve(Screen.self)

        #expect(try edges(container, "Screen") == ["property observed any Client"])
    }

    @Test func `takes the only tag that there is, and claims nothing if there are several`() throws
    {
        let container = Container {
            $0.register(tag: "local") { NamedClient() as any Client }
            $0.register { Tagged() }
        }
        #expect(try edges(container, "Tagged") == [#"property declared any Client "local""#])
        #expect(container.validate().findings == [])

        container.register { NamedClient() as any Client }

        #expect(try edges(container, "Tagged") == [])
        #expect(
            container.validate().findings.map(\.fact) == ["1 of 3 factories not seen yet: Tagged"]
        )
        _ = try container.resolve(Tagged.self)
        #expect(container.validate().findings == [])
    }

    @Test func `claims nothing for what may be missing`() throws {
        let container = Container { $0.register { unbuilt(Lenient()) } }
        #expect(container.validate().findings == [])

        container.register { NamedClient() as any Client }
        #expect(try edges(container, "Lenient") == ["property declared any Client ?"])
    }

    @Test func `finds what a provider and a collection need`() throws {
        let container = Container { $0.register { unbuilt(Host()) } }
        #expect(container.validate().errors.count == 2)

        container.register { NamedClient() as any Client }.contributing()

        #expect(container.validate().findings == [])
        #expect(
            try edges(container, "Host") == [
                "property declared [any Client]", "deferred declared any Client",
            ]
        )
    }

    @Test func `reads past fields of any kind`() {
        let container = Container { $0.register(.singleton) { unbuilt(Locking()) } }
        #expect(container.validate().errors.map { $0.path.last?.key.description } == ["any Client"])
    }

    @Test func `leaves out what cannot be read`() {
        let container = Container {
            $0.register { unbuilt(Generic<Int>()) }
            $0.register { unbuilt(Screen() as AnyObject) }
            $0.register { unbuilt(Choice.one(Screen())) }
            $0.register { unbuilt([Screen()]) }
        }
        #expect(container.validate().findings == [])

        container.register { unbuilt(Inheriting()) }
        #expect(container.validate().errors.map { $0.path.last?.key.description } == ["String"])
    }

    @Test func `claims nothing where properties are not injected`() {
        let container = Container { $0.register { Screen() }.injectingProperties(false) }
        #expect(container.validate().findings == [])

        let other = Container { $0.register { Screen() } }
        other.injectsProperties = false
        #expect(other.validate().findings == [])
    }

    @Test func `believes an instance that was made elsewhere once it was given`() throws {
        let screen = Screen()
        screen.client = NamedClient()
        nonisolated(unsafe) let made = screen
        let container = Container { $0.register { made } }
        #expect(!container.validate().isValid)

        _ = try container.resolve(Screen.self)

        #expect(container.validate().findings == [])
    }

    @Test func `finds captives and cycles through them`() {
        let container = Container {
            $0.register(.scoped("login")) { NamedClient() as any Client }
            $0.register(.singleton) { unbuilt(Vault()) }
            $0.register { unbuilt(Left()) }
            $0.register { unbuilt(Right()) }
        }

        #expect(container.validate().errors.map(\.code) == [.cycle, .captiveDependency])
    }

    @Test func `looks where an instance would be made`() throws {
        let app = Container { $0.register { unbuilt(Screen()) } }
        let child = Container(parent: app) { $0.register { NamedClient() as any Client } }
        #expect(!app.validate().isValid)
        #expect(child.validate().isValid)

        app.register(.singleton) { unbuilt(Vault()) }
        #expect(child.validate().errors.map(\.code) == [.missingBinding])
    }

    @Test func `works in the other lanes`() {
        let container = Container {
            $0.register { () async in unbuilt(Vault()) }
            $0.main.register { unbuilt(Screen()) }
        }

        #expect(container.validate().errors.count == 2)
    }
}

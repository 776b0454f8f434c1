// SPDX-License-Identifier: MIT

import Mortise
import Testing

// In a release build, because the optimiser decides where a value is released.

/// An object whose `deinit` takes the locks of a container: under one of them that would trap.
private final class Witness: Sendable {
    private let container: WeakReference
    private let released: Count

    init(_ container: Container, _ released: Count) {
        self.container = WeakReference(container)
        self.released = released
    }

    deinit {
        if let container = container.value {
            container.dropInstances()
            _ = container.isBootstrapped
        }
        released.add()
    }
}

// @unchecked: written once, before it is shared; weak references are read atomically.
private final class WeakReference: @unchecked Sendable {
    private(set) weak var value: Container?

    init(_ value: Container) { self.value = value }
}

private struct Name: Hashable, Sendable {
    let text: String
    let witness: Witness

    static func == (lhs: Name, rhs: Name) -> Bool { lhs.text == rhs.text }

    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

private struct Shop: Assembly {
    let container: Container

    var number: Int { define { 1 } }
}

private struct Broken: Error {}

@Suite struct `An object that calls its container when it is released` {
    private let app = Container(name: "app")
    private let released = Count()

    private var witness: Witness { Witness(app, released) }

    @Test func `may be released by closing`() async throws {
        app.register(.singleton) { [app, released] in Witness(app, released) }
            .onClose { _ in }
        app.register(.singleton, tag: "uncached") { [app, released] in Witness(app, released) }
        _ = try app.resolve(Witness.self)
        _ = try app.resolve(Witness.self, tag: "uncached")

        try await app.close()

        #expect(released.value == 2)
    }

    @Test func `may be released by resetting`() throws {
        app.register(.singleton) { [app, released] in Witness(app, released) }
        app.register(.weakSingleton, tag: "weak") { [app, released] in Witness(app, released) }
        let weak = try app.resolve(Witness.self, tag: "weak")
        _ = try app.resolve(Witness.self)

        app.dropInstances()
        app.reset()

        withExtendedLifetime(weak) {}
        #expect(released.value == 1)
    }

    @Test func `may belong to an observer`() {
        var token: ObservationToken? = app.observe { [witness] _ in _ = witness }
        _ = token
        token = nil

        #expect(released.value == 1)
    }

    @Test func `may belong to a definition that is never published`() {
        #expect(throws: Broken.self) {
            try app.install { [witness] container in
                container.register { witness }
                throw Broken()
            }
        }
        app.install { [witness] container in
            container.register { witness }
            container.install { $0.reset() }
        }

        #expect(released.value == 2)
    }

    @Test func `may belong to a definition that is replaced or removed`() {
        app.register { [witness] in witness }
        app.register { [app, released] in Witness(app, released) }.replacing()
        let definition = app.register(tag: "removed") { [witness] in witness }
        app.remove(definition)
        app.reset()

        #expect(released.value == 1)
    }

    @Test func `may belong to a substitution`() async throws {
        let shop = Shop(container: app)
        shop.substitute(\.number) { [witness] in withExtendedLifetime(witness) { 2 } }.remove()
        #expect(released.value == 1)

        shop.substitute(\.number) { [witness] in withExtendedLifetime(witness) { 3 } }
        app.reset()
        #expect(released.value == 2)

        shop.substitute(\.number) { [witness] in withExtendedLifetime(witness) { 4 } }
        try await app.close()
        #expect(released.value == 3)
    }

    @Test func `may belong to the name of a container`() {
        let containers = NamedContainers<Name>()
        _ = containers[Name(text: "one", witness: witness)]
        containers.remove(Name(text: "one", witness: witness))

        #expect(released.value == 2)
    }

    @Test func `may be the value of a property`() throws {
        app.register { [app, released] in Witness(app, released) }
        var observed: Observed<Witness>? = Observed<Witness>(in: app)
        for _ in 0..<3 {
            _ = try observed?.get()
            app.register { [app, released] in Witness(app, released) }.replacing()
        }
        observed = nil

        #expect(released.value == 3)
    }
}

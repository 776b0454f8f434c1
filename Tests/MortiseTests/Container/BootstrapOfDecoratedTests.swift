// SPDX-License-Identifier: MIT

import Mortise
import Testing

private protocol API: AnyObject, Sendable {
    var text: String { get }
}

private protocol Reading: AnyObject, Sendable {
    var text: String { get }
}

private final class Live: API, Reading {
    let text: String
    init(_ text: String = "live") { self.text = text }
}

private final class Wrapped: API, Reading {
    let inner: any API
    let name: String
    init(_ name: String, _ inner: any API) {
        self.inner = inner
        self.name = name
    }
    var text: String { "\(name)(\(inner.text))" }
}

private struct Refusal: Error {}

@Suite struct `Bootstrapping what is decorated` {
    enum Lane: CaseIterable, Sendable {
        case plain, main, async
    }

    private func register(_ lane: Lane, in app: Container) {
        switch lane {
        case .plain: app.register(.eagerSingleton) { Live() as any API }
        case .main: app.main.register(.eagerSingleton) { Live() as any API }
        case .async:
            app.register(.eagerSingleton) {
                await Task.yield()
                return Live() as any API
            }
        }
    }

    private func decorate(_ lane: Lane, in app: Container, _ name: String) {
        switch lane {
        case .plain: app.decorate((any API).self) { original, _ in Wrapped(name, original) }
        case .main: app.main.decorate((any API).self) { original, _ in Wrapped(name, original) }
        case .async:
            app.decorate((any API).self) { original, _ async throws in
                await Task.yield()
                return Wrapped(name, original)
            }
        }
    }

    @Test(arguments: Lane.allCases, Lane.allCases)
    func `asynchronously makes the wrapper, whatever runs where`(
        _ lane: Lane,
        _ decorating: Lane
    ) async throws {
        let app = Container()
        register(lane, in: app)
        decorate(decorating, in: app, "a")
        decorate(.plain, in: app, "b")
        try await app.async.bootstrap()
        let api = try app.resolve((any API).self)
        #expect(api.text == "b(a(live))")
        #expect(try app.resolve((any API).self) === api)
        #expect(try await app.async.resolve((any API).self) === api)
    }

    @Test(arguments: Lane.allCases)
    func `fails with the decorator that throws`(_ lane: Lane) async throws {
        let app = Container()
        register(lane, in: app)
        app.decorate((any API).self) { _, _ in throw Refusal() }
        let error = await #expect(throws: ResolutionError.self) { try await app.async.bootstrap() }
        #expect(error?.underlying is Refusal)
        #expect(!app.isBootstrapped)
    }

    @Test func `makes the wrapper of a type that is forwarded, too`() async throws {
        func app(_ made: Counter) -> Container {
            Container { container in
                container.register(.eagerSingleton) { Live() }
                    .implements((any API).self) { $0 }
                    .implements((any Reading).self) { $0 }
                container.decorate((any API).self) { original, _ in
                    made.add()
                    return Wrapped("api", original)
                }
            }
        }
        let made = Counter()
        let plain = app(made)
        try plain.bootstrap()
        #expect(made.value == 1)
        #expect(try plain.resolve((any API).self).text == "api(live)")
        #expect(try plain.resolve((any Reading).self).text == "live")
        #expect(made.value == 1)

        let other = app(made)
        other.decorate((any Reading).self) { original, _ async throws in
            await Task.yield()
            return Live("read \(original.text)")
        }
        other.main.decorate((any API).self) { original, _ in Wrapped("main", original) }
        try await other.async.bootstrap()
        #expect(made.value == 2)
        #expect(try other.resolve((any Reading).self).text == "read live")
        #expect(try other.resolve((any API).self).text == "main(api(live))")
        #expect(try other.resolve([any API]?.self) == nil)
        #expect(made.value == 2)
    }

    @Test func `makes the wrapper of a type that is forwarded twice`() throws {
        let app = Container()
        app.register(.eagerSingleton) { Live() }
            .forwarding(to: (any API).self) { $0 }
            .implements((any Reading).self) { Live("read \($0.text)") }
        let made = Counter()
        app.decorate((any Reading).self) { original, _ in
            made.add()
            return original
        }
        try app.bootstrap()
        #expect(made.value == 1)
        #expect(try app.resolve((any Reading).self).text == "read live")
        #expect(made.value == 1)
    }

    @Test func `makes each contribution, with and without a tag`() async throws {
        let app = Container { container in
            container.register(.eagerSingleton) { Live("1") as any API }.contributing()
            container.register(.eagerSingleton, tag: "t") { Live("2") as any API }
            container.register(.eagerSingleton) { Live("3") as any API }.contributing()
            container.register { "part" }
            container.register(.eagerSingleton, tag: "wired") { (part: String) in
                Live(part) as any API
            }
        }
        decorate(.async, in: app, "d")
        try await app.async.bootstrap()
        #expect(try app.resolve([any API].self).map(\.text) == ["d(1)", "d(3)"])
        #expect(try app.resolve((any API).self, tag: "t").text == "d(2)")
        #expect(try app.resolve((any API).self, tag: "wired").text == "d(part)")
    }

    @Test(arguments: Lane.allCases, Lane.allCases)
    func `in a child makes what the child decorates of its parents`(
        _ lane: Lane,
        _ decorating: Lane
    ) async throws {
        let app = Container()
        register(lane, in: app)
        decorate(.plain, in: app, "app")
        let session = Container(parent: app)
        decorate(decorating, in: session, "session")
        let child = Container(parent: session)
        decorate(.plain, in: child, "child")
        try await app.async.bootstrap()
        try await child.async.bootstrap()
        let api = try child.resolve((any API).self)
        #expect(api.text == "child(session(app(live)))")
        #expect(try child.resolve((any API).self) === api)
        #expect(try app.resolve((any API).self).text == "app(live)")
    }

    @Test func `in a child fails with the decorator that throws, and then goes on`() throws {
        let app = Container { $0.register(.eagerSingleton) { Live() as any API } }
        let child = Container(parent: app)
        let attempts = Counter()
        child.decorate((any API).self) { original, _ in
            attempts.add()
            if attempts.value == 1 { throw Refusal() }
            return Wrapped("child", original)
        }
        #expect(throws: ResolutionError.self) { try child.bootstrap() }
        #expect(!child.isBootstrapped)
        try child.bootstrap()
        #expect(child.isBootstrapped)
        #expect(try child.resolve((any API).self).text == "child(live)")
        #expect(attempts.value == 2)
    }

    @Test func `in a child makes decorated contributions and types that are forwarded`() throws {
        let app = Container { container in
            container.register(.eagerSingleton) { Live("1") as any API }.contributing()
            container.register(.eagerSingleton) { Live("2") as any API }.contributing()
            container.register(.eagerSingleton) { Live("3") }.implements((any Reading).self) { $0 }
        }
        let child = Container(parent: app)
        child.register(.eagerSingleton) { Live("4") as any API }.contributing()
        let made = Counter()
        child.decorate((any API).self) { original, _ in
            made.add()
            return Wrapped("child", original)
        }
        child.decorate((any Reading).self) { original, _ in
            made.add()
            return original
        }
        try child.bootstrap()
        #expect(made.value == 4)
        let all = try child.resolve([any API].self).map(\.text)
        #expect(all == ["child(1)", "child(2)", "child(4)"])
        #expect(try child.resolve((any Reading).self).text == "3")
        #expect(made.value == 4)
    }

    @Test
    func `in a child makes nothing that the child hides, and in an overlay nothing of its base`()
        throws
    {
        let made = Counter()
        let app = Container { container in
            container.register(.eagerSingleton) {
                made.add()
                return Live() as any API
            }
        }
        let child = Container(parent: app)
        child.register { Live("own") as any API }
        decorate(.plain, in: child, "child")
        try child.bootstrap()
        #expect(try child.resolve((any API).self).text == "child(own)")
        let overlay = app.overriding { _ in }
        decorate(.plain, in: overlay, "overlay")
        try overlay.bootstrap()
        #expect(made.value == 0)
        #expect(try overlay.resolve((any API).self).text == "overlay(live)")
        #expect(made.value == 1)
    }

    @MainActor @Test func `on the main actor makes the wrapper of the main actor`() throws {
        let app = Container()
        app.register(.eagerSingleton) { Live() }.implements((any API).self) { $0 }
        app.main.decorate((any API).self) { original, _ in Wrapped("main", original) }
        try app.main.bootstrap()
        #expect(try app.resolve((any API).self).text == "main(live)")
    }

    @Test func `makes what is selected, and what is not`() async throws {
        let app = Container { container in
            container.register(.eagerSingleton, tag: "a") { Live("a") as any API }.selectable()
            container.register(.eagerSingleton, tag: "b") { Live("b") as any API }.selectable()
        }
        decorate(.main, in: app, "d")
        try await app.async.bootstrap()
        #expect(try app.resolve((any API).self).text == "d(a)")
        try app.select("b", for: (any API).self)
        #expect(try app.resolve((any API).self).text == "d(b)")
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private protocol Store: Sendable {}
private struct Local: Store {}
private struct Remote: Store {
    init() {}
    init(url: Int) {}
}
private struct Screen: Sendable {
    let store: any Store
    init(store: any Store) { self.store = store }
}

@Suite struct `Validating selections` {
    private func makeApp() -> Container {
        Container(name: "app") {
            $0.register(tag: "local") { Local() as any Store }.selectable()
            $0.register(tag: "remote") { Remote() as any Store }.selectable()
            $0.register(autowiring: Screen.init)
        }
    }

    private func expectAgreement(
        _ container: Container,
        _ code: DiagnosticCode,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) {
            try container.resolve(Screen.self)
        }
        #expect(error?.code == code, sourceLocation: sourceLocation)
        #expect(
            Set(container.validate().errors.map(\.code)) == [code],
            sourceLocation: sourceLocation
        )
    }

    @Test func `finds nothing in one that leads to a definition`() throws {
        let app = makeApp()
        #expect(app.validate().findings == [])
        try app.select("remote", for: (any Store).self)
        #expect(app.validate().findings == [])
        let child = Container(parent: app)
        try child.select("local", for: (any Store).self)
        #expect(child.validate().findings == [])
    }

    @Test func `finds nothing where the selected one was removed and another is left`() throws {
        let app = Container { $0.register(autowiring: Screen.init) }
        let local = app.register(tag: "local") { Local() as any Store }.selectable()
        let remote = app.register(tag: "remote") { Remote() as any Store }.selectable()
        try app.select("remote", for: (any Store).self)

        app.remove(remote)
        #expect(app.validate().findings == [])
        #expect(try app.resolve(Screen.self).store is Local)

        app.remove(local)
        expectAgreement(app, .missingBinding)
    }

    @Test func `finds that the ancestor's definition which a child selected is gone`() throws {
        let app = Container { $0.register(autowiring: Screen.init) }
        let local = app.register(tag: "local") { Local() as any Store }.selectable()
        let remote = app.register(tag: "remote") { Remote() as any Store }.selectable()
        let child = Container(parent: app)
        try child.select("remote", for: (any Store).self)

        app.remove(remote)
        #expect(child.validate().findings == [])
        #expect(try child.resolve(Screen.self).store is Local)

        app.remove(local)
        expectAgreement(child, .missingBinding)
    }

    @Test func `finds that the selected one takes arguments`() throws {
        let app = Container {
            $0.register(tag: "local") { Local() as any Store }.selectable()
            $0.register(tag: "remote") { (_: inout Resolver, url: Int) in
                Remote(url: url) as any Store
            }.selectable()
            $0.register(autowiring: Screen.init)
        }
        #expect(app.validate().errors == [])

        try app.select("remote", for: (any Store).self)

        expectAgreement(app, .argumentMismatch)
    }

    @Test func `finds that the selected one is not registered yet`() throws {
        let app = makeApp()
        try app.select(awaiting: "cached", for: (any Store).self)

        expectAgreement(app, .missingBinding)
        #expect(app.validate().errors.map(\.path.last?.key.description) == [#"any Store "cached""#])
        app.register(tag: "cached") { Local() as any Store }.selectable()
        #expect(app.validate().findings == [])
    }

    @Test func `follows the selected one to what it needs`() throws {
        let app = Container {
            $0.register(tag: "local") { Local() as any Store }.selectable()
            $0.register(tag: "remote", autowiring: Remote.init(url:))
                .implements((any Store).self, tag: "remote") { $0 }.selectable()
            $0.register(.scoped("login"), tag: "kept") { Local() as any Store }.selectable()
            $0.register(.singleton) { Screen(store: $0) }
        }
        #expect(app.validate().errors.map(\.code) == [.missingBinding])

        try app.select("kept", for: (any Store).self)
        #expect(
            Set(app.validate().errors.map(\.code)) == [.missingBinding, .captiveDependency]
        )
    }
}

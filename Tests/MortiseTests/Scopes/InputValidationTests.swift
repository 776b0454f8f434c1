// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private protocol Account: Sendable {}
private struct User: Account {}
private struct Desk: Sendable { let user: User }
private struct Cache: Sendable { let user: User }
private struct Greeting: Sendable { let user: User? }

extension ScopeName {
    fileprivate static let login: ScopeName = "login"
}

private let file: StaticString = "App/Wiring.swift"

@Suite struct `Validating inputs` {
    private func makeApp() -> Container {
        Container(name: "app") {
            $0.expects(User.self, in: .login, file: file, line: 1)
            $0.register(.scoped(.login), file: file, line: 2) { Desk(user: $0) }
            $0.register(file: file, line: 3) { Greeting(user: $0) }
        }
    }

    private func makeOpenApp() -> Container {
        Container(name: "app") {
            $0.expects(User.self, file: file, line: 1)
            $0.register(file: file, line: 2) { Desk(user: $0) }
        }
    }

    @Test func `finds nothing in a program that brings them`() throws {
        let app = makeApp()
        let login = try app.openScope(.login) { $0.provide(User()) }
        let overlay = app.overriding { $0.provide(User()) }
        let request = try login.openScope("request")
        let further = Container(parent: login)

        for container in [app, login, overlay, request, further, app.overriding { _ in }] {
            #expect(container.validate().findings == [])
        }

        let open = makeOpenApp()
        let child = Container(parent: open) { $0.provide(User()) }
        for container in [open, child, open.overriding { $0.provide(User()) }] {
            #expect(container.validate().findings == [])
        }
    }

    @Test func `sees what a linked container has from its parents`() throws {
        let parent = Container { $0.register { User() } }
        let peer = Container(parent: parent) { $0.register { Desk(user: $0) } }
        let app = Container { $0.register { (desk: Desk) in Cache(user: desk.user) } }
        app.link(with: peer)
        _ = try app.resolve(Cache.self)
        #expect(app.validate().findings == [])
    }

    @Test func `finds a weak singleton that holds one, and none inside the scope`() throws {
        final class Holder: Sendable {
            let user: User
            init(_ user: User) { self.user = user }
        }
        let app = Container {
            $0.expects(User.self, in: .login)
            $0.register(.weakSingleton) { Holder($0) }
        }
        let codes = [DiagnosticCode.captiveDependency]
        #expect(app.validate().errors.map(\.code) == codes)
        let login = try app.openScope(.login) { $0.provide(User()) }
        #expect(throws: ResolutionError.self) { try login.resolve(Holder.self) }

        login.register(.singleton) { Cache(user: $0) }
        _ = try login.resolve(Cache.self)
        #expect(login.validate().errors.map(\.code) == codes)
    }

    @Test func `warns of a child or an overlay that does not bring one`() throws {
        let app = makeOpenApp()
        for container in [Container(name: "child", parent: app), app.overriding { _ in }] {
            let validation = container.validate()
            #expect(validation.isValid)
            #expect(validation.warnings.map(\.code) == [.missingInput])
        }
        let child = Container(name: "child", parent: app)
        let error = try #require(throws: ResolutionError.self) { try child.resolve(Desk.self) }
        let warning = child.validate().warnings.first
        #expect(warning?.fact == error.diagnostic.fact)
        #expect(warning?.hint == error.diagnostic.hint)
    }

    @Test func `finds one that was declared after the scope was opened`() throws {
        let app = Container()
        let login = try app.openScope(.login)
        app.expects(User.self, in: .login)
        app.register { Greeting(user: $0) }

        #expect(login.validate().errors.map(\.code) == [.missingInput])
        let error = #expect(throws: ResolutionError.self) { try login.resolve(Greeting.self) }
        #expect(error?.code == .missingInput)
    }

    @Test func `finds none that the enclosing scope has, whoever declares it again`() throws {
        let login = try makeApp().openScope(.login) { $0.provide(User()) }
        let other = Container(name: "other", parent: login) { $0.expects(User.self, in: .login) }
        other.register { Greeting(user: $0) }

        #expect(other.validate().errors == [])
        #expect(try other.resolve(Greeting.self).user != nil)
    }

    @Test func `finds one that nothing expects`() throws {
        let app = makeOpenApp()
        app.expects((any Account).self)
        let child = Container(parent: app) {
            $0.provide(User())
            $0.provide(Cache(user: User()), file: file, line: 9)
        }
        try expectGolden(
            child.validate().findings.map { $0.rendered() }.joined(separator: "\n"),
            "unexpected-input"
        )
    }

    @Test func `hints at the type that is expected`() throws {
        let app = Container { $0.expects((any Account).self) }
        let child = Container(parent: app) { $0.provide(User()) }
        #expect(
            child.validate().errors.first?.hint
                == "User conforms to any Account: add `as: (any Account).self`"
        )
    }

    @Test func `finds one that is brought twice`() throws {
        let child = Container(parent: makeOpenApp()) {
            $0.provide(User())
            $0.provide(User())
        }
        #expect(child.validate().errors.map(\.code) == [.duplicateBinding])
    }

    @Test func `finds a singleton that holds one`() throws {
        for app in [makeApp(), makeOpenApp()] {
            app.register(.singleton, file: file, line: 4) { Cache(user: $0) }
            #expect(app.validate().errors.map(\.code) == [.captiveDependency])
        }
        let app = makeOpenApp()
        app.register(.singleton, file: file, line: 4) { Cache(user: $0) }
        // The overlay makes the singleton anew.
        let overlay = app.overriding { $0.provide(User()) }
        #expect(overlay.validate().findings == [])
        _ = try overlay.resolve(Cache.self)

        let child = Container(parent: app) { $0.provide(User()) }
        let error = try #require(throws: ResolutionError.self) { try child.resolve(Cache.self) }
        #expect(child.validate().errors.map(\.hint) == [error.diagnostic.hint])
    }

    @Test func `warns of an optional one that is needed always`() throws {
        let app = Container {
            $0.expects(User?.self, in: .login)
            $0.register(.scoped(.login)) { Greeting(user: $0) }
        }
        #expect(app.validate().findings == [])
        app.register(.scoped(.login)) { Desk(user: $0) }
        #expect(app.validate().warnings.map(\.code) == [.missingInput])
        let login = try app.openScope(.login) { $0.provide(User()) }
        #expect(login.validate().findings == [])
    }

    @Test func `draws them`() throws {
        let app = makeApp()
        app.expects((any Account)?.self, file: file, line: 5)
        let login = try app.openScope(.login) { $0.provide(User(), file: file, line: 7) }
        try expectGolden(login.graph.text(), "graph-inputs")
        #expect(login.graph.json().contains("\"input\": \"provided\""))
    }
}

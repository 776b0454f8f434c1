// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private struct User: Sendable {}
private final class Account: Sendable {}

private final class Basket: Sendable {
    let session: Account
    init(session: Account) { self.session = session }
}

private final class Greeter: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

@Suite struct `Validating scopes` {
    private func makeApp() -> Container {
        Container(name: "app") {
            $0.register(.scoped("login")) { Account() }
            $0.register(.scoped("request")) { Basket(session: $0) }
        }
    }

    @Test func `finds nothing where they are not open yet, or are nested`() throws {
        let app = makeApp()
        let login = try app.openScope("login")
        let request = try login.openScope("request")

        for container in [app, login, request, Container(parent: request), app.overriding()] {
            #expect(container.validate().findings == [])
        }
        _ = try request.resolve(Basket.self)
    }

    @Test func `finds an instance that needs one of a scope beside it`() throws {
        let app = makeApp()
        let request = try app.openScope("request")

        let error = #expect(throws: ResolutionError.self) { try request.resolve(Basket.self) }
        #expect(request.validate().errors.map(\.code) == [.missingScope])
        #expect(error?.code == .captiveDependency || error?.code == .missingScope)
        #expect(app.validate().findings == [])
    }

    @Test func `finds an instance that needs an input of a scope beside it`() throws {
        let app = Container {
            $0.expects(User.self, in: "login")
            $0.register(.scoped("request")) { Greeter(user: $0) }
        }
        let request = try app.openScope("request")

        let error = try #require(throws: ResolutionError.self) { try request.resolve(Greeter.self) }
        #expect(request.validate().errors.map(\.code) == [error.code])
        #expect(app.validate().findings == [])
    }

    @Test func `warns of a name that is nearly that of an input's scope`() {
        let app = Container {
            $0.expects(User.self, in: "login")
            $0.register(.scoped("logn")) { Account() }
        }

        #expect(app.validate().warnings.map(\.code) == [.missingScope])
        #expect(app.validate().warnings.map(\.hint) == [#"is it "login"?"#])
    }

    @Test func `warns of a name that is nearly that of an open scope`() throws {
        let app = Container { $0.register(.scoped("logn")) { Account() } }
        #expect(app.validate().findings == [])

        let login = try app.openScope("login")
        let request = try app.openScope("request").openScope("inner")

        for container in [app, login, request] {
            #expect(
                container.validate().warnings.map(\.hint)
                    == [#"a scope "login" is open: are the two the same?"#]
            )
        }
        withExtendedLifetime(login) {}
    }

    @Test func `warns of an open scope with a name that nothing uses`() throws {
        let app = makeApp()
        let scope = try app.openScope("reqest")
        // One of the two is misspelt.
        for container in [scope, app] {
            #expect(
                container.validate().warnings.map(\.hint)
                    == [#"a scope "reqest" is open: are the two the same?"#]
            )
        }

        app.register(.scoped("request")) { Greeter(user: User()) }
        #expect(scope.validate().warnings.map(\.hint) == [#"is it "request"?"#])
        #expect(app.validate().findings == [])
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseTesting
import Testing

private struct User: Sendable, Equatable { let name: String }
private protocol Plugin: Sendable {}

private struct Desk: Sendable {
    let user: User
    let plugins: [any Plugin]
    init(user: User, plugins: [any Plugin]) { (self.user, self.plugins) = (user, plugins) }
}

private let app = Container(name: "app") {
    $0.expects(User.self)
    $0.declaresCollection(of: (any Plugin).self)
    $0.register(.singleton) { Desk(user: $0, plugins: $1) }
}

@Suite struct `A test with an overlay, and what is declared` {
    @Test(.overriding(app) { $0.provide(User(name: "Ada")) })
    func `brings an input`() throws {
        #expect(try Container.current.resolve(Desk.self).user == User(name: "Ada"))
        expectValid(Container.current)
    }

    @Test(
        .overriding(app) {
            $0.provide(User(name: "Ada"))
            $0.expects(Int.self, in: "login")
            $0.declaresCollection(of: String.self)
            $0.register { 1.5 }.forAnyTag()
        }
    )
    func `declares its own`() throws {
        let container = Container.current
        #expect(throws: ResolutionError.self) { try container.openScope("login") }
        let login = try container.openScope("login") { $0.provide(7) }
        #expect(try login.resolve(Int.self) == 7)
        #expect(try container.resolve([String].self) == [])
        #expect(try container.resolve(Double.self, tag: "any") == 1.5)
    }

    @Test func `fails where an input is missing`() throws {
        try withKnownIssue {
            let base = Container()
            let login = try base.openScope("login")
            base.expects(User.self, in: "login")
            base.register(autowiring: { (user: User) in user.name })
            expectValid(login)
        } matching: {
            "\($0)".contains("missing-input")
        }
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

private final class User: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
    static let guest = User("guest")
}

private struct Page: Sendable { let user: User }

extension ScopeName {
    fileprivate static let login: ScopeName = "login"
}

private func expectError<Result>(_ code: ResolutionError.Code, _ body: () throws -> Result) {
    let error = #expect(throws: ResolutionError.self) { _ = try body() }
    #expect(error?.code == code)
}

@Suite struct `A default beside an input` {
    private func makeApp(declaringFirst isFirst: Bool = false) -> Container {
        Container {
            if isFirst { $0.expects(User.self, in: .login) }
            $0.register { User.guest }
            if !isFirst { $0.expects(User.self, in: .login) }
            $0.register { Page(user: $0) }
            $0.register(.scoped(.login), tag: "kept") { Page(user: $0) }
        }
    }

    @Test(arguments: [false, true])
    func `answers outside the scope, and the input inside`(isFirst: Bool) throws {
        let app = makeApp(declaringFirst: isFirst)
        let ada = User("Ada")
        let login = try app.openScope(.login) { $0.provide(ada) }
        let inner = try login.openScope("request")

        #expect(try app.resolve(Page.self).user === User.guest)
        #expect(try app.resolve(User.self) === User.guest)
        for container in [login, inner, login.overriding { _ in }] {
            #expect(try container.resolve(Page.self).user === ada)
            #expect(try container.resolve(Page.self, tag: "kept").user === ada)
        }
        #expect(try app.openScope("other").resolve(Page.self).user === User.guest)
        for container in [app, login, inner] { #expect(container.validate().findings == []) }
        #expect(app.graph.lookup(Key(TypeName(of: User.self))) != .missing)
    }

    @Test(arguments: [false, true], [false, true])
    func `may be what contributes to a list`(isFirst: Bool, isOptional: Bool) throws {
        func expects(_ container: Container) {
            if isOptional {
                container.expects([User]?.self, in: .login)
            } else {
                container.expects([User].self, in: .login)
            }
        }
        let (ada, bob) = (User("Ada"), User("Bob"))
        let app = Container {
            if isFirst { expects($0) }
            $0.register { User.guest }.contributing()
            $0.register { bob }.contributing()
            if !isFirst { expects($0) }
            $0.register { (users: [User]) in users.map(\.name) }
            $0.register(tag: "optional") { (users: [User]?) in users.map { $0.map(\.name) } ?? [] }
        }
        let login = try app.openScope(.login) { $0.provide([ada]) }

        #expect(try app.resolve([String].self) == ["guest", "Bob"])
        #expect(try app.resolve([String].self, tag: "optional") == ["guest", "Bob"])
        #expect(try login.resolve([String].self) == ["Ada"])
        #expect(try login.resolve([String].self, tag: "optional") == ["Ada"])
        if isOptional {
            #expect(try app.openScope(.login).resolve([String].self) == ["guest", "Bob"])
        } else {
            expectError(.missingInput) { try app.openScope(.login) }
        }
        for container in [app, login] { #expect(container.validate().findings == []) }
    }

    @Test func `may be kept, wired, and of an enclosing container`() throws {
        let ada = User("Ada")
        let kept = Container {
            $0.register(.singleton) { User("guest") }
            $0.expects(User.self, in: .login)
        }
        #expect(try kept.resolve(User.self) === kept.resolve(User.self))
        #expect(try kept.openScope(.login) { $0.provide(ada) }.resolve(User.self) === ada)

        for isFirst in [false, true] {
            let wired = Container()
            wired.register { "wired" }
            if isFirst { wired.expects(User.self, in: .login) }
            wired.register { (name: String) in User(name) }
            if !isFirst { wired.expects(User.self, in: .login) }
            #expect(try wired.resolve(User.self).name == "wired")
            #expect(try wired.openScope(.login) { $0.provide(ada) }.resolve(User.self) === ada)
            #expect(wired.validate().findings == [])
        }

        let parent = Container { $0.register { User.guest } }
        let feature = Container(parent: parent) {
            $0.expects(User.self, in: .login)
            $0.register { Page(user: $0) }
        }
        #expect(try feature.resolve(Page.self).user === User.guest)
        #expect(try feature.openScope(.login) { $0.provide(ada) }.resolve(Page.self).user === ada)
        #expect(feature.validate().findings == [])
    }

    @Test func `does not stand in for a required input in the scope`() throws {
        let app = makeApp()
        expectError(.missingInput) { try app.openScope(.login) }

        let optional = Container {
            $0.register { User.guest }
            $0.expects(User?.self, in: .login)
        }
        #expect(try optional.openScope(.login).resolve(User.self) === User.guest)
    }

    @Test func `is not needed`() throws {
        let app = Container {
            $0.expects(User.self, in: .login)
            $0.register { Page(user: $0) }
        }
        expectError(.missingScope) { try app.resolve(Page.self) }
        expectError(.missingInput) { try app.openScope(.login) }
    }

    @Test func `is replaced and removed by itself`() throws {
        let app = makeApp()
        app.register { User("other") }.replacing()
        #expect(try app.resolve(User.self).name == "other")
        expectError(.missingInput) { try app.openScope(.login) }

        let again = makeApp()
        let definition = again.register { User("last") }
        #expect(try again.resolve(User.self).name == "last")
        #expect(again.validate().errors.map(\.code) == [.duplicateBinding])
        again.remove(definition)
        expectError(.missingScope) { try again.resolve(User.self) }
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private protocol Account: Sendable {
    var name: String { get }
}

private final class User: Account, Closable, ResolutionAware {
    let name: String
    let closings = Locked(0)
    let resolutions = Locked(0)
    init(_ name: String = "Ada") { self.name = name }
    func close() { closings.withLock { $0 += 1 } }
    func didResolve() { resolutions.withLock { $0 += 1 } }
}

private struct Theme: Sendable { let name: String }

private final class Desk: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

private struct Greeting: Sendable {
    let user: User?
    init(user: User?) { self.user = user }
}

private struct Cache: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

extension ScopeName {
    fileprivate static let login: ScopeName = "login"
}

private let file: StaticString = "App/Wiring.swift"

private func makeApp() -> Container {
    Container(name: "app") {
        $0.expects(User.self, in: .login, file: file, line: 1)
        $0.register(.scoped(.login), file: file, line: 2) { Desk(user: $0) }
    }
}

private func text(_ body: () throws -> Void) throws -> String {
    try #require(throws: ResolutionError.self) { try body() }.description
}

private func expectError<Result>(
    _ code: ResolutionError.Code,
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () throws -> Result
) {
    let error = #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) {
        _ = try body()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
}

@Suite struct `An input of a scope` {
    @Test func `is brought by who opens the scope`() throws {
        let app = makeApp()
        let (ada, bob) = (User("Ada"), User("Bob"))

        let first = try app.openScope(.login) { $0.provide(ada) }
        let second = try app.openScope(.login) { $0.provide(bob) }

        #expect(try first.resolve(Desk.self).user === ada)
        #expect(try second.resolve(Desk.self).user === bob)
        #expect(try first.resolve(User.self) === ada)
        #expect(try first.resolve(User?.self) === ada)
    }

    @Test func `is known in scopes inside that scope`() throws {
        let app = makeApp()
        app.register(.scoped("request")) { Cache(user: $0) }
        let user = User()

        let login = try app.openScope(.login) { $0.provide(user) }
        let request = try login.openScope("request")

        #expect(try request.resolve(Cache.self).user === user)
        #expect(try request.resolve(Desk.self).user === user)
    }

    @Test func `is missing where the scope is opened without it`() throws {
        let app = makeApp()

        try expectGolden(
            text { _ = try app.openScope(.login, file: "App/Login.swift", line: 9) },
            "error-missing-input"
        )
        expectError(.missingInput) { try app.leaseScope(.login) }
    }

    @Test func `is missing for a body, which does not run`() async throws {
        let app = makeApp()
        await #expect(throws: ResolutionError.self) {
            try await app.withScope(.login) { _ in Issue.record("the body ran") }
        }

        let user = User()
        let found = try await app.withScope(.login, providing: { $0.provide(user) }) {
            try $0.resolve(Desk.self).user
        }
        #expect(found === user)
        #expect(try app.leaseScope(.login) { $0.provide(user) }.scope.resolve(User.self) === user)
    }

    @Test func `is named together with others that are missing`() throws {
        let app = makeApp()
        app.expects(Theme.self, in: .login, tag: "dark", file: file, line: 3)

        let error = try text { _ = try app.openScope(.login) }
        #expect(error.contains("is not given User and Theme \"dark\""))
    }

    @Test func `must be expected`() throws {
        let app = makeApp()
        try expectGolden(
            text {
                _ = try app.openScope(.login, file: "App/Login.swift", line: 9) {
                    $0.provide(User())
                    $0.provide(Theme(name: "dark"), file: "App/Login.swift", line: 11)
                }
            },
            "error-unexpected-input"
        )
    }

    @Test func `is expected in scopes of its name alone`() throws {
        let app = makeApp()
        expectError(.unexpectedInput) {
            try app.openScope("request") { $0.provide(User()) }
        }
    }

    @Test func `of another scope is named with that scope`() throws {
        let app = makeApp()
        let error = try text {
            _ = try app.openScope("logon") { $0.provide(User()) }
        }
        let hint = "User is expected in a scope \"login\", declared at App/Wiring.swift:1"
        #expect(error.contains(hint))
    }

    @Test func `that is missing is named beside what was given instead`() throws {
        let app = makeApp()
        let error = try text {
            _ = try app.openScope(.login) { $0.provide("Ada") }
        }
        #expect(error.contains("is not given User, but String"))
    }

    @Test func `may be expected in several kinds of scopes, and by several modules`() throws {
        let app = makeApp()
        app.expects(User.self, in: "support", file: file, line: 3)
        app.expects(User.self, in: .login, file: file, line: 4)

        for name in [ScopeName.login, "support"] {
            let scope = try app.openScope(name) { $0.provide(User()) }
            #expect(try scope.resolve(User.self).name == "Ada")
            expectError(.missingInput) { try app.openScope(name) }
        }
        let error = try text { _ = try app.openScope(.login) }
        #expect(error.contains("is not given User\n"))
        #expect(app.validate().errors == [])
    }

    @Test func `is named once if two sources expect it`() throws {
        let sources = [makeApp(), makeApp()]
        let app = Container(sources: sources)
        let error = try text { _ = try app.openScope(.login) }
        #expect(error.contains("is not given User\n"))
    }

    @Test func `is given twice if the closure registers it as well`() throws {
        let app = makeApp()
        let error = try text {
            _ = try app.openScope(.login) {
                $0.provide(User())
                $0.register { User("other") }
            }
        }
        #expect(error.contains("is given User twice"))
    }

    @Test func `is provided once`() throws {
        let app = makeApp()
        try expectGolden(
            text {
                _ = try app.openScope(.login, file: "App/Login.swift", line: 9) {
                    $0.provide(User(), file: "App/Login.swift", line: 10)
                    $0.provide(User(), file: "App/Login.swift", line: 11)
                }
            },
            "error-input-twice"
        )
    }

    @Test func `of a protocol is provided as that`() throws {
        let app = Container {
            $0.expects((any Account).self, in: .login, file: file, line: 1)
        }
        let user = User()

        try expectGolden(
            text {
                _ = try app.openScope(.login, file: "App/Login.swift", line: 9) {
                    $0.provide(user)
                }
            },
            "error-input-of-conforming-type"
        )
        let login = try app.openScope(.login) { $0.provide(user, as: (any Account).self) }
        #expect(try login.resolve((any Account).self).name == "Ada")
    }

    @Test func `has a tag`() throws {
        let app = Container {
            $0.expects(Theme.self, in: .login, tag: "day")
            $0.expects(Theme.self, in: .login, tag: "night")
        }
        expectError(.missingInput) {
            try app.openScope(.login) { $0.provide(Theme(name: "light"), tag: "day") }
        }
        let login = try app.openScope(.login) {
            $0.provide(Theme(name: "light"), tag: "day")
            $0.provide(Theme(name: "dark"), tag: "night")
        }
        #expect(try login.resolve(Theme.self, tag: "night").name == "dark")
    }

    @Test func `is refused to a child of a closed scope`() async throws {
        let login = try makeApp().openScope(.login) { $0.provide(User()) }
        let child = Container(name: "child", parent: login)
        #expect(try child.resolve(User.self).name == "Ada")

        try await login.close()

        expectError(.scopeClosed) { try child.resolve(User.self) }
    }

    @Test func `may be left out if it is optional`() throws {
        let app = Container {
            $0.expects(User?.self, in: .login)
            $0.register(.scoped(.login)) { Greeting(user: $0) }
        }
        let user = User()

        let anonymous = try app.openScope(.login)
        #expect(try anonymous.resolve(Greeting.self).user == nil)
        #expect(try anonymous.resolve(User?.self) == nil)
        expectError(.missingInput) { try anonymous.resolve(User.self) }

        let known = try app.openScope(.login) { $0.provide(user) }
        #expect(try known.resolve(Greeting.self).user === user)
        #expect(try known.resolve(User?.self) === user)

        let nobody: User? = nil
        let also = try app.openScope(.login) { $0.provide(nobody) }
        #expect(try also.resolve(Greeting.self).user == nil)
        let some = try app.openScope(.login) { $0.provide(Optional(user)) }
        #expect(try some.resolve(Greeting.self).user === user)
    }

    @Test func `may be left out where the type is registered with arguments`() throws {
        let app = Container {
            $0.expects(User?.self, in: .login)
            $0.register { (resolver: inout Resolver, name: String) in User() }
        }

        for container in [app, try app.openScope(.login)] {
            #expect(try container.resolve(User?.self) == nil)
            let inferred: User? = try container.resolve()
            #expect(inferred == nil)
        }
    }

    @Test func `is in no list that others are in, and in none if it is optional`() throws {
        let app = Container { $0.register { User() } }
        let between = Container(parent: app) { $0.expects(User.self, in: .login) }
        #expect(try between.resolveAll(User.self).count == 1)

        let optional = Container { $0.expects(User?.self, in: .login) }
        #expect(try optional.resolveAll(User.self).isEmpty)
        #expect(try optional.openScope(.login).resolveAll(User.self).isEmpty)
        let user = User()
        let login = try optional.openScope(.login) { $0.provide(user) }
        #expect(try login.resolveAll(User.self).map(ObjectIdentifier.init) == [.init(user)])

        let tagged = Container {
            $0.expects(User.self, in: .login, tag: "guest")
            $0.register(tag: "guest") { User() }.contributing()
        }
        let byTag: [DefinitionTag: User] = try tagged.resolve()
        #expect(byTag.count == 1)

        let required = Container { $0.expects(User.self, in: .login) }
        expectError(.missingScope) { try required.resolveAll(User.self) }
    }

    @Test func `may be brought later if it is optional`() throws {
        let app = Container { $0.expects(User?.self, in: .login) }
        let user = User()

        let login = try app.openScope(.login)
        #expect(try login.resolve(User?.self) == nil)
        login.provide(user)
        #expect(try login.resolve(User?.self) === user)
    }

    @Test func `is not disposed of, not called back, and survives a reset`() async throws {
        let app = makeApp()
        let user = User()
        let login = try app.openScope(.login) { $0.provide(user) }
        for _ in 1...3 { #expect(try login.resolve(Desk.self).user === user) }

        login.reset()
        #expect(try login.resolve(Desk.self).user === user)
        login.install { $0.reset() }
        #expect(try login.resolve(User.self) === user)

        try await login.close()
        #expect(user.closings.withLock { $0 } == 0)
        #expect(user.resolutions.withLock { $0 } == 0)
    }

    @Test func `is released with its scope`() async throws {
        let app = makeApp()
        weak var released: User?
        do {
            let user = User()
            released = user
            let login = try app.openScope(.login) { $0.provide(user) }
            _ = try login.resolve(Desk.self)
            try await login.close()
        }
        #expect(released == nil)
    }

    @Test func `is not known outside of the scope`() throws {
        let app = makeApp()
        expectError(.missingScope) { try app.resolve(User.self) }
        expectError(.missingScope) { try app.resolve(Desk.self) }
    }

    @Test func `is asked for again by a scope of the same name inside`() throws {
        let login = try makeApp().openScope(.login) { $0.provide(User("Ada")) }
        expectError(.missingInput) { try login.openScope(.login) }
        let inner = try login.openScope(.login) { $0.provide(User("Bob")) }
        #expect(try inner.resolve(Desk.self).user.name == "Bob")
    }

    @Test func `may come from an overlay's definition`() throws {
        let app = makeApp()
        let overlay = app.overriding { $0.register { User("Eve") } }
        let login = try overlay.openScope(.login)
        #expect(try login.resolve(Desk.self).user.name == "Eve")
    }

    @Test func `may come with an error of the closure, which passes`() throws {
        struct Refusal: Error {}
        #expect(throws: Refusal.self) {
            try makeApp().openScope(.login) { _ in throw Refusal() }
        }
    }

    @Test func `is declared by a module, and in an install that fails not at all`() throws {
        struct Components: DefinitionModule {
            let user = ModuleDefinition.declaring { $0.expects(User.self, in: .login) }
            let theme = ModuleDefinition.declaring { $0.expects(Theme?.self, in: .login) }
            let session = ModuleDefinition(.scoped(.login)) { try Desk(user: $0.resolve()) }
        }
        let app = Container(modules: Components())
        expectError(.missingInput) { try app.openScope(.login) }
        let login = try app.openScope(.login) { $0.provide(User()) }
        #expect(try login.resolve(Desk.self).user.name == "Ada")

        struct Refusal: Error {}
        let other = Container()
        try? other.install {
            $0.expects(User.self, in: .login)
            throw Refusal()
        }
        _ = try other.openScope(.login)
        app.uninstall(Components())
        _ = try app.openScope(.login)
    }

    @Test func `is found across a link`() throws {
        let (app, profile) = (makeApp(), Container(name: "profile"))
        profile.expects(User.self, in: .login)
        profile.register(.scoped(.login)) { Cache(user: $0) }
        app.link(with: profile)
        let user = User()

        let login = try app.openScope(.login) { $0.provide(user) }
        #expect(try login.resolve(Cache.self).user === user)
    }

    @Test func `is reached in every lane`() async throws {
        let app = makeApp()
        app.main.register(.scoped(.login)) { (resolver: inout Resolver) in
            Theme(name: try resolver.resolve(User.self).name)
        }
        app.register(.scoped(.login)) { (resolver: inout AsyncResolver) async throws in
            Cache(user: try await resolver.resolve())
        }
        let user = User()
        let login = try app.openScope(.login) { $0.provide(user) }

        #expect(try await login.async.resolve(Cache.self).user === user)
        #expect(try await login.async.resolve(User.self) === user)
        #expect(try await login.main.resolve(Theme.self).name == "Ada")
    }

    @Test func `is the same for many threads that open scopes`() async throws {
        let app = makeApp()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 {
                group.addTask {
                    for round in 0..<200 {
                        let user = User("\(number)-\(round)")
                        do {
                            let login = try app.openScope(.login) { $0.provide(user) }
                            let session: Desk = try login.resolve()
                            #expect(session.user === user)
                            try await login.close()
                        } catch {
                            Issue.record(error)
                        }
                    }
                }
            }
        }
    }

    @Test func `is told to observers by nothing but its scope`() throws {
        let app = makeApp()
        let login = try app.openScope(.login) { $0.provide(User()) }
        let observation = login.observe { _ in }
        #expect(try login.resolve(Desk.self).user.name == "Ada")
        #expect(try login.resolve(User.self).name == "Ada")
        observation.cancel()
    }
}

@Suite struct `An input without a scope` {
    private func makeApp() -> Container {
        Container(name: "app") {
            $0.expects(User.self, file: file, line: 1)
            $0.register(file: file, line: 2) { Desk(user: $0) }
            $0.register(.singleton, file: file, line: 3) { Cache(user: $0) }
        }
    }

    @Test func `is brought by a child or an overlay`() throws {
        let app = makeApp()
        let user = User()

        let child = Container(parent: app) { $0.provide(user) }
        #expect(try child.resolve(Desk.self).user === user)

        let overlay = app.overriding { $0.provide(user) }
        #expect(try overlay.resolve(Desk.self).user === user)
        #expect(try overlay.resolve(Cache.self).user === user)

        let scope = try app.openScope(.login) { $0.provide(user) }
        #expect(try scope.resolve(Desk.self).user === user)
    }

    @Test func `is missing at its use`() throws {
        let child = Container(name: "child", parent: makeApp())
        try expectGolden(
            text { _ = try child.resolve(Desk.self) },
            "error-missing-input-of-child"
        )
    }

    @Test func `cannot be held by a singleton`() throws {
        let child = Container(name: "child", parent: makeApp()) { $0.provide(User()) }
        try expectGolden(
            text { _ = try child.resolve(Cache.self) },
            "error-captive-input"
        )
    }
}

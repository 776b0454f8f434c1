// SPDX-License-Identifier: MIT

// For the error codes of scopes and lanes: a wiring that gives each, and wirings that do not.

import Mortise
import MortiseGraph

extension ScopeName {
    static let request: ScopeName = "request"
}

final class Basket: Sendable {}

final class Checkout: Sendable {
    let basket: Basket
    init(basket: Basket) { self.basket = basket }
}

// MARK: missing-scope

do {
    let app = Container {
        $0.register(.scoped(.request)) { Basket() }
        $0.register { Checkout(basket: $0) }
    }
    try await expect(.missingScope) { _ = try app.resolve(Checkout.self) }

    // snippet.missing-scope
    try await app.withScope(.request) { request in
        _ = try request.resolve(Checkout.self)
    }
    // snippet.end

    // snippet.missing-scope-argument
    let single = Container {
        $0.register(.scoped(.request)) { Basket() }
        $0.register(.singleton) { Orders() }  // Holds no basket.
    }

    final class Orders: Sendable {
        func place(_ basket: Basket) {}
    }

    try await single.withScope(.request) { request in
        try single.resolve(Orders.self).place(request.resolve())
    }
    // snippet.end
    check(single.validate().isValid)
}

// MARK: missing-input, unexpected-input

protocol Account: Sendable {}

struct User: Account {}

struct Greeting: Sendable {
    let user: User
    init(user: User) { self.user = user }
}

struct Banner: Sendable {
    let user: User?
    init(user: User?) { self.user = user }
}

do {
    let app = Container {
        $0.expects(User.self, in: .request)
        $0.register(.scoped(.request)) { Greeting(user: $0) }
    }
    try await expect(.missingInput) { _ = try app.openScope(.request) }

    // snippet.missing-input
    let request = try app.openScope(.request) { $0.provide(User()) }
    // snippet.end
    _ = try request.resolve(Greeting.self)

    // snippet.missing-input-optional
    let open = Container {
        $0.expects(User?.self, in: .request)
        $0.register(.scoped(.request)) { Banner(user: $0) }
    }
    let anonymous = try open.openScope(.request)
    // snippet.end
    check(try anonymous.resolve(Banner.self).user == nil)
}

do {
    let app = Container { $0.expects((any Account).self, in: .request) }
    try await expect(.missingInput) { _ = try app.openScope(.request) { $0.provide(User()) } }
    try await expect(.unexpectedInput) {
        _ = try app.openScope(.request) {
            $0.provide(User(), as: (any Account).self)
            $0.provide(User())
        }
    }

    // snippet.unexpected-input
    let request = try app.openScope(.request) {
        $0.provide(User(), as: (any Account).self)
        $0.register { User() }  // Known here only.
    }
    // snippet.end
    _ = try request.resolve(User.self)
}

// MARK: captive-dependency

do {
    let app = Container {
        $0.register(.scoped(.request)) { Basket() }
        $0.register(.singleton) { Checkout(basket: $0) }
    }
    check(app.validate().errors.map(\.code) == [.captiveDependency])
    try await expect(.captiveDependency) {
        _ = try app.openScope(.request).resolve(Checkout.self)
    }
    try await expect(.captiveDependency) { _ = try app.resolve(Checkout.self) }
}

do {
    // snippet.captive-dependency
    let app = Container {
        $0.register(.scoped(.request)) { Basket() }
        $0.register(.scoped(.request)) { Checkout(basket: $0) }  // Ends with its basket.
    }
    // snippet.end
    check(app.validate().findings.isEmpty)
    _ = try app.openScope(.request).resolve(Checkout.self)
}

// MARK: scope-closed

do {
    let app = Container {
        $0.register(.scoped(.request)) { Basket() }
        $0.register { Checkout(basket: $0) }
    }
    let request = try app.openScope(.request)
    try await request.close()
    try await expect(.scopeClosed) { _ = try request.resolve(Checkout.self) }

    // snippet.scope-closed
    let lease = try app.leaseScope(.request)

    let background = Task {  // Goes on after the request was answered.
        _ = try lease.scope.resolve(Checkout.self)
    }
    // snippet.end
    try await background.value
}

// MARK: close-failed

struct NoReply: Error { let after: Int }

final class Connection: Sendable {
    func end() throws { throw NoReply(after: 3) }
}

do {
    let app = Container { $0.register(.singleton) { Connection() }.onClose { try $0.end() } }
    _ = try app.resolve(Connection.self)
    do {
        try await app.close()
        preconditionFailure("it should have thrown")
    } catch {
        check(error.diagnostics.map(\.code) == [.closeFailed])
    }
}

do {
    // snippet.close-failed
    let app = Container {
        $0.register(.singleton) { Connection() }
            .onClose { connection in
                do {
                    try connection.end()
                } catch is NoReply {
                    print("gone already")  // It is to be closed anyway.
                }
            }
    }
    // snippet.end
    _ = try app.resolve(Connection.self)
    try await app.close()
}

// MARK: needs-async

final class Database: Sendable {
    init() async throws {}
}

struct Feed { let database: Database }

do {
    let container = Container {
        $0.register(.singleton) { try await Database() }
        $0.register { Feed(database: $0) }
    }
    try await expect(.needsAsync) { _ = try container.resolve(Feed.self) }

    // snippet.needs-async
    let feed = try await container.async.resolve(Feed.self)
    // snippet.end
    check(try container.resolve(Feed.self).database === feed.database)
}

do {
    // snippet.needs-async-bootstrap
    let container = Container {
        $0.register(.eagerSingleton) { try await Database() }
        $0.register { Feed(database: $0) }
    }
    try await container.async.bootstrap()

    let feed: Feed = try container.resolve()
    // snippet.end
    _ = feed
}

do {
    // snippet.needs-async-provider
    final class Reader: Sendable {
        let feed: AsyncProvider<Feed>
        init(feed: AsyncProvider<Feed>) { self.feed = feed }

        func read() async throws -> Database { try await feed().database }
    }
    // snippet.end

    let container = Container {
        $0.register(.singleton) { try await Database() }
        $0.register { Feed(database: $0) }
        $0.register(.singleton) { Reader(feed: $0) }
    }
    try await expect(.needsAsync) { _ = try container.provider(of: Feed.self)() }
    let database = try await container.resolve(Reader.self).read()
    check(try container.resolve(Database.self) === database)
}

// MARK: needs-main-actor

@MainActor final class Model {
    let basket: Basket
    init(basket: Basket) { self.basket = basket }
}

struct Presenter { let model: Model }

do {
    let container = Container {
        $0.register { Basket() }
        $0.main.register { Model(basket: try $0.resolve()) }
        $0.register { Presenter(model: $0) }
    }
    try await expect(.needsMainActor) { _ = try container.resolve(Presenter.self) }

    _ = try show(container)
    _ = try await load(container)

    // snippet.needs-main-actor-provider
    @MainActor final class Window {
        let present: MainActorProvider<Presenter>
        init(present: MainActorProvider<Presenter>) { self.present = present }

        func open() throws -> Model { try present().model }
    }
    // snippet.end

    container.main.register { Window(present: $0) }
    try await expect(.needsMainActor) { _ = try container.provider(of: Presenter.self)() }
    _ = try container.main.resolve(Window.self).open()
}

// snippet.needs-main-actor
@MainActor func show(_ container: Container) throws -> Presenter {
    try container.main.resolve()
}

func load(_ container: Container) async throws -> Model {
    try await container.main.resolve()
}
// snippet.end

func expect(_ code: ResolutionError.Code, _ body: () async throws -> Void) async throws {
    do {
        try await body()
    } catch let error as ResolutionError where error.code == code {
        return
    }
    preconditionFailure("\(code) was expected")
}

func check(_ isTrue: Bool, line: UInt = #line) {
    precondition(isTrue, "line \(line) of this snippet does not hold")
}

// SPDX-License-Identifier: MIT

// This module is compiled with default isolation `MainActor`, as new app projects are: every type
// and every function in it belongs to the main actor unless it says otherwise.

import Mortise
import Testing

protocol Routing: AnyObject {
    var depth: Int { get }
}

final class Router: Routing {
    var depth = 0
}

final class ViewModel {
    let router: any Routing
    var title: String
    weak var parent: ViewModel?

    init(router: any Routing, title: String) {
        self.router = router
        self.title = title
    }
}

final class Player: Closable {
    static var closed: [String] = []
    let name: String

    init(_ name: String) { self.name = name }

    func close() {
        MainActor.preconditionIsolated()
        Self.closed.append(name)
    }
}

final class Detail {
    let title: String
    let router: any Routing

    init(title: String, router: any Routing) {
        self.title = title
        self.router = router
    }
}

final class Coordinator {
    let makeDetail: MainActorProvider<Detail>
    var details: [Detail] = []

    init(makeDetail: MainActorProvider<Detail>) { self.makeDetail = makeDetail }

    func show(_ title: String) throws { details.append(try makeDetail(title)) }
}

final class Home {
    let router: any Routing
    let configuration: Configuration

    init(router: any Routing, configuration: Configuration) {
        self.router = router
        self.configuration = configuration
    }
}

nonisolated struct Configuration: Sendable {
    let title: String
}

@Suite struct `A module that belongs to the main actor` {
    private func makeContainer() -> Container {
        Container {
            $0.register { Configuration(title: "start") }
            $0.main.register(.shared) { Router() as any Routing }
            $0.main.register { resolver in
                try ViewModel(
                    router: resolver.resolve(),
                    title: resolver.resolve(Configuration.self).title
                )
            }
            $0.main.register(.singleton, tag: "root") { Router() }
        }
    }

    @Test func `registers its types and resolves them without waiting`() throws {
        let container = makeContainer()

        let model: ViewModel = try container.main.resolve()
        model.title += "!"

        #expect(model.title == "start!")
        #expect(model.router.depth == 0)
        #expect(
            try container.main.resolve(Router.self, tag: "root")
                === container.main.resolve(Router.self, tag: "root")
        )
    }

    @Test func `sets properties, is called back and passes arguments`() throws {
        var titles: [String] = []
        let container = makeContainer()
        container.main.register { (resolver: inout Resolver, title: String) in
            ViewModel(router: try resolver.resolve(), title: title)
        }
        .injecting { resolver, model in model.parent = try resolver.resolve() }
        .didResolve { $0.title += " done" }

        let model = try container.main.resolve(ViewModel.self, arguments: "child")
        titles.append(model.title)

        #expect(titles == ["child done"])
    }

    @Test func `has its parameters resolved`() throws {
        let container = makeContainer()
        container.main.register { Home(router: $0, configuration: $1) }
        container.main.register(.singleton, tag: "reference", autowiring: Home.init)

        let home: Home = try container.main.resolve()
        let other = try container.main.resolve(Home.self, tag: "reference")

        #expect(home.configuration.title == "start")
        #expect(other.configuration.title == "start")
    }

    @Test func `has a coordinator that makes its objects`() throws {
        let container = makeContainer()
        container.main.register { (resolver: inout Resolver, title: String) in
            Detail(title: title, router: try resolver.resolve())
        }
        container.main.register(.singleton) { Coordinator(makeDetail: $0) }
        let coordinator: Coordinator = try container.main.resolve()

        try coordinator.show("one")
        try coordinator.show("two")

        #expect(coordinator.details.map(\.title) == ["one", "two"])
    }

    @Test func `awaits what is asynchronous`() async throws {
        let container = makeContainer()
        container.register(.singleton) { () async throws -> [Int] in
            await Task.yield()
            return [1]
        }

        #expect(try await container.async.resolve([Int].self) == [1])
        #expect(try await container.async.resolve(Router.self, tag: "root").depth == 0)
    }

    @Test func `has what it keeps closed on the main actor`() async throws {
        let container = makeContainer()
        container.main.register(.singleton) { Player("one") }
        _ = try container.main.resolve(Player.self)

        try await Task.detached { try await container.close() }.value

        #expect(Player.closed == ["one"])
    }

    @Test nonisolated func `is reached from elsewhere with await`() async throws {
        let container = await makeContainer()

        let model = try await container.main.resolve(ViewModel.self)

        let title = await model.title
        #expect(title == "start")
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@MainActor private protocol Screen: AnyObject {
    var title: String { get }
}

@MainActor private final class Model: Screen {
    let feed: Feed
    let title: String
    var parent: Router?

    init(feed: Feed, title: String) {
        self.feed = feed
        self.title = title
    }
}

@MainActor private final class Router {
    let screen: any Screen
    let help: Help?

    init(screen: any Screen, help: Help?) {
        self.screen = screen
        self.help = help
    }
}

@MainActor private struct Help { let text = "help" }

private struct Feed: Sendable { let number: Int }

/// Belongs to no actor, and cannot leave the one that makes it.
private final class Draft {
    let feed: Feed
    init(feed: Feed) { self.feed = feed }
}

@MainActor private func row(_ a: Int, _ b: String, _ c: Double, _ d: Bool) -> [String] {
    MainActor.preconditionIsolated()
    return ["\(a)", b, "\(c)", "\(d)"]
}

@Suite @MainActor struct `A main-actor factory with parameters` {
    private let container = Container {
        $0.register { 1 }
        $0.register { "title" }
        $0.register { Feed(number: $0) }
        $0.main.register(autowiring: Help.init)
    }

    @Test func `given as a closure has them resolved`() throws {
        container.main.register { Model(feed: $0, title: $1) }

        let model = try container.main.resolve(Model.self)

        #expect(model.feed.number == 1)
        #expect(model.title == "title")
    }

    @Test func `given as a closure with written types has them resolved`() throws {
        container.main.register { (feed: Feed, title: String) throws -> any Screen in
            Model(feed: feed, title: title + "!")
        }

        #expect(try container.main.resolve((any Screen).self).title == "title!")
    }

    @Test func `given by reference has them resolved`() throws {
        container.main.register(.shared, autowiring: Model.init)
            .implements((any Screen).self) { $0 }
        container.main.register(autowiring: Router.init)

        let router = try container.main.resolve(Router.self)

        #expect(router.screen.title == "title")
        #expect(router.help?.text == "help")
    }

    @Test func `may have many`() throws {
        container.register { 3.0 }
        container.register { true }
        container.main.register(tag: "closure") { row($0, $1, $2, $3) }
        container.main.register(tag: "reference", autowiring: row)

        for tag in ["closure", "reference"] {
            let made = try container.main.resolve([String].self, tag: tag)
            #expect(made == ["1", "title", "3.0", "true"])
        }
    }

    @Test func `takes them as arguments`() throws {
        container.main.register { Model(feed: $0, title: $1) }
        container.main.register(.singleton, tag: "kept") { (title: String) -> Model in
            Model(feed: Feed(number: 5), title: title)
        }

        let model = try container.main.resolve(
            Model.self,
            arguments: Feed(number: 2),
            "other"
        )
        let kept = try container.main.resolve(Model.self, tag: "kept", arguments: "a")

        #expect(model.feed.number == 2)
        #expect(kept.title == "a")
        #expect(try container.main.resolve(Model.self, tag: "kept", arguments: "a") === kept)
        #expect(try container.main.resolve(Model.self, tag: "kept", arguments: "b") !== kept)
    }

    @Test func `makes one singleton`() throws {
        container.main.register(.singleton) { Model(feed: $0, title: $1) }

        let model: Model = try container.main.resolve()

        #expect(try container.main.resolve(Model.self) === model)
        #expect(try container.resolve(Model.self) === model)
    }

    @Test func `is resolved from asynchronous code if the instance may leave the actor`()
        async throws
    {
        container.main.register { Model(feed: $0, title: $1) }
        container.main.register(autowiring: Draft.init)
        let container = container

        let title = try await Task.detached {
            try await container.async.resolve(Model.self).title
        }.value
        let error = await Task.detached {
            await #expect(throws: ResolutionError.self) {
                _ = try await container.async.resolve(Draft.self)
            }
        }.value

        #expect(title == "title")
        #expect(error?.code == .needsMainActor)
        #expect(try container.main.resolve(Draft.self).feed.number == 1)
    }

    @Test func `awaits what is asynchronous`() async throws {
        container.register(.singleton) { () async -> Feed in Feed(number: 9) }
        container.main.register { Model(feed: $0, title: $1) }

        #expect(try await container.async.resolve(Model.self).feed.number == 9)
    }

    @Test func `has steps and callbacks on the actor`() throws {
        container.main.register { Model(feed: $0, title: $1) }
            .injecting { resolver, model in
                model.parent = Router(screen: model, help: try resolver.resolve())
            }
            .didResolve { $0.parent = nil }

        #expect(try container.main.resolve(Model.self).parent == nil)
    }

    @Test func `is in the graph with its parameters before it has run`() throws {
        container.main.register { Model(feed: $0, title: $1) }

        let node = try #require(
            container.graph.nodes.first { $0.key.type.description.hasSuffix("Model") }
        )

        #expect(node.wiring == .byClosure)
        #expect(node.transparency == .declared)
        #expect(node.dependencies.map(\.key.type.description) == ["Feed", "String"])
        #expect(container.validate().isValid)
    }

    @Test func `is an error elsewhere without waiting`() {
        container.main.register { Model(feed: $0, title: $1) }

        let error = #expect(throws: ResolutionError.self) { try container.resolve(Model.self) }

        #expect(error?.code == .needsMainActor)
    }

    @Test func `can be registered again elsewhere`() throws {
        let definition = container.main.register(autowiring: Model.init)
        let other = Container {
            $0.register { Feed(number: 3) }
            $0.register { "other" }
            $0.register(definition.definition)
        }

        #expect(try other.main.resolve(Model.self).title == "other")
        #expect(throws: ResolutionError.self) { try other.resolve(Model.self) }
    }
}

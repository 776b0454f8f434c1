// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import Testing

@MainActor private final class DetailModel {
    let id: Int
    let feed: Feed

    init(id: Int, feed: Feed) {
        self.id = id
        self.feed = feed
    }
}

@MainActor private final class Coordinator {
    let makeDetail: MainActorProvider<DetailModel>
    private(set) var shown: [DetailModel] = []

    init(makeDetail: MainActorProvider<DetailModel>) { self.makeDetail = makeDetail }

    func show(_ id: Int) throws { shown.append(try makeDetail(id)) }
}

@MainActor private final class Model {
    let title: String
    init(_ title: String = "model") { self.title = title }
}

/// Belongs to no actor, and cannot leave the one that makes it.
private final class Draft {
    let model: Model
    init(_ model: Model) { self.model = model }
}

/// Holds a provider away from the main actor.
private final class Registry: Sendable {
    let makeModel: MainActorProvider<Model>
    init(makeModel: MainActorProvider<Model>) { self.makeModel = makeModel }
}

@MainActor private final class Parent {
    let makeChild: MainActorProvider<Child>
    init(makeChild: MainActorProvider<Child>) { self.makeChild = makeChild }
}

@MainActor private final class Child {
    let parent: Parent
    init(parent: Parent) { self.parent = parent }
}

private struct Feed: Sendable { var name = "feed" }

@Suite @MainActor struct `A provider for the main actor` {
    @Test func `of an optional gives nil if nothing is registered`() throws {
        let container = Container()
        let provider = container.main.provider(of: Model?.self)

        #expect(try provider() == nil)
        #expect(try provider("a") == nil)
        #expect(try container.main.provider(of: Model?.self, tag: "a")() == nil)

        container.main.register { (title: String) in Model(title) }
        #expect(try provider("a")?.title == "a")
    }

    @Test func `makes models with run-time arguments for a coordinator`() throws {
        let container = Container {
            $0.register { Feed() }
            $0.main.register { (resolver: inout Resolver, id: Int) in
                DetailModel(id: id, feed: try resolver.resolve())
            }
            $0.main.register(.singleton) { Coordinator(makeDetail: $0) }
        }
        let coordinator = try container.main.resolve(Coordinator.self)

        try coordinator.show(7)
        try coordinator.show(8)

        #expect(coordinator.shown.map(\.id) == [7, 8])
        #expect(coordinator.shown.map(\.feed.name) == ["feed", "feed"])
        #expect(container.validate().isValid)
    }

    @Test func `resolves when it is used, each time`() throws {
        let made = Tally()
        let container = Container {
            $0.main.register {
                made.next()
                return Model()
            }
        }
        let provider = container.main.provider(of: Model.self)
        #expect(made.count == 0)

        #expect(try provider() !== provider())
        #expect(made.count == 2)
    }

    @Test func `gives the singleton`() throws {
        let container = Container { $0.main.register(.singleton) { Model() } }
        let provider: MainActorProvider<Model> = container.main.provider()

        #expect(try provider() === container.main.resolve(Model.self))
    }

    @Test func `gives what cannot leave the main actor`() throws {
        let container = Container {
            $0.main.register { Model() }
            $0.main.register { Draft(try $0.resolve()) }
        }

        #expect(try container.main.provider(of: Draft.self)().model.title == "model")
    }

    @Test func `gives what belongs to no actor but needs the main actor`() throws {
        let container = Container {
            $0.main.register { Model() }
            $0.register { Draft($0) }
        }

        #expect(try container.main.provider(of: Draft.self)().model.title == "model")
    }

    @Test func `takes arguments when it is used`() throws {
        let container = Container {
            $0.main.register { (first: String, second: Int) in Model("\(first)\(second)") }
        }
        let provider = container.main.provider(of: Model.self)

        #expect(try provider("a", 1).title == "a1")
        #expect(try provider("b", 2).title == "b2")
    }

    @Test func `resolves with its tag`() throws {
        let container = Container {
            $0.main.register { Model("plain") }
            $0.main.register(tag: "a") { Model("tagged") }
            $0.main.register(tag: "a") { (number: Int) in Model("tagged \(number)") }
        }
        let provider = container.main.provider(of: Model.self, tag: "a")

        #expect(try provider().title == "tagged")
        #expect(try provider(1).title == "tagged 1")
        let resolved = try container.main.resolve(MainActorProvider<Model>.self, tag: "a")
        #expect(try resolved().title == "tagged")
    }

    @Test func `inherits the tag of the instance it is made for`() throws {
        let container = Container {
            $0.main.register { Model("plain") }
            $0.main.register(tag: "a") { Model("tagged") }
            $0.main.register(tag: "a") { (number: Int) in Model("tagged \(number)") }
            $0.register { Registry(makeModel: $0.mainActorProvider(tag: .inherited)) }
                .forAnyTag()
            $0.register(as: [Registry].self) {
                [Registry(makeModel: try $0.resolve(tag: .inherited))]
            }
            .forAnyTag()
        }

        let tagged = try container.resolve(Registry.self, tag: "a")
        let other = try container.resolve(Registry.self, tag: "b")
        let resolved = try container.resolve([Registry].self, tag: "a")

        #expect(try tagged.makeModel().title == "tagged")
        #expect(try tagged.makeModel(2).title == "tagged 2")
        #expect(try other.makeModel().title == "plain")
        #expect(try resolved[0].makeModel().title == "tagged")
    }

    @Test func `made by a resolver belongs to the requested container`() throws {
        let parent = Container {
            $0.main.register { Model("parent") }
            $0.main.register { resolver in [resolver.mainActorProvider(of: Model.self)] }
            $0.main.register(tag: "tagged") { Model("tagged") }
            $0.main.register(tag: 1) { resolver in
                [resolver.mainActorProvider(of: Model.self, tag: "tagged")]
            }
        }
        let child = Container(parent: parent) { $0.main.register { Model("child") } }
        typealias Providers = [MainActorProvider<Model>]

        #expect(try child.main.resolve(Providers.self)[0]().title == "child")
        #expect(try parent.main.resolve(Providers.self)[0]().title == "parent")
        #expect(try parent.main.resolve(Providers.self, tag: 1)[0]().title == "tagged")
    }

    @Test func `may be held away from the main actor, and is used there with await`()
        async throws
    {
        let container = Container {
            $0.main.register { Model() }
            $0.register(.singleton) { Registry(makeModel: $0) }
        }

        let title = try await Task.detached {
            let registry = try container.resolve(Registry.self)
            return try await registry.makeModel().title
        }.value

        #expect(title == "model")
        #expect(container.validate().isValid)
    }

    @Test func `made by an asynchronous resolver resolves on the main actor`() async throws {
        let container = Container {
            $0.main.register { Model() }
            $0.main.register(tag: "a") { Model("tagged") }
            $0.register(.singleton) { resolver async in
                [resolver.mainActorProvider(of: Model.self), resolver.mainActorProvider(tag: "a")]
            }
        }

        let providers = try await container.async.resolve([MainActorProvider<Model>].self)

        #expect(try providers[0]().title == "model")
        #expect(try providers[1]().title == "tagged")
    }

    @Test func `breaks a cycle`() throws {
        let container = Container {
            $0.main.register(.singleton) { Parent(makeChild: $0) }
            $0.main.register { Child(parent: $0) }
        }

        let parent = try container.main.resolve(Parent.self)

        #expect(try parent.makeChild().parent === parent)
        #expect(container.validate().isValid)
    }

    @Test func `used inside a factory joins the resolve`() throws {
        let container = Container {
            $0.main.register(.shared) { Model() }
            $0.main.register { resolver in
                let provider = resolver.mainActorProvider(of: Model.self)
                return [try resolver.resolve(Model.self), try provider()]
            }
        }

        let models = try container.main.resolve([Model].self)

        #expect(models[0] === models[1])
    }

    @Test func `does not keep its container`() throws {
        var container: Container? = Container { $0.main.register { Model() } }
        let provider = try #require(container?.main.provider(of: Model.self, tag: "a"))
        weak let gone = container

        container = nil

        #expect(gone == nil)
        let error = #expect(throws: ResolutionError.self) { try provider() }
        #expect(error?.code == .containerGone)
        #expect(error?.key.tag == "a")
        #expect(throws: ResolutionError.self) { try provider(1) }
    }

    @Test func `that is wrapped in an optional is found`() throws {
        let container = Container { $0.main.register { Model() } }

        let provider = try container.resolve(MainActorProvider<Model>?.self)

        #expect(try provider?().title == "model")
    }

    @Test func `is a deferred edge of the graph`() throws {
        let container = Container {
            $0.main.register { Model() }
            $0.register(.singleton) { Registry(makeModel: $0) }
            $0.main.register { resolver in [resolver.mainActorProvider(of: Model.self)] }
        }
        _ = try container.main.resolve([MainActorProvider<Model>].self)

        let edges = container.graph.nodes.flatMap(\.dependencies)

        #expect(edges.map(\.kind) == [.deferred, .deferred])
        #expect(edges.allSatisfy { $0.key.type.description == "Model" })
    }

    @Test func `resolves what lives in a scope only if its holder is made there`() throws {
        let container = Container {
            $0.main.register(.scoped(.request)) { Model() }
            $0.register { Registry(makeModel: $0) }
            $0.register(.singleton, tag: "kept") { Registry(makeModel: $0) }
        }

        #expect(container.validate().errors.map(\.code) == [.missingScope])
        let scope = try container.openScope(.request)
        let model = try scope.main.resolve(Model.self)
        #expect(try scope.resolve(Registry.self).makeModel() === model)
        let kept = try scope.resolve(Registry.self, tag: "kept")
        let error = #expect(throws: ResolutionError.self) { try kept.makeModel() }
        #expect(error?.code == .missingScope)
    }

    @Test func `says to hold another one for an asynchronous instance`() {
        let container = Container { $0.register { () async -> Feed in Feed() } }

        let error = #expect(throws: ResolutionError.self) {
            try container.main.provider(of: Feed.self)()
        }

        #expect(error?.code == .needsAsync)
        #expect(error?.description.contains("hold an AsyncProvider of Feed") == true)
    }
}

// SPDX-License-Identifier: MIT

import Mortise
import MortiseGraph
import MortiseTestSupport
import Testing

private final class Visit: Sendable {}
private final class Feed: Sendable {
    let session: Visit
    init(session: Visit) { self.session = session }
}
@MainActor private final class Model {}

private final class Clerk: Sendable {
    let session: Provider<Visit>
    init(session: Provider<Visit>) { self.session = session }
}

/// Holds a provider of anything.
private final class Holder<Provided>: Sendable where Provided: Sendable {
    let provided: Provided
    init(_ provided: Provided) { self.provided = provided }
}

extension ScopeName {
    fileprivate static let login: ScopeName = "login"
}

@Suite struct `A provider of what can never be had` {
    private static let file: StaticString = "Town/Wiring.swift"

    private func town(_ register: (Container) -> Void) -> Container {
        Container(name: "town") {
            $0.register(.scoped(.login), file: Self.file, line: 1) { Visit() }
            register($0)
        }
    }

    private func text(_ body: () throws -> Void) throws -> String {
        try #require(throws: ResolutionError.self) { try body() }.description
    }

    @Test func `is found in a singleton, and its error says who holds it`() throws {
        let town = town {
            $0.register(.singleton, file: Self.file, line: 2) { Clerk(session: $0) }
        }

        let finding = try #require(town.validate().errors.first)
        try expectGolden(finding.rendered(), "provider-of-scoped")

        let scope = try town.openScope(.login)
        let keeper = try scope.resolve(Clerk.self)
        try expectGolden(text { _ = try keeper.session() }, "provider-of-scoped")
        #expect(scope.validate().errors.map(\.code) == [.missingScope])
    }

    @Test func `is found once a factory has asked for it`() throws {
        let town = town {
            $0.register(.singleton) { r in Clerk(session: r.provider()) }
            $0.register(.singleton, tag: "captured") { [unowned town = $0] in
                Clerk(session: town.provider())
            }
        }
        #expect(town.validate().isValid)

        _ = try town.resolve(Clerk.self)
        #expect(town.validate().errors.map(\.code) == [.missingScope])
        _ = try town.resolve(Clerk.self, tag: "captured")
        #expect(town.validate().errors.map(\.code) == [.missingScope, .missingScope])
    }

    @Test func `is found in a property, and for a list`() throws {
        // @unchecked: only one thread uses it.
        final class Screen: @unchecked Sendable {
            @Injected var session: Provider<Visit>
        }
        let screen = town { $0.register(.singleton) { Screen() } }
        let list = Container {
            $0.register(.scoped(.login)) { Visit() }.contributing()
            $0.register(.singleton) { (all: Provider<[Visit]>) in Holder(all) }
        }

        #expect(screen.validate().errors.map(\.code) == [.missingScope])
        #expect(list.validate().errors.map(\.code) == [.missingScope])
        let holder = try list.openScope(.login).resolve(Holder<Provider<[Visit]>>.self)
        let text = try text { _ = try holder.provided() }
        #expect(text.contains("provider"))
        #expect(text.contains("where Holder<Provider<[Visit]>> is kept"))
    }

    @Test func `is no mistake where the scope makes the holder`() throws {
        let town = town {
            $0.register { Clerk(session: $0) }
            $0.register(.scoped(.login), tag: "kept") { Clerk(session: $0) }
        }
        #expect(town.validate().findings == [])

        let scope = try town.openScope(.login)
        #expect(scope.validate().findings == [])
        for tag in [nil, "kept"] as [DefinitionTag?] {
            #expect(try scope.resolve(Clerk.self, tag: tag).session() === scope.resolve(Visit.self))
        }
    }

    @Test func `made by the container itself says where to make it`() throws {
        let town = town { _ in }

        let text = try text { _ = try town.provider(of: Visit.self)() }

        #expect(text.contains("a provider asks the container that made it"))
    }

    @Test func `is found in the wrong lane`() async throws {
        let town = Container(name: "town") {
            $0.register(file: Self.file, line: 1) { () async -> Visit in Visit() }
            $0.register(file: Self.file, line: 2) { Feed(session: $0) }
            $0.register(file: Self.file, line: 3) { (feed: Provider<Feed>) in Holder(feed) }
            $0.register { (feed: AsyncProvider<Feed>) in Holder(feed) }
        }

        let warnings = town.validate().warnings
        try expectGolden(warnings.map { $0.rendered() }.joined(separator: "\n"), "provider-lane")
        #expect(town.validate().isValid)

        let holder = try town.resolve(Holder<Provider<Feed>>.self)
        try expectGolden(text { _ = try holder.provided() }, "error-provider-lane")
        _ = try await town.resolve(Holder<AsyncProvider<Feed>>.self).provided()
    }

    @Test @MainActor func `is found on the wrong actor`() throws {
        let town = Container(name: "town") {
            $0.main.register { Model() }
            $0.main.register { (model: Provider<Model>) in Pane(model) }
            $0.main.register { (model: MainActorProvider<Model>) in Wall(model) }
        }

        #expect(town.validate().warnings.map(\.code) == [.needsMainActor])
        _ = try town.main.resolve(Wall.self).model()
        let pane = try town.main.resolve(Pane.self)
        #expect(throws: ResolutionError.self) { try pane.model() }
    }

    @MainActor private final class Pane {
        let model: Provider<Model>
        init(_ model: Provider<Model>) { self.model = model }
    }

    @MainActor private final class Wall {
        let model: MainActorProvider<Model>
        init(_ model: MainActorProvider<Model>) { self.model = model }
    }

    @Test func `is no mistake if the instance may be finished before`() async throws {
        let town = Container(name: "town") {
            $0.register(.eagerSingleton) { () async -> Visit in Visit() }
            $0.register { Clerk(session: $0) }
        }
        #expect(town.validate().findings == [])

        try await town.async.bootstrap()
        #expect(try town.resolve(Clerk.self).session() === town.resolve(Visit.self))
    }
}

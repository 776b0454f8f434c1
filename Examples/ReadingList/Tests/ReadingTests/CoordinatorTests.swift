// SPDX-License-Identifier: MIT

import Accounts
import Mortise
import MortiseTesting
import Networking
import NetworkingTesting
import Testing

@testable import Reading

/// Reading, with a fake server.
@Suite(.overriding(Container(name: "reading", modules: ReadingModule())))
@MainActor struct `A coordinator` {
    private let api = FakeAPI(pages: ["lists/ann": "wood", "articles/wood": "Wood\nIt grows."])

    init() {
        Container.current.register(.singleton) { [api] in api as any API }.replacing()
    }

    /// Runs a body while Ann is logged in.
    private func whileLoggedIn(
        _ body: @MainActor (Coordinator) async throws -> Void
    ) async throws {
        let ann = User(name: "ann")
        try await Container.current.withScope(.login, providing: { $0.provide(ann) }) { login in
            try await body(login.main.resolve())
        }
    }

    @Test func `is wired`() { expectValid(Container.current) }

    @Test func `shows the list, and an article of it`() async throws {
        try await whileLoggedIn { coordinator in
            let list = try coordinator.showList()
            try await list.load()
            let article = try #require(list.articles.first)
            #expect(article == Article(id: "wood", title: "Wood", text: "It grows."))

            let page = try coordinator.show(article)
            try await page.finish()
            #expect(page.isFinished && coordinator.openArticle === page)
        }
        #expect(api.requests.contains(.post("finished/ann/wood")))
    }

    @Test func `offers what other modules contribute`() async throws {
        struct Shout: Exporter {
            let name = "shout"
            func export(_ articles: [Article]) -> String { "\(articles.count)!" }
        }
        Container.current.register { Shout() as any Exporter }.contributing()

        try await whileLoggedIn { coordinator in
            let list = try coordinator.showList()
            #expect(list.formats == ["markdown", "shout"])
            #expect(list.export(as: "shout") == "0!")
            #expect(list.export(as: "pdf") == nil)
        }
    }
}

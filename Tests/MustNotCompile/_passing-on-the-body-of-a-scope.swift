// SPDX-License-Identifier: MIT

// A function that opens a scope around a body of its caller needs no `sending`.
// warnings: none

import Mortise

struct User: Sendable {}
struct Page: Sendable {}
final class Draft { var text = "" }

let app = Container()

func inScope<R: Sendable>(_ body: (Container) async throws -> R) async throws -> R {
    try await app.withScope("login", body)
}

func inScope<R: Sendable>(
    of user: User,
    _ body: (Container) async throws -> R
) async throws -> R {
    try await app.withScope("login", providing: { $0.provide(user) }) { scope in
        print(scope.name)
        return try await body(scope)
    }
}

func use() async throws {
    let page: Page = try await inScope { try $0.resolve() }
    let other = try await inScope(of: User()) { try $0.resolve(Page.self) }
    try await inScope { print($0.name) }
    // What is not `Sendable` may still leave the scope.
    let draft = try await app.withScope("login") { _ in Draft() }
    let named: Draft = try await app.withScope("login") { _ in
        let draft = Draft()
        draft.text = "text"
        return draft
    }
    let count: Int = try await app.withScope("login") { _ in 1 }
    let pair = try await app.withScope("login") { scope in
        let page = try scope.resolve(Page.self)
        return (page, page)
    }
    try await app.withScope("login") { scope in
        print(scope.name)
        print(scope.isClosed)
    }
    print(page, other, draft, named, count, pair)
}

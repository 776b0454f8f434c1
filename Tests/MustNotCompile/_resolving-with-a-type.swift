// SPDX-License-Identifier: MIT

// Wherever something says the type, the overloads that only carry a message stay out of the way.
// warnings: none

import Mortise

struct Feed: Sendable {}

struct Screen: Sendable {
    init(_ feed: Feed) {}
}

func resolve(from container: Container) async throws {
    let declared: Feed = try container.resolve()
    let passed = Screen(try container.resolve(tag: "offline"))
    let coerced = try container.resolve() as Feed
    let optional: Feed? = try container.resolve()
    let anything: Any = try container.resolve()
    let list = [try container.resolve(), declared]
    let argued: [Feed] = [try container.resolve(arguments: 1), try container.resolve(tag: nil)]
    let made: () throws -> Feed = { try container.resolve() }
    let done: () throws -> Void = { try container.resolve() }
    let awaited: Feed = try await container.async.resolve(tag: "offline")
    let onMain: Feed = try await container.main.resolve()
    print(passed, coerced, optional as Any, anything, list, argued, made, done, awaited, onMain)

    container.register { try Screen($0.resolve()) }
    container.register { try await Screen($0.resolve()) }
    container.main.register { try Screen($0.resolve()) }
    container.main.register(.singleton) { Screen(Feed()) }
    container.main.register { (_: inout Resolver, feed: Feed) in Screen(feed) }
}

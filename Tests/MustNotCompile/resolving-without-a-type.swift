// SPDX-License-Identifier: MIT

// Something must say what to resolve.

import Mortise

func resolve(from container: Container) throws {
    // expect: say what to resolve, as in 'let feed: Feed = try container.resolve()'
    let untyped = try container.resolve()
    // expect: say what to resolve, as in 'let feed: Feed = try container.resolve()'
    let tagged = try container.resolve(tag: "offline")
    // expect: say what to resolve, as in 'let feed: Feed = try container.resolve()'
    let argued = try container.resolve(arguments: 1, "two")
    print(untyped, tagged, argued)

    // expect: say what to resolve, as in 'let feed: Feed = try container.resolve()'
    print(type(of: try container.resolve()))
    container.register { (resolver: inout Resolver) in
        // expect: say what to resolve, as in 'let feed: Feed = try $0.resolve()'
        let untyped = try resolver.resolve()
        print(untyped)
        return 1
    }
    container.register { (resolver: inout AsyncResolver) in
        // expect: say what to resolve, as in 'let feed: Feed = try await $0.resolve()'
        let untyped = try await resolver.resolve()
        print(untyped)
        return 1
    }
}

func resolveAsynchronously(from container: Container) async throws {
    // expect: say what to resolve, as in 'let feed: Feed = try await container.async.resolve()'
    let untyped = try await container.async.resolve()
    print(untyped)
}

@MainActor func resolveOnTheMainActor(from container: Container) throws {
    // expect: say what to resolve, as in 'let feed: Feed = try container.main.resolve()'
    let untyped = try container.main.resolve()
    print(untyped)
}

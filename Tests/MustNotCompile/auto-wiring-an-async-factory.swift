// SPDX-License-Identifier: MIT

// An asynchronous factory is auto-wired by `container.async`, and runs concurrently: the compiler crashes on
// one that runs where its caller does. So what it gets and gives is `Sendable`; else it takes a resolver.

import Mortise

struct Settings: Sendable {}

final class Draft {}

struct Database: Sendable {
    init(settings: Settings) async throws {}
}

struct Archive: Sendable {
    init(draft: Draft) async {}
}

final class Editor {
    init(settings: Settings) async {}
}

func register(in container: Container) {
    container.async.register { try await Database(settings: $0) }
    container.async.register(.singleton) { (settings: Settings) async throws in
        try await Database(settings: settings)
    }
    container.async.register(autowiring: Database.init)
    container.register(.singleton) { try await Database(settings: $0.resolve()) }
    container.register { await Editor(settings: try await $0.resolve()) }

    // expect: what an asynchronous factory needs is wired by the container's 'async', as in
    container.register { try await Database(settings: $0) }
    // expect: what an asynchronous factory needs is wired by the container's 'async', as in
    container.register(.singleton) { try await Database(settings: $0) }
    // expect: what an asynchronous factory needs is wired by the container's 'async', as in
    container.register { (settings: Settings) async throws -> Database in
        try await Database(settings: settings)
    }
    // expect: what an asynchronous function needs is wired by the container's 'async', as in
    container.register(autowiring: Database.init)
    // expect: what an asynchronous function needs is wired by the container's 'async', as in
    container.register(.singleton, autowiring: Database.init)

    // expect: type 'Draft' does not conform to the 'Sendable' protocol
    container.async.register { await Archive(draft: $0) }
    // expect: type 'Draft' does not conform to the 'Sendable' protocol
    container.async.register(.singleton) { await Archive(draft: $0) }
    // expect: type 'Editor' does not conform to the 'Sendable' protocol
    container.async.register { await Editor(settings: $0) }
    // expect: type 'Draft' does not conform to the 'Sendable' protocol
    container.async.register(autowiring: Archive.init)

    // expect: a factory that takes a resolver is registered with the container itself, as in
    container.async.register { try await Database(settings: $0.resolve()) }
    // expect: a factory that takes a resolver is registered with the container itself, as in
    container.async.register(.singleton) { try await Database(settings: $0.resolve()) }

    // expect: cannot find 'Databse' in scope
    container.async.register { try await Databse(settings: $0) }
    // expect: incorrect argument label in call (have 'options:', expected 'settings:')
    container.async.register { try await Database(options: $0) }
}

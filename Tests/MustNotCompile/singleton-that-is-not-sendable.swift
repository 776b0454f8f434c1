// SPDX-License-Identifier: MIT

// Several threads may get the same instance of a scope that keeps it.

import Mortise

final class Cache {
    var entries: [String] = []
}

func register(in container: Container) {
    container.register { Cache() }
    container.register(.shared) { Cache() }
    // expect: 'Cache' does not conform to the 'Sendable'
    container.register(.singleton) { Cache() }
    // expect: 'Cache' does not conform to the 'Sendable'
    container.register(.eagerSingleton) { Cache() }
    // expect: 'Cache' does not conform to the 'Sendable'
    container.register(.weakSingleton) { Cache() }
    // expect: 'Cache' does not conform to the 'Sendable'
    container.register(.singleton) { (_: Int) in Cache() }
}

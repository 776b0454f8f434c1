// SPDX-License-Identifier: MIT

// A callback gets the instance only; a step gets a resolver, too.

import Mortise

final class Server: Sendable {}
@MainActor final class Screen {}

func register(in container: Container) {
    container.register { Server() }.didResolve { _ in }
    // expect: a callback gets only the instance: 'didResolve { instance in … }'
    container.register { Server() }.didResolve { _, _ in }
    // expect: to resolve something for the instance, add a step: 'injecting { resolver, instance in … }'
    container.register(.singleton) { Server() }.didResolve { resolver, server in
        _ = try resolver.resolve(Int.self)
    }

    container.main.register { Screen() }.didResolve { _ in }
    // expect: a callback gets only the instance
    container.main.register { Screen() }.didResolve { _, _ in }
}

// expect: a callback gets only the instance
let stored = ModuleDefinition { Server() }.didResolve { _, _ in }

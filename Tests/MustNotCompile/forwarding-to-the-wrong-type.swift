// SPDX-License-Identifier: MIT

// Forwarding is checked: the instance must be what it is said to be.

import Mortise

protocol Serving: Sendable {}
protocol Logging: Sendable {}
struct Server: Serving {}

func register(in container: Container) {
    let server = container.register { Server() }
    server.implements((any Serving).self) { $0 }
    // expect: cannot convert value of type 'Server' to closure result type 'any Logging'
    server.implements((any Logging).self) { $0 }
    // expect: cannot convert value of type 'Server' to closure result type 'Int'
    server.implements(Int.self) { $0 }
}

// SPDX-License-Identifier: MIT

// What is registered as a type must be of that type.

import Mortise

protocol Serving: Sendable {}
struct Server {}

func register(in container: Container) {
    container.register(as: (any Serving).self) { Server() }  // expect: Server
}

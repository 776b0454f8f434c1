// SPDX-License-Identifier: MIT

// What is registered as a type must be of that type.

import Mortise

protocol Serving: Sendable {}
struct Server {}

func register(in container: Container) {
    // expect: cannot convert value of type 'Server' to closure result type 'any Serving'
    container.register(as: (any Serving).self) { Server() }
}

// SPDX-License-Identifier: MIT

// Several tasks may get the same instance of a scope that keeps it.

import Mortise

final class Draft {
    init() async {}
}

func register(in container: Container) {
    container.register(.singleton) { await Draft() }  // expect: Sendable
}

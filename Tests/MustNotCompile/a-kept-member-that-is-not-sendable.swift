// SPDX-License-Identifier: MIT

// Several threads may get the same instance of a member that keeps it.

import Mortise

final class Draft {}

struct Services: Assembly {
    let container: Container
    var draft: Draft { define(.singleton) { Draft() } }  // expect: Sendable
}

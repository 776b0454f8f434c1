// SPDX-License-Identifier: MIT

// What takes a member's place is of the member's type.

import Mortise

protocol API: Sendable {}

struct Live: API {}

struct Mock: Sendable {}

struct Services: Assembly {
    let container: Container
    var api: any API { define(.singleton) { Live() as any API } }
}

func substitute(in services: Services) {
    services.substitute(\.api) { Mock() as any Sendable }  // expect: any API
}

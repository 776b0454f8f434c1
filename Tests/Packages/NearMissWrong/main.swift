// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}

let c = Container {
    $0.register(.singleton) { Live() }
}
_ = try c.resolve((any API).self)

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}

let c = Container {
    $0.register(.singleton) { Live() as any API }
}
_ = try c.resolve((any API).self)

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}

let c = Container()
try c.install(implementationsOf: (any API).self, default: "live") {
    $0.register(.singleton, tag: "live") { Live() as any API }
}
_ = try c.select("test", for: (any API).self)
_ = try c.resolve((any API).self)

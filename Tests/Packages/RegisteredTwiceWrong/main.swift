// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}

let c = Container {
    $0.register(.singleton) { Log() }
    $0.register { Live() as any API }
    $0.register(autowiring: { (log: Log) in
        _ = log; return Live() as any API
    })
}
_ = try c.resolve((any API).self)

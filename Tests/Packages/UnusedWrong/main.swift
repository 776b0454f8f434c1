// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container {
    $0.register(.singleton) { Log() }
    $0.register { Screen(log: $0) }
}
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container {
    $0.register { r in Screen(log: try r.resolve()) }
    $0.register(.singleton) { Log() }
}
_ = try c.resolve(Screen.self)

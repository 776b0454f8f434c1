// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
c.register { Screen(log: $0) }
c.register(.singleton) { Log() }
_ = try c.resolve(Screen.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let log = c.register(.singleton) { Log() }
_ = try c.resolve(Log.self)
c.remove(log)
_ = try c.resolve(Log.self)

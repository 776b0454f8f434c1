// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
c.register(.singleton) { Log() }
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
let log = c.register(.singleton) { Log() }
_ = try c.resolve(Log.self)
c.remove(log)
_ = try c.resolve(Log.self)

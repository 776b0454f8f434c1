// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container { $0.register(.singleton) { Log() } }
c.reset()
_ = try c.resolve(Log.self)

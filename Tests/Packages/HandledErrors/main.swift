// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
do {
    _ = try c.resolve(Log.self)
    c.register(.singleton) { Log() }
} catch {}
_ = try c.resolve(Log.self)

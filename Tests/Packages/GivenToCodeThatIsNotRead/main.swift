// SPDX-License-Identifier: MIT

import Mortise
import Synchronization

final class Log: Sendable {}

let c = Container()
c.register(.singleton) { Log() }
let kept = Mutex(c)
_ = try c.resolve(Log.self)

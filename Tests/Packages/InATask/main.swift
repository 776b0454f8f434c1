// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
Task { _ = try c.resolve(Log.self) }
c.register(.singleton) { Log() }

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
if CommandLine.arguments.count > 1 {
    c.register(.singleton) { Log() }
}
_ = try c.resolve(Log.self)

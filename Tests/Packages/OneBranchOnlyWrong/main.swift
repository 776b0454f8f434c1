// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
if CommandLine.arguments.count > 1 {
    c.register(.singleton) { Log() }
}
_ = try c.resolve(Log.self)

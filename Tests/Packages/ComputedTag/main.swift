// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
let tag = "file" + String(CommandLine.arguments.count)
c.register(.singleton, tag: tag) { Log() }
_ = try c.resolve(Log.self, tag: tag)

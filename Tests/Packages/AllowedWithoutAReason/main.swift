// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let tag = "file" + String(CommandLine.arguments.count)
c.register(.singleton, tag: tag) { Log() }
_ = try c.resolve(Log.self, tag: tag)  // mortise:allow not-proven:

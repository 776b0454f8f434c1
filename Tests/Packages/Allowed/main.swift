// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let tag = "file" + String(CommandLine.arguments.count)
c.register(.singleton, tag: tag) { Log() }
// mortise:allow not-proven: the tag has the number of the arguments
_ = try c.resolve(Log.self, tag: tag)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

enum Place: String, TagConvertible { case file, console = "screen" }
let c = Container { $0.register(.singleton, tag: Place.console) { Log() } }
_ = try c.resolve(Log.self, tag: "screen")
_ = try c.resolve(Log.self, tag: Place.file)

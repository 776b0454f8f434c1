// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
for name in ["file", "console"] {
    c.register(.singleton, tag: name) { Log() }
}
_ = try c.resolve(Log.self, tag: "file")

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
for name in ["file", "console"] {
    c.register(.singleton, tag: name) { Log() }
}
_ = try c.resolve(Log.self, tag: "file")

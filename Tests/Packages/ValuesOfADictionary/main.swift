// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let other = Container()
let all = ["c": c, "other": other]
for each in all.values { each.register { Log() } }
_ = try c.resolve(Log.self)
_ = try other.resolve(Log.self)

// Which is the first is not known.
for (_, each) in all {
    each.reset()
    break
}
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let large: Float = 16_777_216
// The next number that a `Float` can be is 16,777,218.
if large + 1 != large { c.register { Log() } }
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let first = Container()
let second = Container()
for each in [first, second][0..<1] { each.register { Log() } }
_ = try first.resolve(Log.self)
_ = try second.resolve(Log.self)

// The first index of a range is not 0.
let numbers = 2..<5
let third = Container()
if numbers[3] == 3 { third.register { Log() } }
_ = try third.resolve(Log.self)

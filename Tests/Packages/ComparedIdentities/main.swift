// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let other = Container()
if c !== other { c.register { Log() } }
_ = try c.resolve(Log.self)

var logs: [Log] = []
for _ in 0..<3 { logs.append(Log()) }
if logs[0] === logs[0] { other.register { Log() } }
_ = try other.resolve(Log.self)

let third = Container()
if logs[0] === logs[1] { third.register { Log() } }
_ = try third.resolve(Log.self)

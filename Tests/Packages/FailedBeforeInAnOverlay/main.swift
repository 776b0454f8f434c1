// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Log: Sendable {}

let app = Container()
app.async.register(.singleton) { Clock() }
app.register { Log() }
let overlay = app.overriding()
_ = try? overlay.resolve(Clock.self)

// The overlay tries again what it has failed to make.
app.register { Clock() }
_ = try overlay.resolve(Clock.self)
_ = try app.resolve(Clock.self)

// An overlay in which nothing has failed follows.
let second = Container()
second.register { Log() }
let other = second.overriding()
_ = try other.resolve(Log.self)
second.register { Log() }
_ = try other.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let parts: [(Container) -> Void] = [{ $0.register(.singleton) { Log() } }]
parts.forEach { $0(c) }
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
let parts: [(Container) -> Void] = [{ $0.register(.singleton) { Log() } }]
parts.forEach { $0(c) }
_ = try c.resolve(Log.self)

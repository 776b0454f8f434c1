// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

func run(_ isReady: Bool) throws {
    let c = Container()
    guard isReady else { return }
    c.register(.singleton) { Log() }
    _ = try c.resolve(Log.self)
}

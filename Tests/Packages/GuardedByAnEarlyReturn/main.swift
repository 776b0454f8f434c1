// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

func run(_ isReady: Bool) throws {
    let c = Container()
    guard isReady else { return }
    c.register(.singleton) { Log() }
    _ = try c.resolve(Log.self)
}

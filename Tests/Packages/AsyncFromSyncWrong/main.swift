// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
c.async.register(.singleton) {
    await Task.yield(); return Log()
}
func show() async throws {
    _ = try c.resolve(Log.self)
}

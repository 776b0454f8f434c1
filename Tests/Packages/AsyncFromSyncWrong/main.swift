// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
c.async.register(.singleton) {
    await Task.yield(); return Log()
}
func show() async throws {
    _ = try c.resolve(Log.self)
}

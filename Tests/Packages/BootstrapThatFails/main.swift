// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
c.async.register(.eagerSingleton) {
    await Task.yield()
    return Log()
}
try? c.bootstrap()
_ = try c.resolve(Log.self)

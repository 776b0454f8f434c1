// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
try await c.close()
c.register(.eagerSingleton) { Log() }
try c.bootstrap()
_ = try c.resolve(Log.self)

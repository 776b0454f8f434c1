// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
c.register(.eagerSingleton) { Log() }
try await c.close()
c.register { Log() }
try c.bootstrap()

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container { $0.register(.singleton) { Log() }.replacing() }
_ = try c.resolve(Log.self)

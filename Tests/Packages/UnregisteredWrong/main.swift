// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
_ = try c.resolve(Log.self)

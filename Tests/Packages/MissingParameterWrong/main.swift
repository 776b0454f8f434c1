// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
c.register { Screen(log: $0) }
_ = try c.resolve(Screen.self)

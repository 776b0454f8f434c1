// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
c.register { Screen(log: try c.resolve()) }
_ = try c.resolve(Screen.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Screen { @Injected var log: Log }

let c = Container()
c.register { Screen() }
c.injectsProperties = false
_ = try c.resolve(Screen.self)

let d = Container()
d.register { Screen() }.injectingProperties(false)
_ = try d.resolve(Screen.self)

let e = Container()
e.register { Log() }
e.register { Screen() }.injectingProperties()
_ = try e.resolve(Screen.self)

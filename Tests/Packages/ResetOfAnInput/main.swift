// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class User: Sendable {}

let c = Container()
c.expects(User.self, in: "login")
c.reset()
c.register { Log() }
let login = try c.openScope("login")
_ = try login.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container {
    $0.register(.scoped("login")) { Log() }
}
let scope = try c.openScope("log-in")
_ = try scope.resolve(Log.self)

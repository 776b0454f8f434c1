// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container {
    $0.register(.scoped("login")) { Log() }
}
let scope = try c.openScope("login")
_ = try scope.resolve(Log.self)

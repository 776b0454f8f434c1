// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Screen: Sendable {
    let log: Log

    init(log: Log) { self.log = log }
}

let c = Container()
c.register(.singleton) { Screen(log: $0) }
c.register(.scoped("login")) { Log() }
let login = try c.openScope("login")
c.link(with: login)
_ = try c.resolve(Screen.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container {
    $0.register(.singleton) { Log() }
    $0.register { Screen(log: $0) }
}
let test = c.overriding {
    $0.register { (r: inout Resolver, log: Log) in Screen(log: log) }.replacing()
}
_ = try test.resolve(Screen.self)

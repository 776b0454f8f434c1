// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

struct Page { init(_ log: Log) {}; init(_ screen: Screen) {} }
let c = Container {
    $0.register(.singleton) { Log() }
    $0.register { Screen(log: $0) }
    $0.register { (log: Log) in Page(log) }
    $0.register { (screen: Screen) in Page(screen) }.replacing()
}
_ = try c.resolve(Page.self)

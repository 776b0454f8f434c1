// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

struct Page { let log: Log? }
let c = Container {
    $0.register { Page(log: $0) }
    $0.register(.singleton) { Log() }
}
_ = try c.resolve(Page.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Page {
    @Injected var log: Log
}
let c = Container {
    $0.register { Page() }
    $0.register(.singleton) { Log() }
}
_ = try c.resolve(Page.self)

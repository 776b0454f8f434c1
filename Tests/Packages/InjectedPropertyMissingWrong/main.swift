// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

final class Page {
    @Injected var log: Log
}
let c = Container {
    $0.register { Page() }
}
_ = try c.resolve(Page.self)

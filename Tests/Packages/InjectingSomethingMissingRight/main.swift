// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

final class Page: @unchecked Sendable { var log: Log? }
let c = Container {
    $0.register(.singleton) { Page() }
        .injecting { r, page in page.log = try r.resolve(Log.self) }
    $0.register(.singleton) { Log() }
}
_ = try c.resolve(Page.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Page: @unchecked Sendable { var log: Log? }
let c = Container {
    $0.register(.singleton) { Page() }
        .injecting { r, page in page.log = try r.resolve(Log.self) }
}
_ = try c.resolve(Page.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

struct Page { let log: Provider<Log?> }
let c = Container {
    $0.register { Page(log: $0) }
}
let page = try c.resolve(Page.self)
_ = try page.log()
_ = try c.provider(of: Log?.self)()

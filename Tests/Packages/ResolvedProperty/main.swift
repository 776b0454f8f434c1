// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
struct Page {
    @Resolved(in: c) var log: Log
}
var page = Page()
_ = page.log

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
struct Page {
    @Resolved(in: c) var log: Log
}
var page = Page()
_ = page.log

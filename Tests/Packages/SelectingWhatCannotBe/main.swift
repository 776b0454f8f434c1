// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}

let app = Container()
app.register(tag: "live") { Live() as any API }
// It is registered, but not selectable.
_ = try? app.select("live", for: (any API).self)

let other = Container()
other.register(tag: "live") { Live() as any API }.selectable()
other.register { Live() as any API }
// A definition without a tag answers.
_ = try? other.select("live", for: (any API).self)

// Nothing is published if the default is not among them.
let third = Container()
third.register(tag: "own") { Live() }.implements((any API).self, tag: "recorded") { $0 }
do {
    try third.install(implementationsOf: (any API).self, default: "recorded") {
        $0.register(tag: "live") { Live() as any API }
    }
} catch {}
_ = try third.resolve((any API).self, tag: "live")

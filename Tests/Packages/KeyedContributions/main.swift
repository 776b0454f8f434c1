// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}

struct Page { let apis: [Mortise.DefinitionTag: any API] }
let c = Container {
    $0.register(tag: "live") { Live() as any API }.contributing()
    $0.register { Page(apis: $0) }
}
_ = try c.resolve(Page.self)

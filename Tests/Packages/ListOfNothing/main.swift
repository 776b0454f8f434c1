// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}

struct Page { let apis: [any API] }
let c = Container { $0.register { Page(apis: $0) } }
_ = try c.resolve(Page.self)

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}

struct Caching: API { init(_ original: any API) {} }
let c = Container {
    $0.decorate((any API).self) { original, _ in Caching(original) }
    $0.register(.singleton) { Live() }
}
_ = try c.resolve(Live.self)

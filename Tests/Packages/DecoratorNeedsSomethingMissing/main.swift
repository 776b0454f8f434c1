// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}

struct Caching: API { init(_ original: any API, _ log: Log) {} }
let c = Container {
    $0.register { Live() as any API }
    $0.decorate((any API).self) { original, r in Caching(original, try r.resolve()) }
}
_ = try c.resolve((any API).self)

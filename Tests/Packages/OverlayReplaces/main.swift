// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}

let c = Container { $0.register(.singleton) { Live() as any API } }
struct Fake: API { init(_ log: Log) {} }
let test = c.overriding {
    $0.register(.singleton) { Log() }
    $0.register { Fake($0) as any API }.replacing()
}
_ = try test.resolve((any API).self)
_ = try c.resolve((any API).self)

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

final class Egg: Sendable { init(_ hen: Provider<Hen>) {} }
final class Hen: Sendable { init(_ egg: Egg) {} }
let c = Container {
    $0.register(.singleton) { Egg($0) }
    $0.register(.singleton) { Hen($0) }
}
_ = try c.resolve(Hen.self)

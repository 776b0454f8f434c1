// SPDX-License-Identifier: MIT

import Mortise

final class Egg: Sendable { init(_ hen: Hen?) {} }
final class Hen: Sendable { init(_ egg: Egg) {} }
let c = Container {
    $0.register(.singleton) { r in Egg(try r.resolve(Hen.self)) }
    $0.register(.singleton) { r in Hen(try r.resolve()) }
}
_ = try c.resolve(Hen.self)

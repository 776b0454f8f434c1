// SPDX-License-Identifier: MIT

import Mortise

final class Egg: Sendable { init(_ hen: Provider<Hen>) {} }
final class Hen: Sendable { init(_ egg: Egg) {} }
let c = Container {
    $0.register(.singleton) { Egg($0) }
    $0.register(.singleton) { Hen($0) }
}
_ = try c.resolve(Hen.self)

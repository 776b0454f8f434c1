// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Keeper: Sendable { init(_ log: Log) {} }
let c = Container {
    $0.register(.scoped("request")) { Log() }
    $0.register(.singleton) { r in Keeper(try r.resolve()) }
}
let scope = try c.openScope("request")
_ = try scope.resolve(Keeper.self)

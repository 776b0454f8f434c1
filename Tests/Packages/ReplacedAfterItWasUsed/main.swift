// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Store: Sendable { init(_ log: Log) {} }

let c = Container {
    $0.register { Log() }
    $0.register(.singleton) { Store($0) }
}
_ = try c.resolve(Store.self)
c.async.register {
    await Task.yield(); return Log()
}
// It is there already.
_ = try c.resolve(Store.self)

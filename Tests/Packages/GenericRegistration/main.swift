// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

func wire<T: Sendable>(_ container: Container, _ make: @escaping @Sendable () -> T) {
    container.register(.singleton, factory: make)
}
let c = Container()
wire(c) { Log() }
_ = try c.resolve(Log.self)

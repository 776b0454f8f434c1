// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

func wire<T: Sendable>(_ container: Container, _ make: @escaping @Sendable () -> T) {
    container.register(.singleton, factory: make)
}
let c = Container()
wire(c) { Log() }
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

protocol Wiring { func wire(_ container: Container) }
struct Logs: Wiring {
    func wire(_ container: Container) { container.register(.singleton) { Log() } }
}
let c = Container()
let parts: [any Wiring] = [Logs()]
for part in parts { part.wire(c) }
_ = try c.resolve(Log.self)

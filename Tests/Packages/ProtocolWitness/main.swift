// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

protocol Wiring { func wire(_ container: Container) }
struct Logs: Wiring {
    func wire(_ container: Container) { container.register(.singleton) { Log() } }
}
let c = Container()
let parts: [any Wiring] = [Logs()]
for part in parts { part.wire(c) }
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

extension Container {
    func registerLogs() { register(.singleton) { Log() } }
    func log() throws -> Log { try resolve() }
}
let c = Container()
c.registerLogs()
_ = try c.log()

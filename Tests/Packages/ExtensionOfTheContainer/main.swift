// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

extension Container {
    func registerLogs() { register(.singleton) { Log() } }
    func log() throws -> Log { try resolve() }
}
let c = Container()
c.registerLogs()
_ = try c.log()

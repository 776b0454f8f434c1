// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

@MainActor final class Model {}
let c = Container()
c.main.register { Model() }
func show() async throws {
    _ = try c.resolve(Model.self)
}

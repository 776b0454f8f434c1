// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

struct Logging: DefinitionModule {
    let log = ModuleDefinition(.singleton) { Log() }
    let screen = ModuleDefinition { r in Screen(log: try r.resolve()) }
}
let c = Container(modules: Logging())
_ = try c.resolve(Screen.self)

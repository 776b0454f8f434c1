// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

struct Screens: DefinitionModule {
    let screen = ModuleDefinition { r in Screen(log: try r.resolve()) }
}
let c = Container(modules: Screens())
_ = try c.resolve(Screen.self)

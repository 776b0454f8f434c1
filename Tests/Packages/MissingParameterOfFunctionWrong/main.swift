// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container {
    $0.register(autowiring: Screen.init)
}
_ = try c.resolve(Screen.self)

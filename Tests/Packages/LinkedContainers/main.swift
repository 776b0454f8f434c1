// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let logs = Container { $0.register(.singleton) { Log() } }
let screens = Container { $0.register { Screen(log: $0) } }
screens.link(with: logs)
_ = try screens.resolve(Screen.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

struct Logging: Module {
    func register(in container: Container) { container.register(.singleton) { Log() } }
}
struct Screens: Module {
    var requires: [any Module] { [Logging()] }
    func register(in container: Container) { container.register { Screen(log: $0) } }
}
let c = Container(modules: Screens())
_ = try c.resolve(Screen.self)

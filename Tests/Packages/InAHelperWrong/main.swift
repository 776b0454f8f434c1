// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

func log(_ resolver: inout Resolver) throws -> Log { try resolver.resolve() }
let c = Container {
    $0.register { r in Screen(log: try log(&r)) }
}
_ = try c.resolve(Screen.self)

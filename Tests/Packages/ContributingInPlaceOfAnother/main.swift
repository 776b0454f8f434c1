// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

// What is registered replaces the definition before it, and contributes only then.
let c = Container()
c.register { Log() }
let contribution = c.register { Log() }.contributing()
c.remove(contribution)
_ = try? c.resolve(Log.self)

// In what is installed as a whole, both are there.
let whole = Container {
    $0.register { Log() }
    $0.register { Log() }.contributing()
}
_ = try whole.resolve(Log.self)
_ = try whole.resolve([Log].self)

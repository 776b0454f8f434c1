// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

// What is registered replaces the definition before it, and contributes only then.
let c = Container()
c.register { Log() }
let contribution = c.register { Log() }.contributing()
c.remove(contribution)
_ = try? c.resolve(Log.self)

// What is installed as a whole replaces nothing before its end.
let whole = Container()
whole.install {
    $0.register { Log() }
    let contribution = $0.register { Log() }.contributing()
    $0.remove(contribution)
}
_ = try whole.resolve(Log.self)

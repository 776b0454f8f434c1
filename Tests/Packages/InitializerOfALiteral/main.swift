// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()

struct Filled: ExpressibleByArrayLiteral {
    init(arrayLiteral containers: Container...) {
        for each in containers { each.register { Log() } }
    }
}

struct Emptied: ExpressibleByIntegerLiteral {
    init(integerLiteral number: Int) { c.reset() }
}

let filled: Filled = [c]
_ = try c.resolve(Log.self)
let emptied: Emptied = 1
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let some: Container? = c
let none: Container? = nil
_ = some.map { $0.register { Log() } }
_ = none.map { _ in c.reset() }
_ = try c.resolve(Log.self)

let both: [Container]? = [c]
_ = both.flatMap { all in
    if all.count == 1 { c.reset() }
    return all.first
}
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let emptied = Container()
emptied.register { Log() }
let found = [0, 1].contains { _ in
    emptied.reset()
    return true
}
_ = try emptied.resolve(Log.self)

let filled = Container()
let isIn = (0..<2).contains(where: { _ in
    filled.register { Log() }
    return true
})
_ = try filled.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let other = Container()

final class Model {
    private var stored = 0

    var count: Int {
        get { stored }
        _modify { yield &stored }
    }

    var emptied: Int {
        get { stored }
        _modify {
            other.reset()
            yield &stored
        }
    }
}

let model = Model()
c.register { Log() }
other.register { Log() }
model.count += 1
_ = try c.resolve(Log.self)
model.emptied += 1
_ = try other.resolve(Log.self)

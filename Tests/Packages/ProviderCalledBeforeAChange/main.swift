// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

struct Screen: Sendable {
    let makeLog: Provider<Log>
}

let c = Container()
c.register { Log() }
c.register { Screen(makeLog: $0) }
let screen = try c.resolve(Screen.self)
_ = try screen.makeLog()
c.decorate(Log.self) { _, resolver in try resolver.resolve(Log.self) }
_ = try screen.makeLog()

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let app = Container()
app.register(.singleton) { Log() }

// It may be closed, or there may be something to dispose of.
if app.closeWithoutDisposing() { print("closed") }
_ = try app.resolve(Log.self)

let other = Container { $0.register { Log() } }
_ = try other.resolve(Log.self)

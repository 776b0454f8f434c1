// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let app = Container()
withExtendedLifetime(app) { _ = $0.register { Log() } }
_ = try app.resolve(Log.self)
withExtendedLifetime(app) { $0.reset() }
_ = try app.resolve(Log.self)

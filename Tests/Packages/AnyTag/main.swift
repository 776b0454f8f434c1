// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container { $0.register(.singleton) { Log() }.forAnyTag() }
_ = try c.resolve(Log.self, tag: "file")

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let isTest = CommandLine.arguments.count > 1
let c = Container()
c.register(isTest ? .unique : .shared) { Log() }
_ = try c.resolve(Log.self)

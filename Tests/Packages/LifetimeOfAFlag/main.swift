// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let isTest = CommandLine.arguments.count > 1
let c = Container()
c.register(isTest ? .unique : .shared) { Log() }
_ = try c.resolve(Log.self)

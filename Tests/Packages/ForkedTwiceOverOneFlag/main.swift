// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let isTest = CommandLine.arguments.count > 1
if isTest { c.register(.singleton) { Log() } }
if isTest { _ = try c.resolve(Log.self) }

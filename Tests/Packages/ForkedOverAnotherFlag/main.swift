// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let isTest = CommandLine.arguments.count > 1
let isQuiet = CommandLine.arguments.count > 2
if isTest { c.register(.singleton) { Log() } }
if isQuiet { _ = try c.resolve(Log.self) }

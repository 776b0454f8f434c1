// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}
struct Screen: Sendable { let log: Log }

let c = Container()
let isTest = CommandLine.arguments.count > 1
let isQuiet = CommandLine.arguments.count > 2
if isTest { c.register(.singleton) { Log() } }
if isQuiet { _ = try c.resolve(Log.self) }

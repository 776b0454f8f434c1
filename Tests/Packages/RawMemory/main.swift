// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

struct Settings { var isTest: Bool }

let c = Container()
var settings = Settings(isTest: false)
withUnsafeMutableBytes(of: &settings) { $0[0] = 1 }
if !settings.isTest { c.register { Log() } }
_ = try c.resolve(Log.self)

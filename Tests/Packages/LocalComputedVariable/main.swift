// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

func run(with c: Container) throws {
    var isOn = true
    var other: Bool {
        get { isOn }
        set { if other != newValue { isOn = newValue } }
    }
    other = false
    if isOn { c.register { Log() } }
    _ = try c.resolve(Log.self)
}

func runAgain(with c: Container) throws {
    var count = 1
    var next: Int {
        get { count + 1 }
        set { count = newValue }
    }
    next += 1
    if count == 3 { c.register { Log() } }
    _ = try c.resolve(Log.self)
}

try runAgain(with: Container())
try run(with: Container())

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

func run(with c: Container) throws {
    lazy var filled: Container = {
        c.register { Log() }
        return c
    }()
    lazy var emptied: Container = {
        c.reset()
        return c
    }()
    _ = try filled.resolve(Log.self)
    _ = try c.resolve(Log.self)
    _ = emptied
    _ = try c.resolve(Log.self)
}

func runTooEarly(with c: Container) throws {
    lazy var filled: Container = {
        c.register { Log() }
        return c
    }()
    _ = try c.resolve(Log.self)
    _ = filled
}

try run(with: Container())
try runTooEarly(with: Container())

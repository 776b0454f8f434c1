// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let other = Container()

class Base {
    private var container = c
    var count = 0

    func fill() { container.register { Log() } }
}

final class Derived: Base {
    var container = other
    override var count: Int { didSet { c.reset() } }
}

let derived = Derived()
derived.fill()
_ = try c.resolve(Log.self)
let base: Base = derived
base.count = 1
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()

protocol Emptier {
    func empty()
    var emptied: Bool { get nonmutating set }
}

struct Reset: Emptier {
    func empty() { c.reset() }
    var emptied: Bool {
        get { true }
        nonmutating set { empty() }
    }
}

let one: any Emptier = [Reset()].randomElement() ?? Reset()
c.register { Log() }
_ = try c.resolve(Log.self)
one.empty()
_ = try c.resolve(Log.self)
c.register { Log() }
one.emptied = true
_ = try c.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Mortise

struct Clock: Sendable {}
struct Log: Sendable {}
struct Missing: Sendable {}
struct Store: Sendable {}

// A list has the one that a request for one gets: here the one without parameters.
let c = Container()
c.register { Log() }.implements(Clock.self) { _ in Clock() }
c.register { (missing: Missing) in Clock() }
_ = try c.resolveAll(Clock.self)
// Of two with as many parameters neither is that one.
c.register { (log: Log) in Store() }
c.register { (clock: Clock) in Store() }
_ = try c.resolveAll(Store.self)

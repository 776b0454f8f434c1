// SPDX-License-Identifier: MIT

import Mortise

protocol API: Sendable {}
final class Live: API {}
final class Other: API {}

let c = Container()
c.register { Live() }.implements((any API).self) { $0 }
c.register { Other() as any API }.contributing()
c.decorate(Live.self) { _, resolver in try resolver.resolve(Live.self) }
_ = try c.resolve((any API).self)
_ = try c.resolve(Live.self)

struct Clock: Sendable {}
struct Timer: Sendable {}
struct Log: Sendable {}
struct Report: Sendable {}

// What stands for the selected clock has no place of its own, and may be where the cycle begins.
let parent = Container()
parent.register(tag: "exact") { (_: Clock) in Clock() }.selectable()
parent.register(.singleton) { (_: Clock) in Timer() }
parent.register { (_: Timer) in Log() }
parent.register { (_: inout Resolver, _: Int) in Report() }.injecting { resolver, _ in
    let _: [DefinitionTag: Log] = try resolver.resolve()
}
let child = Container(parent: parent)
child.register { (_: Clock) in Report() }
try child.adopt(keeping: Report())
try child.adopt(Report())
_ = try child.resolve(Report.self)

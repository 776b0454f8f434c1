// SPDX-License-Identifier: MIT

import Mortise

protocol Face: Sendable {}
final class Log: Face {}
final class Missing: Sendable {}
final class Other: Face { init(_: Missing) {} }

// Each that contributes is made, not only the last, which a request would get.
let a = Container()
a.register(.eagerSingleton) { Other($0) as any Face }.contributing()
a.register(.eagerSingleton) { Log() as any Face }.contributing()
try? a.bootstrap()

let b = Container()
b.register(.eagerSingleton) { Log() as any Face }.contributing()
b.register(.eagerSingleton) { Log() as any Face }.contributing()
try b.bootstrap()

// One that is not eager is not made.
let c = Container()
c.register(.eagerSingleton) { Log() as any Face }.contributing()
c.register { Other($0) as any Face }.contributing()
try c.bootstrap()

// With other parameters it replaces nothing.
let d = Container()
d.register(.eagerSingleton) { Other($0) }
d.register { Other(Missing()) }
try? d.bootstrap()

// What takes arguments cannot be made, although a request for it would lead to another one.
let e = Container()
e.register { Log() }
e.register(.eagerSingleton) { (resolver: inout Resolver, name: String) -> Log? in Log() }
try? e.bootstrap()
let f = Container(parent: e)
f.register(.eagerSingleton) { (resolver: inout Resolver, name: String) in Log() }
try? f.bootstrap()

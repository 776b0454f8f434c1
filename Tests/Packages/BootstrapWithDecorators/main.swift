// SPDX-License-Identifier: MIT

import Mortise

protocol Face: Sendable {}
final class Log: Face {}
final class Missing: Sendable {}

// What decorates a type that an eager singleton forwards runs, too.
let c = Container()
c.register(.eagerSingleton) { Log() }.implements((any Face).self) { $0 }
c.decorate((any Face).self) { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
try? c.bootstrap()

// What is not decorated is not made in that form.
let other = Container()
other.register(.eagerSingleton) { Log() }.implements((any Face).self) { $0 }
other.register { Missing() }
other.decorate(Missing.self) { original, _ in original }
try other.bootstrap()

// Each of several is made, and no request finds the others.
let several = Container()
several.register(.eagerSingleton, tag: "a") { Log() as any Face }.contributing()
several.register(.eagerSingleton, tag: "b") { Log() as any Face }.contributing()
several.register(.eagerSingleton) { Log() as any Face }.contributing()
try several.bootstrap()

// A replacement takes over what forwards to it.
let replaced = Container()
replaced.register { Log() }.implements((any Face).self) { $0 }
replaced.decorate((any Face).self) { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
replaced.register(.eagerSingleton) { Log() }
try? replaced.bootstrap()

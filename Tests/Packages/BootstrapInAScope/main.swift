// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}

let c = Container()
c.register(.eagerSingleton) { Log() }

// What a scope decorates of the eager singletons around it is made, too.
let scope = try c.openScope("page")
scope.decorate(Log.self) { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
try? scope.bootstrap()

// Where it has a definition of its own, only that is made.
let second = try c.openScope("page")
second.register(.eagerSingleton) { Log() }
second.decorate(Log.self) { original, _ in original }
try second.bootstrap()

// A scope without decorators makes nothing of what is around it.
let third = try c.openScope("page")
try third.bootstrap()

// So is what is decorated for scopes of its name, wherever that is said.
let around = Container()
around.register(.eagerSingleton) { Log() }
around.decorate(Log.self, in: "page") { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
try around.bootstrap()
let page = try around.openScope("page")
try? page.bootstrap()
let other = try around.openScope("other")
try other.bootstrap()

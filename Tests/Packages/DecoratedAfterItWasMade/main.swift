// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Missing: Sendable {}
final class Log: Sendable { let clock: Clock; init(clock: Clock) { self.clock = clock } }
final class Page: Sendable { let log: Log?; init(log: Log?) { self.log = log } }

let app = Container()
app.register { Clock() }
app.register(.singleton) { Log(clock: $0) }
_ = try app.resolve(Log.self)

// What was made before is kept, whatever is said then of what it was made of.
app.decorate(Clock.self) { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
_ = try app.resolve(Log.self)

// What is not kept gets what is there now.
_ = try? app.resolve(Clock.self)

// Nothing was in its way when it was made.
let second = Container()
second.register(.singleton) { (resolver: inout Resolver) in
    Page(log: try resolver.resolve(Log?.self))
}
_ = try second.resolve(Page.self)
second.register { Log(clock: $0) }
_ = try second.resolve(Page.self)

// An overlay keeps what it has made when that is replaced around it.
let base = Container()
base.register(.singleton) { Clock() }
let overlay = base.overriding()
_ = try overlay.resolve(Clock.self)
base.register { (resolver: inout Resolver) in
    _ = try resolver.resolve(Missing.self)
    return Clock()
}.replacing()
_ = try overlay.resolve(Clock.self)

// Before anything was asked for, nothing is kept.
let fresh = Container()
fresh.register { Clock() }
fresh.register(.singleton) { Log(clock: $0) }
fresh.decorate(Clock.self) { original, resolver in
    _ = try resolver.resolve(Missing.self)
    return original
}
_ = try? fresh.resolve(Log.self)

// SPDX-License-Identifier: MIT

import Dispatch
import Mortise

protocol Writing {}
final class Clock: Sendable {}
final class Log: Writing, Sendable {}

/// What other code sees of a container.
final class Board: @unchecked Sendable { var app: Container? }

let board = Board()
DispatchQueue.global().async { _ = try? board.app?.resolve(Log.self) }

// Nobody else has it yet.
func wired() -> Container {
    let app = Container()
    app.register { Log() }.implements((any Writing).self) { $0 }
    return app
}

_ = try wired().resolve((any Writing).self)

// Code that runs meanwhile may have asked for it.
let shown = Container()
let log = shown.register { Log() }
board.app = shown
log.implements((any Writing).self) { $0 }
_ = try shown.resolve((any Writing).self)

let seen = Container()
let other = seen.register { Log() }
DispatchQueue.global().async { _ = try? seen.resolve(Log.self) }
other.implements((any Writing).self) { $0 }
_ = try seen.resolve((any Writing).self)

// A factory runs when somebody asks, which is seen where that is.
let lazy = Container()
lazy.register { (resolver: inout Resolver) -> Log in
    _ = try resolver.resolve(Clock.self)
    return Log()
}.implements((any Writing).self) { $0 }
lazy.register { Clock() }
_ = try lazy.resolve((any Writing).self)

// Another container's factory asks it.
let asked = Container()
let first = asked.register { Log() }
let asking = Container()
asking.register(.singleton) {
    _ = try? asked.resolve(Log.self)
    return Clock()
}
_ = try asking.resolve(Clock.self)
first.implements((any Writing).self) { $0 }
_ = try asked.resolve((any Writing).self)

// What escaped code lets escape runs, too.
let emptied = Container()
emptied.register { Clock() }
DispatchQueue.global().async { DispatchQueue.global().async { emptied.reset() } }
_ = try emptied.resolve(Clock.self)

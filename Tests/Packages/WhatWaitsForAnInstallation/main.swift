// SPDX-License-Identifier: MIT

import Mortise

// During an installation, registrations and removals wait for its end. All else is done at once.

protocol API: Sendable {}
struct Live: API {}
struct Recorded: API {}
final class Clock: Sendable {}
final class Log: Sendable {}

func registrationsWait() {
    let c = Container()
    let log = c.register { Log() }
    c.install { c in
        c.remove(log)
        c.register { Clock() }
        _ = try? c.resolve(Log.self)
        _ = try? c.resolve(Clock.self)
    }
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
}
registrationsWait()

func linksDoNotWait() {
    let other = Container { $0.register { Log() } }
    let c = Container()
    c.install { c in
        c.link(with: other)
        _ = try? c.resolve(Log.self)
    }
    let d = Container()
    d.link(with: other)
    d.install { d in
        d.unlink(from: other)
        _ = try? d.resolve(Log.self)
    }
}
linksDoNotWait()

func closingDoesNotWait() {
    let c = Container { $0.register { Log() } }
    c.install { c in
        _ = c.closeWithoutDisposing()
        _ = try? c.resolve(Log.self)
    }
}
closingDoesNotWait()

func selectingDoesNotWait() throws {
    let c = Container()
    try c.install(implementationsOf: (any API).self, default: "live") { c in
        c.register(tag: "live") { Live() as any API }
        c.register(tag: "recorded") { (_: Clock) in Recorded() as any API }
    }
    try c.install { c in
        try c.select("recorded", for: (any API).self)
        _ = try? c.resolve((any API).self)
    }
}
try selectingDoesNotWait()

func whatIsSaidDoesNotWait() {
    let c = Container()
    let log = c.register { Log() }
    c.install { c in
        log.forAnyTag()
        _ = try? c.resolve(Log.self, tag: "x")
    }
    let d = Container()
    let other = d.register { Log() }
    d.install { d in
        other.injecting { resolver, _ in _ = try resolver.resolve(Clock.self) }
        _ = try? d.resolve(Log.self)
    }
}
whatIsSaidDoesNotWait()

func droppingDoesNotWait() async throws {
    let c = Container()
    c.register(.singleton) { () async -> Log in Log() }
    _ = try await c.async.resolve(Log.self)
    c.install { c in
        c.dropInstances()
        _ = try? c.resolve(Log.self)
    }
}
try await droppingDoesNotWait()

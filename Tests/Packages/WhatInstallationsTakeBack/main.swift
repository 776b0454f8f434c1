// SPDX-License-Identifier: MIT

import Mortise

// An installation that fails takes back what it registered and removed, and nothing else.

protocol API: Sendable {}
struct Live: API {}
struct Recorded: API {}
final class Clock: Sendable {}
final class Log: Sendable {}
struct Failed: Error {}

func registrationsAreTakenBack() {
    let c = Container()
    let log = c.register { Log() }
    try? c.install { c in
        c.remove(log)
        c.register { Clock() }
        throw Failed()
    }
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container { $0.register { Log() } }
    try? d.install { d in
        d.reset()
        throw Failed()
    }
    _ = try? d.resolve(Log.self)
}
registrationsAreTakenBack()

func linksStay() {
    let other = Container { $0.register { Log() } }
    let c = Container()
    try? c.install { c in
        c.link(with: other)
        throw Failed()
    }
    _ = try? c.resolve(Log.self)
    let d = Container()
    d.link(with: other)
    try? d.install { d in
        d.unlink(from: other)
        throw Failed()
    }
    _ = try? d.resolve(Log.self)
}
linksStay()

func closedStays() {
    let c = Container { $0.register { Log() } }
    try? c.install { c in
        _ = c.closeWithoutDisposing()
        throw Failed()
    }
    _ = try? c.resolve(Log.self)
}
closedStays()

func implementations(default tag: String) throws -> Container {
    let c = Container()
    try c.install(implementationsOf: (any API).self, default: tag) { c in
        c.register(tag: "live") { Live() as any API }
        c.register(tag: "recorded") { (_: Clock) in Recorded() as any API }
    }
    return c
}
func selectionsStay() throws {
    let c = try implementations(default: "live")
    try? c.install { c in
        try c.select("recorded", for: (any API).self)
        throw Failed()
    }
    _ = try? c.resolve((any API).self)
    let d = try implementations(default: "recorded")
    try? d.install { d in
        try d.select("live", for: (any API).self)
        throw Failed()
    }
    _ = try? d.resolve((any API).self)
}
try selectionsStay()

// What is said of a definition that was there before.
func whatIsSaidStays() {
    let c = Container()
    let log = c.register { Log() }
    try? c.install { _ in
        log.forAnyTag()
        throw Failed()
    }
    _ = try? c.resolve(Log.self, tag: "x")
    let d = Container()
    let other = d.register { Log() }
    try? d.install { _ in
        other.injecting { resolver, _ in _ = try resolver.resolve(Clock.self) }
        throw Failed()
    }
    _ = try? d.resolve(Log.self)
    let e = Container()
    let part = e.register { Log() }
    try? e.install { _ in
        part.contributing()
        throw Failed()
    }
    _ = try? e.resolve([Log].self)
}
whatIsSaidStays()

func instancesStayDropped() async throws {
    let c = Container()
    c.register(.singleton) { () async -> Log in Log() }
    _ = try await c.async.resolve(Log.self)
    _ = try? c.resolve(Log.self)
    try? c.install { c in
        c.dropInstances()
        throw Failed()
    }
    _ = try? c.resolve(Log.self)
}
try await instancesStayDropped()

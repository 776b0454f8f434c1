// SPDX-License-Identifier: MIT

import Mortise
import Testing

private protocol Clock: Sendable {
    var name: String { get }
}

private final class RealClock: Clock {
    let name = "real"
}

private final class FakeClock: Clock {
    let name: String
    init(_ name: String = "fake") { self.name = name }
}

private final class Alarm: Sendable {
    let clock: any Clock
    init(_ clock: any Clock) { self.clock = clock }
}

private struct Times: Assembly {
    let container: Container

    var clock: any Clock { define(.singleton) { RealClock() as any Clock } }
    var alarm: Alarm { define { Alarm(clock) } }
    var kept: Alarm { define(.singleton) { Alarm(clock) } }
    var derived: String { clock.name }
    // The compiler wraps one member's definition in an optional; the other member defines an optional.
    var converted: (any Clock)? {
        define(.shared) {
            RealClock()
        } injecting: { _ in
        } as: {
            $0
        }
    }
    var optional: (any Clock)? {
        define(.shared) {
            RealClock()
        } injecting: {
            _ in
        } as: {
            $0 as (any Clock)?
        }
    }
}

@Suite struct `A substitution` {
    private let app = Container(name: "app")
    private var times: Times { Times(container: app) }

    @Test func `replaces the member for all callers, and restores it`() {
        let real = times.clock as AnyObject
        let substitution = times.substitute(\.clock) { FakeClock() as any Clock }
        for _ in 0..<3 {
            #expect(times.clock.name == "fake")
            #expect(times.alarm.clock as AnyObject === times.clock as AnyObject)
        }

        substitution.remove()
        substitution.remove()
        #expect(times.clock as AnyObject === real)
        #expect(times.alarm.clock as AnyObject === real)
    }

    @Test func `is made as often as the member's scope requires, and once to find the scope`() {
        let made = Locked(0)
        times.substitute(\.clock) {
            made.withLock { $0 += 1 }
            return FakeClock() as any Clock
        }
        #expect(made.withLock { $0 } == 1)
        _ = (times.clock, times.clock, times.alarm)
        #expect(made.withLock { $0 } == 2)
    }

    @Test func `is visible in its container and descendants only`() throws {
        let scope = try app.openScope(.request)
        let overlay = app.overriding()
        Times(container: overlay).substitute(\.clock) { FakeClock("overlay") as any Clock }

        #expect(Times(container: overlay).alarm.clock.name == "overlay")
        #expect(try Times(container: overlay.openScope(.request)).alarm.clock.name == "overlay")
        #expect(times.alarm.clock.name == "real")
        #expect(Times(container: scope).alarm.clock.name == "real")

        Times(container: scope).substitute(\.clock) { FakeClock("scope") as any Clock }
        #expect(Times(container: scope).alarm.clock.name == "scope")
        #expect(Times(container: scope).kept.clock.name == "real", "what the program keeps")
        #expect(times.alarm.clock.name == "real")
    }

    @Test func `takes the place of another one`() {
        let first = times.substitute(\.clock) { FakeClock("first") as any Clock }
        let second = times.substitute(\.clock) { FakeClock("second") as any Clock }
        #expect(times.clock.name == "second")
        first.remove()
        #expect(times.clock.name == "second")
        second.remove()
        #expect(times.clock.name == "real")
    }

    @Test func `may last for one body`() async throws {
        let name = times.withSubstitution(\.clock) {
            FakeClock() as any Clock
        } _: {
            times.alarm.clock.name
        }
        #expect(name == "fake")
        #expect(times.alarm.clock.name == "real")

        await times.withSubstitution(\.clock) {
            FakeClock("later") as any Clock
        } _: {
            await Task.yield()
            #expect(times.clock.name == "later")
        }
        #expect(times.clock.name == "real")
    }

    @Test func `works in a container that is bootstrapped, as a switch while the program runs`()
        throws
    {
        try app.bootstrap()
        for round in 0..<3 {
            let substitution = times.substitute(\.clock) { FakeClock("\(round)") as any Clock }
            #expect(times.alarm.clock.name == "\(round)")
            substitution.remove()
            #expect(times.alarm.clock.name == "real")
        }
    }

    @Test func `of a member that defines nothing of its type ends the program`() async {
        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Times(container: Container()).substitute(\.derived) { "never" }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("it defines no String. Substitute the member that does."))
    }

    @Test func `of an optional needs a member that defines one`() async {
        #expect(times.converted?.name == "real")
        #expect(times.optional?.name == "real")
        let substitution = times.substitute(\.optional) { FakeClock() as (any Clock)? }
        #expect(times.optional?.name == "fake")
        substitution.remove()
        #expect(times.optional?.name == "real")

        let result = await #expect(
            processExitsWith: .failure,
            observing: [\.standardErrorContent]
        ) {
            Times(container: Container()).substitute(\.converted) { nil }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("or let it end with as: { $0 as (any Clock)? }."))
    }

    @Test func `is atomic for concurrent threads`() async throws {
        let app = Container()
        let times = Times(container: app)
        _ = times.alarm
        try await race(rounds: Rounds.some, threads: 3) { _ in
            times
        } run: { times, thread, _ in
            guard thread == 0 else { return times.alarm.clock.name }
            return times.withSubstitution(\.clock) {
                FakeClock() as any Clock
            } _: {
                times.alarm.clock.name
            }
        } check: { times, outcomes in
            let names = try outcomes.map { try $0.get() }
            #expect(names[0] == "fake")
            #expect(names.allSatisfy { $0 == "fake" || $0 == "real" })
            #expect(times.alarm.clock.name == "real")
        }
    }
}

// SPDX-License-Identifier: MIT

import Mortise

// What only the deepest call does is done, also where it is deeper than the calls are followed.

final class Clock: Sendable {}
final class Log: Sendable {}
struct Failed: Error {}

func levels(_ level: Int, _ container: Container) {
    if level > 0 { levels(level - 1, container) } else { _ = try? container.resolve(Log.self) }
}
levels(3, Container())
levels(12, Container { $0.register { Clock() } })

func ping(_ level: Int, _ container: Container) {
    if level == 0 { _ = try? container.resolve(Log.self) } else { pong(level - 1, container) }
}
func pong(_ level: Int, _ container: Container) {
    if level == 0 { _ = try? container.resolve(Clock.self) } else { ping(level - 1, container) }
}
ping(9, Container())
ping(10, Container())

func localFunction() {
    let c = Container()
    var times = 0
    func step() {
        times += 1
        if times < 7 { step() } else { _ = try? c.resolve(Log.self) }
    }
    step()
}
localFunction()

func down(_ level: Int, _ container: Container) throws {
    if level == 0 {
        _ = try? container.resolve(Log.self)
        throw Failed()
    }
    do { try down(level - 1, container) } catch {
        container.reset()
        throw error
    }
}
func failsAtTheBottom() {
    let c = Container { $0.register { Log() } }
    try? down(9, c)
    _ = try? c.resolve(Log.self)
}
failsAtTheBottom()

func later(_ level: Int, _ container: Container) async {
    if level > 0 { await later(level - 1, container) } else { _ = try? container.resolve(Log.self) }
}
await later(9, Container())

struct Count<Unit> {
    let container: Container
    func go(_ level: Int) {
        if level > 0 {
            Count<[Unit]>(container: container).go(level - 1)
        } else {
            _ = try? container.resolve(Log.self)
        }
    }
}
Count<Int>(container: Container()).go(9)

func hand(_ level: Int, _ body: () -> Void) {
    if level > 0 { hand(level - 1, body) } else { body() }
}
func closureThatIsHandedDown() {
    let c = Container()
    hand(9) { _ = try? c.resolve(Log.self) }
    hand(9) { c.register { Clock() } }
    _ = try? c.resolve(Clock.self)
}
closureThatIsHandedDown()

func leave(_ level: Int, _ container: Container) {
    defer { if level == 0 { _ = try? container.resolve(Log.self) } }
    if level > 0 { leave(level - 1, container) }
}
leave(9, Container())

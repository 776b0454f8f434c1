// SPDX-License-Identifier: MIT

import Mortise

// A value in a pattern is only evaluated if all before it matches, and each time once.

final class Clock: Sendable {}
final class Log: Sendable {}

enum Route: Error, Equatable { case port(Int), closed }

func register(in container: Container) -> Int {
    container.register { Log() }
    return 1
}
func remove(_ definition: Definition<Clock>, from container: Container) -> Int {
    container.remove(definition)
    return 1
}
func number() -> Int? { [1, 2].randomElement() }
func route() -> Route { [.port(3), .closed].randomElement() ?? .closed }

// The first part does not match, so nothing is registered.
func notReached() {
    let c = Container()
    switch (0, 1) {
    case (1, register(in: c)): c.register { Clock() }
    default: break
    }
    _ = try? c.resolve(Log.self)
    let d = Container()
    for case (2, register(in: d)) in [(1, 1)] {}
    _ = try? d.resolve(Log.self)
    let e = Container()
    if case (1, register(in: e)) = (1, 1) { e.register { Clock() } }
    _ = try? e.resolve(Log.self)
    _ = try? e.resolve(Clock.self)
}
notReached()

// Of what is not known the value may be evaluated: what it removes may be gone.
func perhapsReached() {
    let c = Container()
    let first = c.register { Clock() }
    if case (remove(first, from: c), _)? = number().map({ ($0, $0) }) { c.register { Log() } }
    _ = try? c.resolve(Clock.self)
    let d = Container()
    let second = d.register { Clock() }
    if case .port(remove(second, from: d)) = route() { d.register { Log() } }
    _ = try? d.resolve(Clock.self)
    let e = Container()
    let third = e.register { Clock() }
    switch number() {
    case remove(third, from: e)?: e.register { Log() }
    default: break
    }
    _ = try? e.resolve(Clock.self)
}
perhapsReached()

func caught() {
    let c = Container()
    let clock = c.register { Clock() }
    do { throw Route.port(2) } catch Route.port(remove(clock, from: c)) {} catch {}
    _ = try? c.resolve(Clock.self)
    let d = Container()
    let other = d.register { Clock() }
    do { throw Route.closed } catch Route.port(remove(other, from: d)) {} catch {}
    _ = try? d.resolve(Clock.self)
}
caught()

// Once, also where the subject is one of several.
final class Lamp {
    var isOn = false
    func toggle() -> Int {
        isOn.toggle()
        return 1
    }
}
func toggledOnce() {
    let lamp = Lamp()
    let subject = CommandLine.arguments.isEmpty ? 1 : 2
    if case lamp.toggle() = subject {}
    let c = Container()
    if lamp.isOn { c.register { Log() } } else { c.register { Clock() } }
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
}
toggledOnce()

// Two cases have one name, and other labels.
enum Place: Equatable { case at(row: Int), at(column: Int) }
func casesOfOneName() {
    let place = Place.at(column: 1)
    let c = Container()
    if place == .at(row: 1) { c.register { Log() } }
    if place == .at(column: 1) { c.register { Clock() } }
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
}
casesOfOneName()

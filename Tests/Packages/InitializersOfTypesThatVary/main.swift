// SPDX-License-Identifier: MIT

import Mortise

// Which initializer runs, where the type is only known when the program runs.

final class Clock: Sendable {}
final class Log: Sendable {}
nonisolated(unsafe) var place = Container()

// What `init(rawValue:)` makes is what the program says.
struct Raw: RawRepresentable {
    let rawValue: Int
    init?(rawValue: Int) { self.rawValue = rawValue + 1 }
}
func raw<T: RawRepresentable>(_ type: T.Type, _ value: T.RawValue) -> T? { T(rawValue: value) }
func rawValues() {
    let c = Container()
    if raw(Raw.self, 1)?.rawValue == 1 { c.register { Log() } }
    if raw(Raw.self, 1)?.rawValue == 2 { c.register { Clock() } }
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container()
    if let made = raw(Raw.self, 1), made.rawValue == 2 { _ = try? d.resolve(Log.self) }
}
rawValues()

// A class that inherits its initializer has that of the class above it.
class Base { required init(_ container: Container) {} }
class Between: Base {
    required init(_ container: Container) {
        super.init(container)
        container.reset()
    }
}
final class Last: Between {}
final class Other: Base {}
func inherited() {
    let c = Container { $0.register { Log() } }
    let type: Base.Type = Last.self
    _ = type.init(c)
    _ = try? c.resolve(Log.self)
    let d = Container { $0.register { Log() } }
    let make = type.init(_:)
    _ = make(d)
    _ = try? d.resolve(Log.self)
    let e = Container { $0.register { Log() } }
    let other: Base.Type = Other.self
    _ = other.init(e)
    _ = try? e.resolve(Log.self)
}
inherited()

// `Self()` and `T()` are of the type that is opened.
protocol Part { init() }
extension Part {
    static func made() -> Self { Self() }
    static func list() -> [Self] { [.init()] }
}
struct Adding: Part { init() { place.register { Log() } } }
struct Emptying: Part { init() { place.reset() } }
func make<T: Part>(_ type: T.Type) -> T { T() }
func openedTypes() {
    let c = Container()
    place = c
    let adding: any Part.Type = Adding.self
    _ = adding.made()
    _ = try? c.resolve(Log.self)
    let d = Container { $0.register { Log() } }
    place = d
    let emptying: any Part.Type = Emptying.self
    _ = make(emptying)
    _ = try? d.resolve(Log.self)
    let e = Container { $0.register { Log() } }
    place = e
    _ = emptying.list().count
    _ = try? e.resolve(Log.self)
}
openedTypes()

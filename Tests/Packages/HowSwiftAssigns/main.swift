// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Lamp: Sendable {}

/// In its own initializer, a property is set without its observers.
struct Quiet {
    var app: Container { didSet { app.register { Clock() } } }
    init(_ app: Container) { self.app = app }
}

var quiet = Quiet(Container())
_ = try? quiet.app.resolve(Clock.self)
quiet.app = Container()
_ = try quiet.app.resolve(Clock.self)

/// `didSet` gets what was there before, and `willSet` runs before it is replaced.
final class Switch {
    let app: Container
    var isOn = false { didSet { if oldValue != isOn { app.register { Lamp() } } } }
    var step = 0 { willSet { if newValue > step { app.register { Clock() } } } }
    init(_ app: Container) { self.app = app }
}

let light = Switch(Container())
light.isOn = true
_ = try light.app.resolve(Lamp.self)
light.step = 3
_ = try light.app.resolve(Clock.self)

/// Nothing gives a value to what is not there.
func lit(_ app: Container) -> Bool {
    app.register { Clock() }
    return true
}
let dark = Container()
var none: Switch?
none?.isOn = lit(dark)
_ = try? dark.resolve(Clock.self)

/// Which one of the two a wrapper is given a value by depends on what came before.
@propertyWrapper struct Marked {
    var app: Container
    var wrappedValue: Container {
        get { app }
        set { newValue.register { Lamp() }; app = newValue }
    }
    init(wrappedValue: Container) {
        app = wrappedValue
        app.register { Clock() }
    }
}
final class Owner {
    @Marked var app: Container
    init(_ app: Container) { self.app = app }
}
let owned = Container()
let owner = Owner(owned)
_ = try owned.resolve(Clock.self)
_ = try? owned.resolve(Lamp.self)

@propertyWrapper struct Not {
    var wrappedValue: Bool
    init(wrappedValue: Bool) { self.wrappedValue = !wrappedValue }
}
func isNot(@Not _ flag: Bool) -> Bool { flag }
let turned = Container()
if isNot(true) { turned.register { Clock() } }
_ = try? turned.resolve(Clock.self)

/// An object in a variable is replaced by a method of a protocol.
protocol Counting { var count: Int { get set } }
extension Counting { mutating func replace(by other: Self) { self = other } }
final class Counter: Counting { var count = 0 }
var counter = Counter()
let first = counter
counter.count = 1
counter.replace(by: Counter())
let counted = Container()
if counter.count == 0 { counted.register { Clock() } }
_ = try counted.resolve(Clock.self)

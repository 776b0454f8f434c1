// SPDX-License-Identifier: MIT

import Mortise

protocol Face {}
final class Clock: Sendable, Face {}

// A definition that is registered again is another one, which stays.
let one = Container()
let first = one.register { Clock() }
one.register(first)
one.remove(first)
_ = try one.resolve(Clock.self)

// What was replaced has left its types to what took its place.
let two = Container()
let old = two.register { Clock() }
old.implements((any Face).self) { $0 }
two.register { Clock() }
two.remove(old)
_ = try two.resolve((any Face).self)

// What one statement registers twice are two definitions, of which the second one stays.
func add(to app: Container) -> Definition<Clock> { app.register { Clock() } }
let three = Container()
let added = add(to: three)
_ = add(to: three)
three.remove(added)
_ = try three.resolve(Clock.self)

// What was removed and is registered again is another one, too.
let four = Container()
let removed = four.register { Clock() }
four.remove(removed)
four.register(removed)
four.remove(removed)
_ = try four.resolve(Clock.self)

// So is what gives it under another type.
func addFace(to app: Container) -> Definition<Clock> {
    app.register { Clock() }.implements((any Face).self) { $0 }
}
let five = Container()
let face = addFace(to: five)
_ = addFace(to: five)
five.remove(face)
_ = try five.resolve((any Face).self)

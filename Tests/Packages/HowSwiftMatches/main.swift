// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Lamp: Sendable {}

enum Place { case inside(Container), between(Container, Container) }
func light(_ place: Place) {
    switch place {
    case .inside(let app), .between(_, let app): app.register { Lamp() }
    }
}
let (one, two) = (Container(), Container())
light(.inside(one))
_ = try one.resolve(Lamp.self)
light(.between(one, two))
_ = try two.resolve(Lamp.self)

let nothing: Int? = .none
let three = Container()
if nothing == nil { three.register { Clock() } } else { three.register { Lamp() } }
_ = try three.resolve(Clock.self)
_ = try? three.resolve(Lamp.self)

/// A case of its own with the name of one of an optional.
enum Mode { case none, some(Int) }
let mode: Mode? = Mode.none
let four = Container()
if case .some = mode { four.register { Clock() } } else { four.register { Lamp() } }
_ = try four.resolve(Clock.self)
_ = try? four.resolve(Lamp.self)

/// An optional that holds an optional.
let nested: Int?? = .some(nil)
let five = Container()
if nested == nil { five.register { Clock() } } else { five.register { Lamp() } }
_ = try? five.resolve(Clock.self)
_ = try five.resolve(Lamp.self)

/// A pattern that the program itself compares.
struct Any3 { let app: Container }
func ~= (pattern: Any3, number: Int) -> Bool {
    pattern.app.register { Clock() }
    return number == 3
}
let six = Container()
switch 3 {
case Any3(app: six): break
default: break
}
_ = try six.resolve(Clock.self)

/// Labels that put the elements of a tuple in another order.
let (seven, eight) = (Container(), Container())
let pair: (left: Container, right: Container) = (right: seven, left: eight)
pair.right.register { Clock() }
_ = try seven.resolve(Clock.self)
_ = try? eight.resolve(Clock.self)

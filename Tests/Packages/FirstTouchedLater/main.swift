// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Lamp: Sendable {}

/// Made when it is first named: after the factory that names it escaped.
enum Late {
    static let app = Container()
    static let other = Container()
}

let one = Container()
one.register { () -> Clock in
    Late.app.reset()
    return Clock()
}
Late.app.register { Lamp() }
_ = try? one.resolve(Clock.self)
_ = try? Late.app.resolve(Lamp.self)

/// What is released makes it.
final class Last { deinit { Late.other.register { Lamp() } } }
_ = Last()
_ = try Late.other.resolve(Lamp.self)

/// The current container is that of whoever asks.
let two = Container()
two.register { Lamp() }
two.register { () -> Clock in
    Container.current.reset()
    return Clock()
}
Container.withCurrent(two) { _ = try? two.resolve(Clock.self) }
_ = try? two.resolve(Lamp.self)

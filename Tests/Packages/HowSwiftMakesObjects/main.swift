// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Lamp: Sendable {}

class Base {
    required init() {}
    class func make() -> Self { Self() }
    func wire(_ app: Container) { app.register { Clock() } }
}
final class Derived: Base {
    override func wire(_ app: Container) { app.register { Lamp() } }
}
let type: Base.Type = Derived.self
let one = Container()
type.make().wire(one)
_ = try one.resolve(Lamp.self)
_ = try? one.resolve(Clock.self)

class Plain {
    var isReady = false
    required init() {}
    convenience init(again: Bool) { self.init() }
}
final class Ready: Plain {
    required init() {
        super.init()
        isReady = true
    }
}
func make<T: Plain>(_ type: T.Type) -> T { T() }
let two = Container()
if make(Ready.self).isReady { two.register { Clock() } }
_ = try two.resolve(Clock.self)

let three = Container()
if Ready(again: true).isReady { three.register { Clock() } }
_ = try three.resolve(Clock.self)

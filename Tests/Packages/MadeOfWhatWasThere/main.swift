// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Lamp: Sendable {}

final class Holder: Sendable {
    let app: Container
    init(_ app: Container) { self.app = app }
}

/// Made when they are first named, of what is there then.
enum Late {
    nonisolated(unsafe) static var place = Container()
    nonisolated(unsafe) static var isLit = false
    static let child: Container = { Container(parent: place) }()
    static let holder = Holder(place)
    static let lit: Container = {
        let made = Container()
        if isLit { made.register { Lamp() } }
        return made
    }()
    static let known: Container = {
        let made = Container()
        made.register { Lamp() }
        return made
    }()
}

let one = Container()
one.register { () -> Clock in
    _ = (Late.child, Late.holder, Late.lit, Late.known)
    return Clock()
}
let lamps = Container()
lamps.register { Lamp() }
Late.place = lamps
Late.isLit = true
_ = try one.resolve(Clock.self)
// The factory has made them.
Late.place = Container()
Late.isLit = false
_ = try Late.child.resolve(Lamp.self)
_ = try Late.holder.app.resolve(Lamp.self)
_ = try Late.lit.resolve(Lamp.self)
_ = try Late.known.resolve(Lamp.self)

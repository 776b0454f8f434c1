// SPDX-License-Identifier: MIT

import Mortise

final class Lamp: Sendable {}
final class Clock: Sendable {}
struct Failed: Error {}

func light(_ app: Container) -> Bool {
    app.register { Lamp() }
    return true
}
func wipe(_ app: Container) -> Bool {
    app.reset()
    return false
}

/// What is assigned to comes first.
func assign() {
    let app = Container()
    var all = [false, true]
    all[light(app) ? 1 : 0] = wipe(app)
    _ = try? app.resolve(Lamp.self)
    var counts = [1, 2]
    counts[light(app) ? 1 : 0] += wipe(app) ? 1 : 2
    _ = try? app.resolve(Lamp.self)
}
assign()

/// The object to which a property belongs comes first, too.
final class Room {
    var app = Container()
}
func room(_ app: Container) -> Room {
    _ = light(app)
    return Room()
}
func move() throws {
    let app = Container()
    room(app).app = wipe(app) ? app : Container()
    _ = try? app.resolve(Lamp.self)
    var first = Room()
    let (one, other) = (first, Room())
    first.app = {
        first = other
        let made = Container()
        made.register { Clock() }
        return made
    }()
    _ = try one.app.resolve(Clock.self)
    _ = try? first.app.resolve(Clock.self)
}
try move()

/// An initializer that fails ends what it has made.
final class Guest {
    let app: Container
    init(_ app: Container) throws {
        self.app = app
        throw Failed()
    }
    deinit { app.register { Lamp() } }
}
func fail() {
    let app = Container()
    _ = try? Guest(app)
    _ = try? app.resolve(Lamp.self)
}
fail()

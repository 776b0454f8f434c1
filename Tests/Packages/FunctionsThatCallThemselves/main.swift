// SPDX-License-Identifier: MIT

import Mortise

final class Lamp: Sendable {}
final class Clock: Sendable {}

/// Each call has variables of its own.
func depth(_ number: Int, _ app: Container) -> Int {
    guard number > 0 else { return 0 }
    let below = depth(number - 1, app)
    if below == 0 { app.reset() }
    return below + 1
}
func reset() throws {
    let app = Container()
    app.register { Lamp() }
    _ = depth(2, app)
    _ = try? app.resolve(Lamp.self)
}
try reset()

/// The last container is made by the innermost call.
func last(_ number: Int) -> Container {
    let app = Container()
    guard number > 0 else { return app }
    let other = last(number - 1)
    other.register { Lamp() }
    app.register { Clock() }
    return other
}
func findLast() throws {
    let app = last(2)
    _ = try app.resolve(Lamp.self)
    _ = try? app.resolve(Clock.self)
}
try findLast()

/// What calls itself too often is not followed.
func often(_ number: Int, _ app: Container) {
    if number > 0 { often(number - 1, app) }
    if number == 9 { app.register { Lamp() } }
}
func callOften() throws {
    let app = Container()
    often(9, app)
    _ = try app.resolve(Lamp.self)
}
try callOften()

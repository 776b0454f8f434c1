// SPDX-License-Identifier: MIT

import Mortise

final class Lamp: Sendable {}
final class Clock: Sendable {}

func light(_ app: Container) -> Bool {
    app.register { Lamp() }
    return true
}

/// A static property is made once, by whoever reads it first.
func readStatically() throws {
    enum Once {
        nonisolated(unsafe) static var app = Container()
        static let isLit = light(app)
    }
    let app = Container()
    Once.app = app
    if CommandLine.arguments.count > 1 { _ = Once.isLit }
    app.reset()
    _ = Once.isLit
    _ = try app.resolve(Lamp.self)
}
try readStatically()

/// A task may read it first.
func readInATask() async throws {
    enum Once {
        nonisolated(unsafe) static var app = Container()
        static let isLit = light(app)
    }
    let app = Container()
    Once.app = app
    await Task { _ = Once.isLit }.value
    app.reset()
    _ = Once.isLit
    _ = try? app.resolve(Lamp.self)
}
try await readInATask()

/// A lazy property of a structure changes that when it is read.
struct Room {
    let app: Container
    lazy var isLit = light(app)
    lazy var isOpen = isLit
}
func readLazily() throws {
    let app = Container()
    var room = Room(app: app)
    _ = room.isOpen
    _ = try app.resolve(Lamp.self)
    app.reset()
    _ = room.isLit
    _ = try? app.resolve(Lamp.self)
}
try readLazily()

/// So does a getter that is `mutating`.
struct Counter {
    let app: Container
    var count = 0
    var next: Int {
        mutating get {
            count += 1
            if count == 2 { app.register { Lamp() } }
            return count
        }
    }
}
func count() throws {
    let app = Container()
    var counters = [Counter(app: app)]
    _ = counters[0].next
    _ = try? app.resolve(Lamp.self)
    _ = counters[0].next
    _ = try app.resolve(Lamp.self)
}
try count()

/// A literal may be an initializer of the program.
struct Nothing: ExpressibleByNilLiteral {
    nonisolated(unsafe) static var app = Container()
    init(nilLiteral: ()) { Self.app.reset() }
}
func makeNothing() throws {
    let app = Container()
    app.register { Clock() }
    Nothing.app = app
    _ = nil as Nothing
    _ = try? app.resolve(Clock.self)
}
try makeNothing()

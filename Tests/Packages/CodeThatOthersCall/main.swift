// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Lamp: Sendable {}

/// Its end runs code.
struct Lease: ~Copyable {
    let app: Container
    deinit { app.register { Lamp() } }
}
func lease() throws {
    let app = Container()
    do {
        let lease = Lease(app: app)
        _ = lease.app.name
    }
    _ = try app.resolve(Lamp.self)
}
try lease()

/// The standard library makes `+=` of `+`.
struct Sum: AdditiveArithmetic {
    var app: Container?
    static let zero = Sum(app: nil)
    static func == (one: Sum, other: Sum) -> Bool { true }
    static func - (one: Sum, other: Sum) -> Sum { one }
    static func + (one: Sum, other: Sum) -> Sum {
        other.app?.register { Lamp() }
        return other
    }
}
func add() throws {
    let app = Container()
    var sum = Sum.zero + Sum(app: Container())
    sum += Sum(app: app)
    _ = try app.resolve(Lamp.self)
}
try add()

/// A key path is applied elsewhere.
struct Shelf {
    let app: Container
    var count: Int {
        app.register { Lamp() }
        return 1
    }
}
func read<T>(_ shelf: Shelf, _ path: KeyPath<Shelf, T>) -> T { shelf[keyPath: path] }
func apply() throws {
    let app = Container()
    _ = read(Shelf(app: app), \.count)
    _ = try app.resolve(Lamp.self)
}
try apply()

/// What observes a local variable runs when it is set.
func observe() throws {
    let app = Container()
    app.register { Clock() }
    var count = 0 {
        didSet { _ = try? app.resolve(Lamp.self) }
        willSet { if newValue > 2 { app.reset() } }
    }
    count = 3
    _ = try app.resolve(Clock.self)
}
try observe()

/// What escaped before asks for the container that is bound later.
final class Last: Sendable { deinit { Container.currentIfAny?.reset() } }
func release() throws {
    var last: Last? = Last()
    let app = Container()
    app.register { Clock() }
    Container.withCurrent(app) { last = nil }
    _ = last
    _ = try app.resolve(Clock.self)
}
try release()

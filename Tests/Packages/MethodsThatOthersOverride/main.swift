// SPDX-License-Identifier: MIT

import Mortise

// A method that a class below overrides, where only the class above or the protocol is named.

final class Clock: Sendable {}
final class Log: Sendable {}

protocol Putting {
    static func putAll(in container: Container)
    func put(in container: Container)
}
extension Putting {
    static func putAll(in container: Container) {}
    func put(in container: Container) {}
}
class Shelf: Putting {
    class func putAll(in container: Container) { container.register { Clock() } }
    func put(in container: Container) { container.register { Clock() } }
}
class Full: Shelf {
    override class func putAll(in container: Container) { container.register { Log() } }
    override func put(in container: Container) { container.register { Log() } }
}
// It inherits what the class between overrides.
final class Fuller: Full {}

func putAll<P: Putting>(_ putting: P, _ container: Container) { P.putAll(in: container) }
func putAll<P: Putting>(of type: P.Type, _ container: Container) { type.putAll(in: container) }
func put<P: Putting>(_ putting: P, _ container: Container) { putting.put(in: container) }

func ofTheClassBelow() {
    let c = Container()
    let full: any Putting = Full()
    putAll(full, c)
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container()
    let shelf: Shelf = Fuller()
    put(shelf, d)
    _ = try? d.resolve(Log.self)
    _ = try? d.resolve(Clock.self)
    let e = Container()
    let type: any Putting.Type = Fuller.self
    putAll(of: type, e)
    _ = try? e.resolve(Log.self)
    _ = try? e.resolve(Clock.self)
}
ofTheClassBelow()

func ofTheClassAbove() {
    let c = Container()
    let shelf: any Putting = Shelf()
    putAll(shelf, c)
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container()
    put(Shelf(), d)
    _ = try? d.resolve(Log.self)
    _ = try? d.resolve(Clock.self)
}
ofTheClassAbove()

// SPDX-License-Identifier: MIT

import Mortise

// Which `register(in:)` and which `requires` are those that a module needs.

final class Clock: Sendable {}
final class Log: Sendable {}

struct LogModule: Module {
    func register(in container: Container) { container.register { Log() } }
}

// A static one of the same name is another one.
struct WithAStaticOne: Module {
    static var requires: [any Module] { [LogModule()] }
    static func register(in container: Container) { container.register { Log() } }
    func register(in container: Container) { container.register { Clock() } }
}
func staticMembers() {
    let c = Container()
    c.install(WithAStaticOne())
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
}
staticMembers()

// Neither is one that takes something else.
struct WithAnOverload: Module {
    func register(in count: Int) {}
    func register(in container: Container) { container.register { Log() } }
}
protocol Logging: Module {}
extension Logging {
    func register(in container: Container) { container.register { Log() } }
}
struct WithOneOfItsProtocol: Logging {
    func register(in count: Int) {}
}
func overloads() {
    let c = Container()
    c.install(WithAnOverload())
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container()
    d.install(WithOneOfItsProtocol())
    _ = try? d.resolve(Log.self)
}
overloads()

// From elsewhere: from an extension of a protocol, and from a class above.
struct Plain: Logging {}
class Base: Module, @unchecked Sendable {
    var requires: [any Module] { [LogModule()] }
    func register(in container: Container) { container.register { Clock() } }
}
class Between: Base, @unchecked Sendable {
    override var requires: [any Module] { [] }
}
final class Derived: Between, @unchecked Sendable {}
func fromElsewhere() {
    let c = Container()
    c.install(Plain())
    _ = try? c.resolve(Log.self)
    let d = Container()
    d.install(Derived())
    _ = try? d.resolve(Clock.self)
    _ = try? d.resolve(Log.self)
    let e = Container()
    let module: any Module = Base()
    e.install(module)
    _ = try? e.resolve(Log.self)
}
fromElsewhere()

// SPDX-License-Identifier: MIT

import Mortise

// Each function and each structure has generic parameters of its own.

final class Clock: Sendable {}
final class Log: Sendable {}

protocol Registry: Sendable {
    init<Part: Sendable>(_ part: Part, _ container: Container)
    static func put<Part: Sendable>(_ part: Part, _ container: Container)
    func add<Part: Sendable>(_ make: @escaping @Sendable () -> Part, to container: Container)
    func ask<Part>(_ type: Part.Type, _ container: Container) throws -> Part
}
extension Registry {
    func addLog(to container: Container) { add({ Log() }, to: container) }
}
struct Plain: Registry {
    init<Part: Sendable>(_ part: Part, _ container: Container) { container.register { part } }
    static func put<Part: Sendable>(_ part: Part, _ container: Container) {
        container.register { part }
    }
    func add<Part: Sendable>(_ make: @escaping @Sendable () -> Part, to container: Container) {
        container.register(factory: make)
    }
    func ask<Part>(_ type: Part.Type, _ container: Container) throws -> Part {
        try container.resolve(type)
    }
}

func throughAnExistential(_ registry: any Registry) {
    let c = Container()
    registry.add({ Log() }, to: c)
    _ = try? c.resolve(Log.self)
    _ = try? registry.ask(Log.self, c)
    // Neither type that conforms is what the witness calls `Part`.
    _ = try? c.resolve((any Registry).self)
    _ = try? c.resolve(Plain.self)
}
throughAnExistential(Plain(1, Container()))

func throughAGeneric<R: Registry>(_ registry: R) {
    let c = Container()
    registry.addLog(to: c)
    R.put(Clock(), c)
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    _ = try? c.resolve(R.self)
    let d = Container()
    _ = R(Log(), d)
    _ = try? d.resolve(Log.self)
    _ = try? d.resolve(R.self)
}
throughAGeneric(Plain(1, Container()))

// What is behind the existential has parameters of its own.
protocol Step { func run(_ container: Container) }
struct Registering<Part: Sendable>: Step, Sendable {
    let make: @Sendable () -> Part
    func run(_ container: Container) { container.register(factory: make) }
}
struct Locally: Step {
    func run(_ container: Container) {
        func add<Part: Sendable>(_ part: Part) { container.register { part } }
        add(Clock())
    }
}
func stepBehindAnExistential() {
    let c = Container()
    let step: any Step & Sendable = Registering { Log() }
    step.run(c)
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve((any Step & Sendable).self)
    let d = Container()
    let other: any Step = Locally()
    other.run(d)
    _ = try? d.resolve(Clock.self)
}
stepBehindAnExistential()

// A local function keeps the arguments of the function in which it is, whoever calls it.
func call<Word>(_ word: Word, _ body: () -> Void) { body() }
func out<Part: Sendable>(_ part: Part, _ container: Container) {
    func register() { container.register { part } }
    call("now", register)
}
func later<Part: Sendable>(_ part: Part, _ container: Container) -> () -> Void {
    func register() { container.register { part } }
    return register
}
func localFunctions() {
    let c = Container()
    out(Log(), c)
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(String.self)
    let d = Container()
    call(1, later(Clock(), d))
    _ = try? d.resolve(Clock.self)
    _ = try? d.resolve(Int.self)
}
localFunctions()

// A container that conforms itself.
protocol Making { func make<Part>(_ type: Part.Type) throws -> Part }
extension Container: Making {
    func make<Part>(_ type: Part.Type) throws -> Part { try resolve(type) }
}
func containerAsAWitness() {
    let c = Container { $0.register { Log() } }
    let making: any Making = c
    _ = try? making.make(Log.self)
}
containerAsAWitness()

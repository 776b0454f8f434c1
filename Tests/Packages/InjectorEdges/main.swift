// SPDX-License-Identifier: MIT

import MortiseInjector

final class Log: Sendable {}
final class Clock: Sendable {}
final class Twice: Sendable {}
final class Part: Sendable {}
final class Whole: Sendable { init(_ part: Part) {} }

let injector = Injector.build(context: .custom(name: "edges"))

// A second registration changes nothing, but in tests.
injector.register(Twice.self, key: "a") { Twice() }
injector.register(Twice.self, key: "b") { Twice() }
_ = try injector.resolve(Twice.self, constrainedTo: "a")
_ = try? injector.resolve(Twice.self, constrainedTo: "b")

// Nor does adding to what is not registered.
injector.add(Clock.self, key: "a") { Clock() }
_ = try? injector.resolve(Clock.self)

// The first one stays selected.
injector.register(Log.self, key: "a") { Log() }
injector.addOrRegister(Log.self, key: "b") { Log() }
injector.addOrRegister(Log.self, key: "a") { Log() }
_ = try injector.resolve(Log.self)

// A singleton stays when what it was made of is removed.
injector.register(Part.self) { Part() }
injector.register(Whole.self) {
    try Whole(Injector.build(context: .custom(name: "edges")).resolve(Part.self))
}
_ = try injector.resolve(Whole.self, injectionType: .singleton)
injector.remove(Part.self)
_ = try? injector.resolve(Whole.self)
_ = try injector.resolve(Whole.self, injectionType: .singleton)
injector.resetSingleton(of: Whole.self)
_ = try? injector.resolve(Whole.self, injectionType: .singleton)

// What is selected before it is there is awaited.
Injector.updateDependencyKey(of: Log.self, newKey: "a")
injector.updateDependencyKey(of: Log.self, newKey: "c")
_ = try? injector.resolve(Log.self)
injector.add(Log.self, key: "c") { Log() }
_ = try injector.resolve(Log.self)
_ = try injector.resolve(Log.self, injectionType: .singleton)

// A condition decides.
if CommandLine.arguments.count > 1 { injector.register(Int.self) { 1 } }
_ = try? injector.resolve(Int.self)
injector.register(Int.self, key: "second") { 2 }
_ = try? injector.resolve(Int.self)

// A key that is only known at run time.
let key = CommandLine.arguments.last ?? ""
injector.register(String.self, key: key) { "a" }
_ = try? injector.resolve(String.self)
_ = try? injector.resolve(Log.self, constrainedTo: key)

// What code in Mortise's notation registers.
injector.container.register { 1.0 }
_ = try injector.resolve(Double.self)
_ = try? injector.resolve(Double.self, injectionType: .singleton)
injector.container.register(tag: "new") { true }.selectable()
_ = try injector.resolve(Bool.self)
_ = try injector.resolve(Bool.self, injectionType: .singleton)

// What is removed can be registered again.
injector.remove(Log.self)
_ = try? injector.resolve(Log.self)
injector.register(Log.self, key: "z") { Log() }
_ = try injector.resolve(Log.self)
injector.clear()
_ = try? injector.resolve(Log.self)

// Properties that need each other.
final class One {
    @Inject var two: Two
}
final class Two {
    @Inject var one: One
}
Injector.global.register(One.self) { One() }
Injector.global.register(Two.self) { Two() }
_ = try? Injector.global.resolve(One.self)

// A context that is destroyed begins anew.
let closed = Injector.build(context: .custom(name: "closed"))
closed.register(Log.self) { Log() }
closed.destroy()
_ = try? closed.resolve(Log.self)

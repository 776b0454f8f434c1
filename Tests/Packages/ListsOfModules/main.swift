// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

final class Clock: Sendable {}

final class Cache: Sendable {}

protocol Store: Sendable {}

final class Disk: Store {}

final class Memory: Store {}

struct Logging: Module {
    func register(in container: Container) { container.register { Log() } }
}

struct Timing: Module {
    func register(in container: Container) { container.register { Clock() } }
}

struct Caching: Module {
    func register(in container: Container) { container.register { Cache() } }
}

struct OnDisk: Module {
    func register(in container: Container) { container.register { Disk() as any Store } }
}

struct InMemory: Module {
    func register(in container: Container) { container.register { Memory() as any Store } }
}

struct Named: Module, Hashable {
    let name: String
    let order: Int

    func register(in container: Container) {
        container.register(tag: name) { Log() }
    }
}

/// Whether the program is started with an argument.
func has(_ argument: String) -> Bool { CommandLine.arguments.contains(argument) }

/// More modules on conditions than there can be lists that are told apart.
func modules() -> [any Module] {
    var modules: [any Module] = [Logging()]
    if has("timing") { modules.append(Timing()) }
    if has("caching") { modules.append(Caching()) }
    modules += has("disk") ? [OnDisk()] : []
    modules += has("memory") ? [InMemory()] : []
    return modules
}

let all = Container(modules: modules())
_ = try all.resolve(Log.self)
_ = try? all.resolve(Clock.self)

// Each way has one of two.
let others = modules().filter { !($0 is OnDisk) && !($0 is InMemory) }
let stores = Container(modules: others + (has("memory") ? [InMemory()] : [OnDisk()]))
_ = try stores.resolve((any Store).self)

let oneByOne = Container()
for module in modules() { oneByOne.install(module) }
_ = try oneByOne.resolve(Log.self)
_ = try? oneByOne.resolve(Cache.self)

let filtered = Container(modules: modules().filter { !($0 is Logging) })
_ = try? filtered.resolve(Log.self)

var changing = modules()
changing.insert(Caching(), at: 0)
changing[1] = Timing()
let changed = Container(modules: changing)
_ = try changed.resolve(Cache.self)
_ = try changed.resolve(Clock.self)
_ = try? changed.resolve(Log.self)

changing.removeFirst()
changing.removeAll { $0 is Caching }
let removed = Container(modules: changing)
_ = try removed.resolve(Clock.self)
_ = try? removed.resolve(Cache.self)

// It is not known which one is the last.
var shortened = modules()
shortened.removeLast()
let shorter = Container(modules: shortened)
_ = try? shorter.resolve(Log.self)

// What a closure says of each pair is the order.
let named = [Named(name: "b", order: 2), Named(name: "a", order: 1), Named(name: "c", order: 3)]
let firsts = named.sorted { $0.order < $1.order }.prefix(2)
let sorted = Container(modules: Array(firsts))
_ = try sorted.resolve(Log.self, tag: "a")
_ = try sorted.resolve(Log.self, tag: "b")
_ = try? sorted.resolve(Log.self, tag: "c")

let mapped = Container(modules: ["x", "y"].map { Named(name: $0, order: 0) })
_ = try mapped.resolve(Log.self, tag: "y")

let optional: [(any Module)?] = [Logging(), has("timing") ? Timing() : nil]
let compact = Container(modules: optional.compactMap { $0 })
_ = try compact.resolve(Log.self)

// How many a loop appends is not known.
var looped: [any Module] = []
for argument in CommandLine.arguments where argument != "none" { looped.append(Timing()) }
let loops = Container(modules: looped)
_ = try? loops.resolve(Clock.self)
_ = try? loops.resolve(Log.self)

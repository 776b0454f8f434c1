// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}

let c = Container()
let other = Container()
let all = ["c": c, "other": other]
for each in all.values { each.register { Log() } }
_ = try c.resolve(Log.self)
_ = try other.resolve(Log.self)

// Which is the first is not known.
for (_, each) in all {
    each.reset()
    break
}
_ = try c.resolve(Log.self)

struct Logging: Module {
    func register(in container: Container) { container.register { Log() } }
}

func modulesByName(_ name: String) throws {
    var modules: [String: [any Module]] = [:]
    modules["log", default: []].append(Logging())
    let known = Container(modules: modules["log"] ?? [])
    _ = try known.resolve(Log.self)
    let none = Container(modules: modules["none", default: []])
    _ = try? none.resolve(Log.self)
    modules[name, default: [Logging()]] = []
    let perhaps = Container(modules: modules["log", default: []])
    _ = try? perhaps.resolve(Log.self)
}
try modulesByName("log")

// SPDX-License-Identifier: MIT

import Mortise

// Texts of known parts, all cases, and containers that initializers of the program make, are known.

final class Clock: Sendable {}
final class Log: Sendable {}

func texts() {
    let port = 8
    let c = Container()
    c.register(tag: "port-\(port)") { Log() }
    _ = try? c.resolve(Log.self, tag: "port-8")
    _ = try? c.resolve(Log.self, tag: "port-9")
    let d = Container()
    d.register(tag: "port-" + String(port)) { Log() }
    _ = try? d.resolve(Log.self, tag: "port-8")
    let e = Container()
    for index in 0..<2 { e.register(tag: "worker\(index)") { Log() } }
    _ = try? e.resolve(Log.self, tag: "worker1")
    _ = try? e.resolve(Log.self, tag: "worker2")
}
texts()

// What the program says of a value is in its text.
struct Port: CustomStringConvertible {
    let number: Int
    var description: String { "\(number + 1)" }
}
func ownTexts() {
    let c = Container()
    c.register(tag: "port-\(Port(number: 8))") { Log() }
    _ = try? c.resolve(Log.self, tag: "port-9")
    _ = try? c.resolve(Log.self, tag: "port-8")
}
ownTexts()

enum Store: CaseIterable, TagConvertible {
    case disk, memory
    var tag: DefinitionTag { self == .disk ? "disk" : "memory" }
}
enum Level: CaseIterable {
    case low, high
    static var allCases: [Level] { [.low] }
}
func allCases() {
    let c = Container()
    for store in Store.allCases { c.register(tag: store) { Log() } }
    _ = try? c.resolve(Log.self, tag: Store.memory)
    let d = Container()
    for level in Level.allCases where level == .high { d.register { Log() } }
    if Level.allCases.count == 1 { d.register { Clock() } }
    _ = try? d.resolve(Log.self)
    _ = try? d.resolve(Clock.self)
}
allCases()

extension Container {
    convenience init(isLive: Bool) {
        self.init(name: "live")
        if isLive { register { Log() } }
    }
}
func ownInitializer() {
    _ = try? Container(isLive: true).resolve(Log.self)
    _ = try? Container(isLive: false).resolve(Log.self)
}
ownInitializer()

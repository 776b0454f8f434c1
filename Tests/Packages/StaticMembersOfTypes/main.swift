// SPDX-License-Identifier: MIT

import Mortise

// What a static computed property names is found in its type, and in the class that it is asked of.

final class Log: Sendable {}
final class Clock: Sendable {}

enum Config {
    static let base = "a"
    static var tag: String { base + "x" }
    static var container: Container { shared }
    private static let shared = Container { $0.register(tag: tag) { Log() } }
}
func ofAnEnumeration() {
    _ = try? Config.container.resolve(Log.self, tag: "ax")
    _ = try? Config.container.resolve(Log.self, tag: "a")
    let c = Container()
    c.register(tag: Config.tag) { Clock() }
    _ = try? c.resolve(Clock.self, tag: "ax")
    _ = try? c.resolve(Clock.self, tag: Config.base)
}
ofAnEnumeration()

class Server {
    class var base: String { "a" }
    class var tag: String { base + "x" }
    static var fixed: String { base + "y" }
}
final class Secure: Server {
    override class var base: String { "b" }
}
func ofAClass() {
    let c = Container()
    c.register(tag: Secure.tag) { Log() }
    _ = try? c.resolve(Log.self, tag: "bx")
    _ = try? c.resolve(Log.self, tag: "ax")
    let d = Container()
    let type: Server.Type = Secure.self
    d.register(tag: type.fixed) { Log() }
    _ = try? d.resolve(Log.self, tag: "by")
    _ = try? d.resolve(Log.self, tag: "ay")
}
ofAClass()

protocol Named { static var base: String { get } }
extension Named { static var tag: String { base + "x" } }
enum First: Named { static let base = "a" }
enum Second: Named { static let base = "b" }
func tag<N: Named>(_ type: N.Type) -> String { type.tag }
func ofAProtocol() {
    let c = Container()
    c.register(tag: First.tag) { Log() }
    c.register(tag: tag(Second.self)) { Clock() }
    _ = try? c.resolve(Log.self, tag: "ax")
    _ = try? c.resolve(Log.self, tag: "bx")
    _ = try? c.resolve(Clock.self, tag: "bx")
    _ = try? c.resolve(Clock.self, tag: "ax")
}
ofAProtocol()

// A static setter names others, too.
enum Settings {
    nonisolated(unsafe) static var isOn = true
    static var isOff: Bool {
        get { !isOn }
        set { isOn = !newValue }
    }
}
func staticSetter() {
    let c = Container()
    if Settings.isOn { c.register { Log() } }
    _ = try? c.resolve(Log.self)
    Settings.isOff = true
    let d = Container()
    if Settings.isOn { d.register { Log() } }
    _ = try? d.resolve(Log.self)
}
staticSetter()

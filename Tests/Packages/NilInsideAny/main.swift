// SPDX-License-Identifier: MIT

import Mortise

// What is nil is something as soon as it is a value of a protocol.

final class Clock: Sendable {}
final class Log: Sendable {}

func has<Value>(_ value: Value?) -> Bool { value != nil }
func nilInAny() {
    let number: Int? = nil
    let any: Any = number as Any
    let optional: Any? = any
    let c = Container()
    if optional == nil { c.register { Log() } }
    if optional != nil { c.register { Clock() } }
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container()
    if let optional {
        _ = optional
        d.register { Log() }
    }
    _ = try? d.resolve(Log.self)
    let e = Container()
    let list = [number as Any] as [Any?]
    if list[0] == nil { e.register { Log() } }
    _ = try? e.resolve(Log.self)
    let f = Container()
    let sendable: any Sendable = number
    if has(sendable) { f.register { Log() } }
    if has(number) { f.register { Clock() } }
    _ = try? f.resolve(Log.self)
    _ = try? f.resolve(Clock.self)
}
nilInAny()

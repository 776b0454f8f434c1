// SPDX-License-Identifier: MIT

import Mortise

// Types of others that meet a protocol of the program, and cases that do.

final class Clock: Sendable {}
final class Log: Sendable {}

// The container's own method meets the requirement, and only another one is in the program.
protocol Resetting { func reset() }
extension Container: Resetting {}
struct Kept: Resetting { func reset() {} }
func clean(_ resetting: any Resetting) { resetting.reset() }
func cleanSome(_ resetting: some Resetting) { resetting.reset() }
func containers() {
    let c = Container { $0.register { Log() } }
    clean(Kept())
    _ = try? c.resolve(Log.self)
    clean(c)
    _ = try? c.resolve(Log.self)
    let d = Container { $0.register { Log() } }
    cleanSome(d)
    _ = try? d.resolve(Log.self)
}
containers()

protocol Switching { mutating func toggle() }
extension Bool: Switching {}
struct Stuck: Switching { mutating func toggle() {} }
func flip(_ switching: inout some Switching) { switching.toggle() }
protocol Counted { var count: Int { get } }
extension Array: Counted {}
struct Nothing: Counted { var count: Int { 0 } }
func isEmpty(_ counted: any Counted) -> Bool { counted.count == 0 }
func valuesOfTheLibrary() {
    let c = Container()
    var isOn = true
    flip(&isOn)
    if isOn { c.register { Log() } }
    _ = try? c.resolve(Log.self)
    let d = Container()
    if isEmpty([1]) { d.register { Log() } }
    _ = try? d.resolve(Log.self)
    let e = Container()
    if isEmpty(Nothing()) { e.register { Log() } }
    _ = try? e.resolve(Log.self)
}
valuesOfTheLibrary()

// A case meets a static requirement, which an extension gives to others.
protocol Mode: Equatable {
    static var off: Self { get }
    static func level(_ level: Int) -> Self
}
extension Mode where Self: ExpressibleByIntegerLiteral {
    static var off: Self { 0 }
    static func level(_ level: Int) -> Self { 0 }
}
extension Int: Mode {}
enum Lamp: Mode { case on, off, level(Int) }
func isOff<M: Mode>(_ mode: M) -> Bool { mode == M.off }
func isFirst<M: Mode>(_ mode: M) -> Bool { mode == M.level(1) }
func cases() {
    let c = Container()
    if isOff(Lamp.on) { c.register { Log() } }
    if isOff(Lamp.off) { c.register { Clock() } }
    _ = try? c.resolve(Log.self)
    _ = try? c.resolve(Clock.self)
    let d = Container()
    if isFirst(Lamp.level(2)) { d.register { Log() } }
    if isFirst(Lamp.level(1)) { d.register { Clock() } }
    _ = try? d.resolve(Log.self)
    _ = try? d.resolve(Clock.self)
    let e = Container()
    if isFirst(0) { e.register { Log() } }
    _ = try? e.resolve(Log.self)
}
cases()

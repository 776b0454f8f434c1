// SPDX-License-Identifier: MIT

import Mortise

// Which accessor an assignment runs, and in which order several are written back.

final class Clock: Sendable {}
final class Log: Sendable {}

// In the initializer, the first assignment runs the one for that.
struct Counter {
    let container: Container
    var count: Int
    var shown: Int {
        @storageRestrictions(initializes: count)
        init(value) { count = value }
        get { count }
        set {
            container.register { Log() }
            count = newValue
        }
    }
    init(once container: Container) {
        self.container = container
        shown = 1
    }
    init(twice container: Container) {
        self.container = container
        shown = 1
        shown = 2
    }
}
func initAccessors() {
    let c = Container()
    _ = Counter(once: c)
    _ = try? c.resolve(Log.self)
    let d = Container()
    _ = Counter(twice: d)
    _ = try? d.resolve(Log.self)
    let e = Container()
    var counter = Counter(once: e)
    counter.shown = 3
    _ = try? e.resolve(Log.self)
}
initAccessors()

// What is passed last is written back first.
final class Panel {
    let container: Container
    var definition: Definition<Log>?
    init(_ container: Container) { self.container = container }
    var registers: Int {
        get { 1 }
        set { definition = container.register { Log() } }
    }
    var removes: Int {
        get { 1 }
        set { if let definition { container.remove(definition) } }
    }
}
func change(_ first: inout Int, _ second: inout Int) { swap(&first, &second) }
func registersLast() {
    let c = Container()
    let panel = Panel(c)
    change(&panel.registers, &panel.removes)
    _ = try? c.resolve(Log.self)
}
registersLast()
func removesLast() {
    let c = Container()
    let panel = Panel(c)
    change(&panel.removes, &panel.registers)
    _ = try? c.resolve(Log.self)
}
removesLast()

// The receiver of a method that changes it is written after its arguments.
extension Int { mutating func add(_ other: inout Int) { self += other } }
func receiverRegisters() {
    let c = Container()
    let panel = Panel(c)
    panel.registers.add(&panel.removes)
    _ = try? c.resolve(Log.self)
}
receiverRegisters()
func receiverRemoves() {
    let c = Container()
    let panel = Panel(c)
    panel.removes.add(&panel.registers)
    _ = try? c.resolve(Log.self)
}
receiverRemoves()

// The receiver is read before them.
final class Gauge {
    let container: Container
    var definition: Definition<Log>?
    init(_ container: Container) { self.container = container }
    var registers: Int {
        get {
            definition = container.register { Log() }
            return 1
        }
        set {}
    }
    var removes: Int {
        get {
            if let definition { container.remove(definition) }
            return 1
        }
        set {}
    }
}
func receiverRegistersFirst() {
    let c = Container()
    let gauge = Gauge(c)
    gauge.registers.add(&gauge.removes)
    _ = try? c.resolve(Log.self)
}
receiverRegistersFirst()
func receiverRemovesFirst() {
    let c = Container()
    let gauge = Gauge(c)
    gauge.removes.add(&gauge.registers)
    _ = try? c.resolve(Log.self)
}
receiverRemovesFirst()

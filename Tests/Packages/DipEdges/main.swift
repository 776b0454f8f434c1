// SPDX-License-Identifier: MIT

import Mortise
import MortiseDip

final class Log {}
final class Clock {}
final class Number {
    let value: Int
    init(_ value: Int) { self.value = value }
}
class Base {}
final class Derived: Base {}
protocol Shape: AnyObject {}
protocol Painted: AnyObject {}
final class Circle: Shape {}
final class Owner {
    @MortiseDip.Injected var log: Log?
    @MortiseDip.Injected(tag: nil) var clock: Clock?
}
final class Wired {
    init(_ number: Number, _ log: Log) {}
}
final class Chain {
    init(_ wired: Wired) {}
}
final class Left {
    var right: Right?
}
final class Right {
    init(_ left: Left) {}
}
final class One {
    var two: Two?
}
final class Two {
    var one: One?
}
struct Part {
    let log = MortiseDip.Injected<Clock>()
}
final class Whole {
    let part = Part()
}
final class Own: Resolvable {
    func resolveDependencies(_ container: DependencyContainer) {
        _ = try? container.resolve() as Double
    }
}
enum Tag: DependencyTagConvertible {
    case here, there
    var dependencyTag: DependencyContainer.Tag {
        switch self {
        case .here: "here"
        case .there: .Int(7)
        }
    }
}

// A tag falls back to none, and none finds no tag.
let tags = DependencyContainer()
tags.register(tag: "a") { Log() }
_ = try tags.resolve(tag: "a") as Log
_ = try? tags.resolve(tag: "b") as Log
_ = try? tags.resolve() as Log
tags.register { Log() }
_ = try tags.resolve(tag: "b") as Log
tags.register(tag: Tag.here) { Number(1) }
tags.register(tag: Tag.there) { Number(2) }
_ = try tags.resolve(tag: "here") as Number
_ = try tags.resolve(tag: 7) as Number
_ = try? tags.resolve(tag: "7") as Number
_ = try tags.resolve(tag: DependencyContainer.Tag.String("here")) as Number

// A property has the tag of its owner, unless it says another one.
let owners = DependencyContainer()
owners.register { Owner() }
owners.register(tag: "a") { Log() }
owners.register(tag: "a") { Clock() }
_ = try? owners.resolve() as Owner
_ = try? owners.resolve(tag: "a") as Owner
owners.register { Clock() }
_ = try owners.resolve(tag: "a") as Owner
_ = try? owners.resolve(tag: "b") as Owner

// So have parameters that are wired.
let wired = DependencyContainer()
wired.register(factory: Wired.init)
wired.register(factory: Chain.init)
wired.register { Log() }
wired.register(tag: "x") { Number(3) }
_ = try? wired.resolve() as Chain
_ = try wired.resolve(tag: "x") as Chain
_ = try? wired.resolve(tag: "y") as Chain
wired.register { Number(4) }
_ = try wired.resolve(tag: "y") as Chain
_ = try wired.resolve(arguments: Number(5), Log()) as Wired

// An instance that was made with arguments answers requests without them.
let made = DependencyContainer()
made.register(.singleton) { (value: Int) in Number(value) }
_ = try? made.resolve() as Number
_ = try made.resolve(arguments: 1) as Number
_ = try made.resolve() as Number
_ = try? made.resolve(arguments: "1") as Number

// What a definition implements.
let shapes = DependencyContainer()
let circle = shapes.register(.singleton) { Circle() }
circle.implements((any Shape).self)
_ = try shapes.resolve() as any Shape
circle.implements((any Painted).self)
_ = try? shapes.resolve() as any Painted
shapes.register { Derived() }.implements(Base.self, tag: "base")
_ = try shapes.resolve(tag: "base") as Base
_ = try? shapes.resolve() as Base
shapes.register(circle, tag: "again")
_ = try shapes.resolve(tag: "again") as Circle
shapes.remove(circle, tag: "other")
_ = try shapes.resolve() as Circle

// Cycles through properties.
let cycles = DependencyContainer()
cycles.register { Left() }.resolvingProperties { $1.right = try $0.resolve() }
cycles.register { Right(try cycles.resolve()) }
_ = try cycles.resolve() as Left
_ = try cycles.resolve() as Right
cycles.register(.unique) { One() }.resolvingProperties { $1.two = try $0.resolve() }
cycles.register(.unique) { Two() }.resolvingProperties { $1.one = try $0.resolve() }
_ = try? cycles.resolve() as One

// Properties inside of structures, and instances that ask by themselves.
let parts = DependencyContainer()
parts.register { Whole() }
_ = try? parts.resolve() as Whole
parts.register { Own() }
_ = try parts.resolve() as Own

// Containers that collaborate.
let near = DependencyContainer()
let far = DependencyContainer()
near.collaborate(with: far)
far.register { Log() }
far.register { Owner() }
near.register { Clock() }
_ = try near.resolve() as Log
_ = try near.resolve() as Owner
_ = try? far.resolve(tag: "t") as Number

// The older rules, those of a condition, and a container in Mortise's notation.
let old = DependencyContainer(rules: .dip4)
old.register { Log() }
_ = try old.resolve() as Log
let mixed = DependencyContainer(container: Container())
mixed.container.register { Clock() }
mixed.register { Log() }
_ = try mixed.resolve() as Clock
_ = try mixed.container.resolve(Log.self)
_ = try? mixed.container.resolve(Log.self, tag: "none")
_ = try mixed.resolve(tag: "none") as Log
if CommandLine.arguments.count > 1 { mixed.register { Number(1) } }
_ = try? mixed.resolve() as Number

// What is removed, and what is forgotten.
let log = mixed.register(tag: "log") { Log() }
mixed.remove(log, tag: "log")
_ = try? mixed.container.resolve(Log.self, tag: "log")
mixed.reset()
_ = try? mixed.resolve() as Log
// An optional must be registered.
_ = try? mixed.resolve() as Log?

// A builder, and an object from elsewhere.
let late = DependencyContainer()
late.register { (value: Int) in Number(value) }
_ = try late.resolve(builder: { (factory: (Int) throws -> Number) in try factory(1) })
late.register { Owner() }
_ = try? late.resolveDependencies(of: Owner())
late.register { Log() }
late.register { Clock() }
_ = try late.resolveDependencies(of: Owner())
_ = try late.bootstrap()

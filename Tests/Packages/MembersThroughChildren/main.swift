// SPDX-License-Identifier: MIT

import Mortise

// Members that are asked for through scopes, overlays and children of the container that has their definitions.

final class Clock: Sendable {}
final class Part: Sendable {}
final class Whole: Sendable {
    let part: Part
    init(_ part: Part) { self.part = part }
}

/// Lets a closure throw: a member that cannot throw ends the program where its request fails.
func thrown<Value>(_ value: Value) throws -> Value { value }

let elsewhere = Container()

struct Members: Assembly {
    let container: Container
    var isGood = true

    var clock: Clock { define(.singleton) { Clock() } }
    var clocks: [Clock] { define { [clock] } }
    var part: Part { get throws { try define(.scoped("work")) { try thrown(Part()) } } }
    var whole: Whole { get throws { try define { Whole(try part) } } }
    // It would keep what ends before it.
    var captive: Whole { get throws { try define(.singleton) { Whole(try part) } } }
    var weak: Whole { get throws { try define(.weakSingleton) { Whole(try part) } } }
    // It asks the container itself, which may be another one each time.
    var asking: Whole { get throws { try define { Whole(try container.resolve()) } } }
    var keeping: Whole { get throws { try define(.singleton) { Whole(try container.resolve()) } } }
    // What one of them makes is kept for the other one.
    var either: Clock {
        get throws {
            try define(.singleton) { isGood ? Clock() : try elsewhere.resolve() }
        }
    }
    // Whoever asks first decides how long it lives.
    var lifetime: Clock {
        get throws { try define(isGood ? .singleton : .scoped("work")) { try thrown(Clock()) } }
    }
    var late: Clock { get async throws { try await define(.singleton) { Clock() } } }
    // Another container than its own.
    var outer: Clock { get throws { try define { try Members(container: app).either } } }
}

let app = Container()
let work = try app.openScope("work")
let inner = try work.openScope("inner")
let overlay = app.overriding()

// What needs no scope is there for all of them.
_ = Members(container: app).clocks
_ = Members(container: work).clocks
_ = Members(container: inner).clocks
_ = Members(container: overlay).clocks
_ = Members(container: Container(parent: app)).clock
_ = try await Members(container: work).late

// A scope that is open, and one that is not.
struct Scoped: Assembly {
    let container: Container
    var part: Part { get throws { try define(.scoped("work")) { try thrown(Part()) } } }
    var other: Part { get throws { try define(.scoped("other")) { try thrown(Part()) } } }
    var plain: Whole { get throws { try define { Whole(try part) } } }
}
_ = try Scoped(container: work).part
_ = try Scoped(container: inner).plain
_ = try? Scoped(container: inner).other
_ = try? Members(container: app).whole
_ = try? Members(container: work).whole
_ = try? Members(container: work).captive
_ = try? Members(container: inner).weak

// What only the scope has.
inner.register { Part() }
_ = try? Members(container: inner).asking
_ = try? Members(container: inner).keeping
_ = try? Members(container: app).asking

// The root makes it first, with what the child does not have.
_ = try? Members(container: app).either
_ = try? Members(container: work, isGood: false).either
_ = try? Members(container: app.overriding(), isGood: false).either
_ = try? Members(container: work).lifetime
_ = try? Members(container: app, isGood: false).lifetime
_ = try? Members(container: work).outer

// One is asked first through a scope that it needs, and then without it.
struct First: Assembly {
    let container: Container
    var isScoped = false
    var clock: Clock {
        get throws { try define(isScoped ? .scoped("work") : .singleton) { try thrown(Clock()) } }
    }
}
let first = Container()
_ = try? First(container: first.openScope("work"), isScoped: true).clock
_ = try? First(container: first).clock

// Of two sources, the first one leads to what has the definitions.
struct Both: Assembly {
    let container: Container
    var clock: Clock { define(.singleton) { Clock() } }
}
_ = Both(container: Container(sources: [Container(), app])).clock

// Scopes that are made again and again, and one that another function opens.
struct Many: Assembly {
    let container: Container
    var clock: Clock { get throws { try define(.scoped("turn")) { try thrown(Clock()) } } }
}
for _ in 0..<3 {
    let turn = try app.openScope("turn")
    _ = try Many(container: turn).clock
    try await turn.close()
}

// What is closed, and what is closed around it.
struct Closing: Assembly {
    let container: Container
    var clock: Clock { get throws { try define { try thrown(Clock()) } } }
    var other: Clock { get throws { try define { try thrown(Clock()) } } }
    var later: Clock { get throws { try define { try thrown(Clock()) } } }
}
let root = Container()
let child = Container(parent: root)
let scope = try root.openScope("work")
_ = try Closing(container: child).clock
try await scope.close()
_ = try? Closing(container: scope).other
try await root.close()
_ = try? Closing(container: child).later

// What the root has made is kept, whatever a child would make.
struct Half: Assembly {
    let container: Container
    var isGood = true
    var part: Part { get throws { try define(.scoped("never")) { try thrown(Part()) } } }
    var clock: Clock {
        get throws {
            try define(.singleton) {
                if isGood { return Clock() }
                _ = try part
                return Clock()
            }
        }
    }
}
let halves = Container()
let half = Container(parent: halves)
_ = try? Half(container: halves).clock
_ = try? Half(container: half, isGood: false).clock

// What a child exports asks through it.
struct Exporting: Assembly {
    let container: Container
    var clock: Clock { define(.singleton) { Clock() } }
    static var exports: [Export<Self>] { [Export { $0.clock }] }
}
let exporting = Container(parent: app)
exporting.export { Exporting(container: $0) }
_ = try exporting.resolve(Clock.self)

// One asks for itself through another container, where it would ask for nothing.
struct Again: Assembly {
    let container: Container
    var isInner = false
    var outer: Again { Again(container: app, isInner: true) }
    var single: Clock {
        get throws { try define(.singleton) { isInner ? Clock() : try outer.single } }
    }
    var unique: Clock { get throws { try define { isInner ? Clock() : try outer.unique } } }
    var around: [Clock] { get throws { try define { [try single] } } }
    var passed: Clock {
        get throws { try define(.singleton) { isInner ? Clock() : try between.resolve() } }
    }
}
let between = Container {
    $0.register { try Again(container: app, isInner: true).passed }
}
let again = try app.openScope("again")
_ = try? Again(container: again).single
_ = try? Again(container: again).unique
_ = try? Again(container: again).around
_ = try? Again(container: again).passed

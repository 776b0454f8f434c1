// SPDX-License-Identifier: MIT

import Mortise

final class Clock: Sendable {}
final class Thing {
    var other: Thing?
}

protocol Timing: Assembly {}
extension Timing {
    var clock: Clock { define(.singleton) { Clock() } }
}

struct Members: Timing {
    let container: Container

    // A tree ends, if arguments tell what it needs apart.
    func tree(depth: Int) -> [Int] {
        define(.shared, for: depth) { depth == 0 ? [] : [depth] + tree(depth: depth - 1) }
    }
    // What completes one needs the other, which needs it to be made.
    var owner: [Thing] { define(.shared) { [owned] } }
    var owned: Thing {
        define(.shared) {
            Thing()
        } injecting: {
            $0.other = owner.first
        }
    }
    // The lifetime depends on a condition.
    var clocks: [Clock] {
        define(CommandLine.arguments.count > 1 ? .unique : .shared) { [clock] }
    }
    var late: Clock { get async throws { try await define { await Task { clock }.value } } }
    // What is registered decides.
    var registered: Clock { get throws { try define { try container.resolve(Clock.self) } } }
    var substituted: Clock { define(.singleton) { Clock() } }
    func complete(_ thing: Thing) { adopt(thing) { $0.other = owned } }
}

extension Members {
    static var exports: [Export<Self>] {
        [
            Export { $0.clock },
            Export { $0.owner }.contributing(),
            .declaring { $0.register { 1 } },
        ]
    }
}

struct Exporting: Assembly {
    let container: Container
    var clock: Clock { define(.singleton) { Clock() } }
    var part: Int { define { 1 } }
    static var exports: [Export<Self>] {
        [Export { $0.clock }, Export { $0.part }.contributing()]
    }
}

/// An assembly that is a class.
final class Instances: Assembly {
    let container: Container
    init(container: Container) { self.container = container }
    var clock: Clock { define(.singleton) { Clock() } }
}

let container = Container()
let members = Members(container: container)
_ = members.tree(depth: 3)
_ = members.owner
_ = members.owned
_ = members.clock
_ = members.clocks
_ = try? await members.late
_ = try? members.registered
if CommandLine.arguments.count > 1 { container.register { Clock() } }
_ = try? members.registered
members.complete(Thing())
_ = Instances(container: container).clock

// Through a scope, and through a child.
let scope = try container.openScope("work")
_ = Members(container: scope).clock
_ = Members(container: Container(parent: container)).clock

// It is substituted.
let other = Container()
let substitution = Members(container: other).substitute(\.substituted) { Clock() }
_ = Members(container: other).substituted
substitution.remove()

// What it exports, there, through a scope, and in a list.
let exporting = Container()
exporting.export { Exporting(container: $0) }
_ = try exporting.resolve(Clock.self)
_ = try exporting.resolveAll(Int.self)
_ = try exporting.openScope("work").resolve(Clock.self)

// What it declares is not known.
let declaring = Container()
declaring.export { Members(container: $0) }
_ = try declaring.resolve(Clock.self)

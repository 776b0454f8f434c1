// SPDX-License-Identifier: MIT

import Mortise

// Which type a metatype has, and what counts as one argument.

protocol API: Sendable {}
struct Live: API {}
final class Log: Sendable {}

// The type of any type that conforms, and the type of the protocol.
func metatypes() {
    let c = Container()
    c.register { Live.self as any API.Type }
    _ = try? c.resolve((any API.Type).self)
    _ = try? c.resolve((any API).Type.self)
    let d = Container()
    d.register { (any API).self as (any API).Type }
    _ = try? d.resolve((any API).Type.self)
    _ = try? d.resolve((any API.Type).self)
}
metatypes()

// One argument that is a tuple is known by its elements.
func tuplesOfArguments() {
    let c = Container()
    c.register { (_: inout Resolver, _: (Int, Int)) in Log() }
    _ = try? c.resolve(Log.self, arguments: 1, 2)
    _ = try? c.resolve(Log.self, arguments: (1, 2))
    _ = try? c.resolve(Log.self, arguments: 1, "2")
    _ = try? c.resolve(Log.self)
    let d = Container()
    d.register { (_: inout Resolver, _: Int, _: Int) in Log() }
    _ = try? d.resolve(Log.self, arguments: 1, 2)
    _ = try? d.resolve(Log.self, arguments: (1, 2))
    _ = try? d.resolve(Log.self, arguments: "1", 2)
    // An argument that is nothing is none.
    let e = Container()
    e.register { (_: inout Resolver, _: ()) in Log() }
    _ = try? e.resolve(Log.self)
    _ = try? e.resolve(Log.self, arguments: ())
}
tuplesOfArguments()

// SPDX-License-Identifier: MIT

import Mortise

final class Log: Sendable {}
final class Missing: Sendable {}

func fail(_ resolver: inout Resolver) throws -> Log {
    _ = try resolver.resolve(Missing.self)
    return Log()
}

func failing() throws {
    let c = Container()
    c.register { r in
        _ = try r.resolve(Missing.self); return nil as Log?
    }
    _ = try c.resolve(Log?.self)
}

func fromAParent() throws {
    let c = Container()
    c.register { r in
        _ = try r.resolve(Missing.self); return nil as Log?
    }
    let k = Container(parent: c)
    k.register { Log() }
    _ = try k.resolve(Log?.self)
}

func besideAnotherOne() throws {
    let c = Container()
    c.register { r in try fail(&r) }
    c.register { Optional(Log()) }
    _ = try c.resolve(Log?.self)
}

let all: [() throws -> Void] = [failing, fromAParent, besideAnotherOne]
for one in all { do { try one() } catch { print(error) } }

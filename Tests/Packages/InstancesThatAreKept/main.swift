// SPDX-License-Identifier: MIT

import Mortise

// What a container keeps is given without a run of its factory, whatever that would need.

final class D: Sendable {}
final class B: Sendable { init(_ d: D) async {} }
final class F: Sendable { init(_ d: D) {} }
final class G: Sendable { init(_ f: F) {} }

func adopted() throws {
    let c = Container()
    c.register(.singleton) { F($0) }
    c.register { G($0) }
    try c.adopt(keeping: F(D()))
    _ = try c.resolve(F.self)
    _ = try c.resolve(G.self)
    let k = c.overriding()
    _ = try? k.resolve(G.self)
    c.dropInstances()
    _ = try? c.resolve(G.self)
}
try adopted()

func adoptedPerhaps(_ isKept: Bool) throws {
    let c = Container()
    c.register(.singleton) { F($0) }
    if isKept { try c.adopt(keeping: F(D())) }
    _ = try c.resolve(F.self)
}
try? adoptedPerhaps(CommandLine.arguments.count > 1)

func adoptedWhereItIsMadeOtherwise() throws {
    let c = Container()
    c.register { (_: inout AsyncResolver) async -> D in D() }.contributing()
    try c.adopt(D())
    _ = try? c.resolveAll(D.self)
}
try adoptedWhereItIsMadeOtherwise()

func made() async throws {
    let c = Container()
    c.async.register(.singleton) { await B($0) }
    c.register(.singleton) { F($0) }
    c.register { G($0) }
    let d = c.register { D() }
    _ = try await c.async.resolve(B.self)
    _ = try await c.async.resolve(F.self)
    c.remove(d)
    _ = try c.resolve(B.self)
    _ = try c.resolve(G.self)
    _ = try? c.resolve(D.self)
    let k = c.overriding()
    _ = try? k.resolve(F.self)
}
try await made()
